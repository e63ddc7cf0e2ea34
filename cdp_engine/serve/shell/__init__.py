"""Acting on a page line by line.

In: typed lines. Out: what each line changed. Never done here: actions themselves (see engine).
"""
