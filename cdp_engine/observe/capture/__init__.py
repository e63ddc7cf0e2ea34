"""Asking the browser for a page: which calls, in which sessions, within which time.

In: a tab and `CaptureOptions`. Out: a `Snapshot`. Never done here: what the replies mean (see `sources`).
"""
