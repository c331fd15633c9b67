"""``python -m pyref``."""

import os
import sys

# Before numpy is imported: the matrix products are small, and threads only slow them down (18x under load).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

try:
    from .cli import main

    status = main()
except KeyboardInterrupt:  # while still importing
    sys.stderr.write("pyref: interrupted; nothing was written.\n")
    status = 130
sys.exit(status)
