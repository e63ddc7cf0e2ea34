"""A person beside the agent: who has the browser, what is asked of them, and what they answered (pure, but for waits).

In:  a person's words: pause, take over, hand back, answer. Out: whether a tool may work now, and what to report first.
Never done here: pages, pictures, input (see `serve/live`).
"""

from cdp_engine.agent.person.beside import beside_person
from cdp_engine.agent.person.handover import Handover, Holder, LogLine, PersonAnswer, Question

__all__ = ["Handover", "Holder", "LogLine", "PersonAnswer", "Question", "beside_person"]
