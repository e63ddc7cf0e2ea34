"""Elements by the words that a person has for them: role and name, group, caption, place (pure).

In: a snapshot and a name. Out: the one element, or the candidates. Never done here: refs (see `identity`).
"""
