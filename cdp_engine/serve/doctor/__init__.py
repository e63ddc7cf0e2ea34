"""What the doctor checks: the browser, and the protocol items that we use.

In: a browser. Out: findings. Never done here: mending anything.
"""
