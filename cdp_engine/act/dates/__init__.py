"""Dates and times of fields: their parts in order, the calendar that opens, the key that makes a field take its text.

In: a live field and a date. Out: what the field holds afterwards. Never done here: fields without a date.
"""
