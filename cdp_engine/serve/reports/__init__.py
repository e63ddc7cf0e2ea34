"""What a run or a page looked like, as HTML for people.

In: steps, pictures, views. Out: HTML files and small local pages. Never done here: acting.
"""
