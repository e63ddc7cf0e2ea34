"""Captures a page: which calls are sent, in which sessions, with which deadlines.

In: a tab and `CaptureOptions`. Out: a `Snapshot`. Never done here: interpreting the replies (see `sources`).
"""
