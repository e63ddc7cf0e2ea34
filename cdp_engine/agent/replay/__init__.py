"""Recorded steps: written while tools act, carried out again without a model, each verified by its effect (AG-07).

In:  tool calls with their results; a file of steps, parameters, a workspace.
Out: a file of steps that a person can read; a `Replayed` that says what was done and where it stopped.

Never done here: doing a step twice; acting on an element that only might be the one; keeping the value of a secret.
"""
