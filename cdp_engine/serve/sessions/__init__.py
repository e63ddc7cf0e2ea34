"""One-shot commands in a running session: `cdp-engine open URL`, then `click e12`, `view`, … `close`.

In:  the words of one command, from a client that imports next to nothing.
Out: the answer of the tool with that name, and an exit code; one background process for each session.

Never done here: what a tool does. Commands are generated from the tool table; only the short names `open` and `view`
are written by hand.
"""
