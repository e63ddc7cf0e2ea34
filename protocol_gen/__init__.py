"""Writes `cdp_engine/protocol` from a pinned schema of the DevTools protocol.

In: `schema.json` (the names and types of one browser's protocol, no prose) and `overrides.toml` (what that
schema gets wrong). Out: one typed Python module per domain. Never done here: importing the engine, driving a
browser, copying a description (every generated item links to its official page instead).
"""
