"""One-shot commands over a living session: `cdp-engine open URL`, then `click e12`, `view`, … `close`.

In:  the words of one command, from a client that imports next to nothing.
Out: what the tool of that name answers, and an exit code; one background process for each session.

Never done here: what a tool does. Commands are made of the tool table; there is nothing by hand for a single tool but
the short names `open` and `view`.
"""
