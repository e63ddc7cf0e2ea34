"""The page side: the scripts that run in our own world of every document.

In: the name of a function and a node. Out: its answer as plain data or as a handle on a node.
Never done here: deciding what to do with an answer.
"""

from importlib.resources import files


def script(name: str) -> str:
    """The source of one file of the page side."""
    return files("cdp_engine.tab.injected").joinpath(f"{name}.js").read_text(encoding="utf-8")
