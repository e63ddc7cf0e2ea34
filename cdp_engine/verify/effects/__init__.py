"""From the evidence to one effect, and to what speaks against a success. Pure.

In: records of `evidence`. Out: one `Effect` of eight kinds. Never done here: I/O.
"""
