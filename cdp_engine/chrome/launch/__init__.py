"""Launches a browser: find it, build its command line and profile, start it, stop it with all its processes.

In: the options of `launch`. Out: a running process and its two ends of a pipe, or an endpoint.
Never done here: targets, sessions, pages.
"""
