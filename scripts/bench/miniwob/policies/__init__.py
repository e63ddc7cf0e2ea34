"""The policies, by what they do. Each reads the instruction and the views, and acts through the tools."""

from scripts.bench.miniwob.hand import POLICIES
from scripts.bench.miniwob.policies import clicking, dragging, entering, messages, searching, seeing, setting

__all__ = ["POLICIES", "clicking", "dragging", "entering", "messages", "searching", "seeing", "setting"]
