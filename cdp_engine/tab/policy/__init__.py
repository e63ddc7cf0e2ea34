"""What a tab emulates and which hosts it may reach: emulation, permissions, domain rules.

In: options of a context or page. Out: commands for every session, before its first script.
Never done here: deciding the options.
"""
