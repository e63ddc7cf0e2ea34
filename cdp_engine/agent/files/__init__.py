"""Files of a workspace: the folder for downloads, and what tools write into it. Never done here: leaving it."""
