"""Form fields: replace a value, check boxes, set sliders, attach files; each result is read back.

In: a live element and a value. Out: what the field holds afterwards. Never done here: submitting.
"""
