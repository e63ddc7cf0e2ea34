"""Data out of pages: captures of a list over scrolls and pages, and the rows that they have together (AG-06)."""
