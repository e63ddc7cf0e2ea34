"""Reports of runs and pages, as HTML for people.

In: steps, pictures, views. Out: HTML files and small local pages. Never done here: acting.
"""
