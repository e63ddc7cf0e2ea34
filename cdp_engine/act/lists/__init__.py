"""Choices: of a `<select>`, of lists that a page draws itself, of fields of tags; each is seen in the field afterwards.

In: a live element and what to choose. Out: what the field shows as chosen. Never done here: submitting.
"""
