"""Makes the helpers importable and keeps property tests light and repeatable."""

import signal
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# A shell ignores SIGINT in what it runs in the background, and children inherit that: tests interrupt them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile(
    "light", max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("light")
