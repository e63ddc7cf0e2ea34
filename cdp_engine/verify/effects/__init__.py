"""Infers one effect from the evidence, and the signs of a failure. Pure.

In: records of `evidence`. Out: one `Effect` of eight kinds. Never done here: I/O.
"""
