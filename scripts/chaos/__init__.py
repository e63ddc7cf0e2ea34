"""Random faults against random actions: every call ends in time and in the right error, and nothing is left behind.

`python -m scripts.chaos --rounds 20 --seed 1` plays rounds; each has a kind (`kinds.py`) and a seed of its own, so that
`--round 7` plays the seventh alone again. What a round finds is printed; the exit code is 1 when anything was found.
"""
