"""The state of one tab, kept current by the events of its sessions.

In: protocol events. Out: frames, load state, requests, dialogs, downloads, popups as of now.
Never done here: sending commands that change the page.
"""
