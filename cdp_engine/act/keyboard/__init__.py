"""Keys and text as a US keyboard would send them.

In: a chord such as `Control+A`, or a text. Out: key events. Never done here: choosing which field has the focus.
"""
