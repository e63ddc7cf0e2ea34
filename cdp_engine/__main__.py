"""`python -m cdp_engine`: the same as the console script `cdp-engine`."""

import sys

from cdp_engine.serve import main

if __name__ == "__main__":
    sys.exit(main())
