"""Cookies, localStorage and IndexedDB: saved to and restored from a state file.

In: a tab or a state. Out: a `StoredState` or a prepared context. Never done here: encrypting files.
"""
