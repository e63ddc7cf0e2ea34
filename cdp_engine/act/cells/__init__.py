"""The cells of grids: given a value through the editor that opens for a person.

Pure: nothing. The page side is in `tab/injected/fields/grid_cells.js`.
"""
