"""Keys and text as a US keyboard would send them.

In: words like `Control+A` or a text. Out: key events. Never done here: which field has the focus.
"""
