"""What the commands share: options, running on a loop, signals, error lines, output files.

In: arguments of a command line. Out: typed options and exit codes. Never done here: a command's own work.
"""
