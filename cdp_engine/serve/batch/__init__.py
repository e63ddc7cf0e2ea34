"""Many pages into one folder, by one browser or several.

In: a list of addresses. Out: a file for each page, and an index. Never done here: views.
"""
