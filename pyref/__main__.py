"""``python -m pyref``."""

import sys

try:
    from .cli import main

    status = main()
except KeyboardInterrupt:  # while still importing
    sys.stderr.write("pyref: interrupted; nothing was written.\n")
    status = 130
sys.exit(status)
