"""What is known of a service before a model meets it: TOML files come in, `Service`s with indicators go out.

Bundled ones lie beside this file; `services.load(path)` reads one of your own, `Registry` looks them up by name.
"""

from cdp_engine.agent.services.indicators import Indicator, Verdict, judge, met
from cdp_engine.agent.services.registry import Registry, bundled, load, parse
from cdp_engine.agent.services.service import Checkpoint, Service

__all__ = [
    "Checkpoint",
    "Indicator",
    "Registry",
    "Service",
    "Verdict",
    "bundled",
    "judge",
    "load",
    "met",
    "parse",
]
