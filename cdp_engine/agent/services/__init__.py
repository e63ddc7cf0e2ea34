"""Descriptions of services for tasks.

In:  TOML files; bundled ones are beside this module.
Out: `Service`s with guidance, checkpoints and indicators.

`services.load(path)` reads one of your own, `Registry` looks them up by name.

Never done here: driving a page, deciding what a person approves.
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
