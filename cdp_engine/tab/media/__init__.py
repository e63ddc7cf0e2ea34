"""Screenshots and PDFs of a tab, and the pointer and marks drawn over it for people who watch.

In: a tab, a clip, a point. Out: image bytes. Never done here: choosing what to show.
"""
