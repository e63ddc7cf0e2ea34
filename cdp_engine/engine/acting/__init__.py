"""One action from the request to the answer: resolve the ref, record "before", act, settle, observe, judge.

In: a target and the arguments of an action. Out: an `ActionResult`. Never done here: input events (see act).
"""
