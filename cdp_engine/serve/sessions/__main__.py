"""`python -m cdp_engine.serve.sessions NAME FD WORDS…`: the background process; its client starts it."""

from __future__ import annotations

import sys

from cdp_engine.serve.sessions.process import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
