"""The live page: a person watches the agent's browser on a local web page, takes it over, and hands it back.

In:  a workspace with a `Handover`. Out: a page on 127.0.0.1 behind a token, a person's input as real events.
Never done here: deciding whose turn it is (see `agent/person`).
"""
