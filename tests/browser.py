"""Pages in headless Chromium, driven over its debugging pipe; no driver and no package is needed.

    with Browser() as browser:
        page = browser.open(path, width=390, dark=True)
        assert page.problems == [] and page.requests == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.screenshot(target)

Tests call ``needs_browser()`` first: without Chromium they are skipped, or fail if PYREF_REQUIRE_BROWSER is
set.  CHROMIUM names the executable when it is not on the path.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
TIMEOUT = 60.0
"""Seconds to wait for one answer of the browser; generous, since machines that run tests are busy."""

_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


def find_chromium() -> str | None:
    """The executable: $CHROMIUM, or the first usual name on the path."""
    given = os.environ.get("CHROMIUM")
    return next((found for name in ([given] if given else NAMES) if (found := shutil.which(name))), None)


def needs_browser() -> None:
    """Skip the test when there is no Chromium; fail instead if PYREF_REQUIRE_BROWSER is set."""
    if find_chromium() is None:
        reason = "no Chromium found (looked for $CHROMIUM and " + ", ".join(NAMES) + " on the path)"
        if os.environ.get("PYREF_REQUIRE_BROWSER"):
            pytest.fail(reason + "; PYREF_REQUIRE_BROWSER is set")
        pytest.skip(reason)


class Browser:
    """A headless Chromium with an empty profile of its own, ended by leaving the ``with`` block."""

    def __enter__(self) -> Browser:
        executable = find_chromium()
        assert executable is not None, "call needs_browser() first"
        self._profile = tempfile.mkdtemp(prefix="pyref-browser-")
        # Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
        theirs_in, self._send_end = os.pipe()
        self._receive_end, theirs_out = os.pipe()
        # Away from 3 and 4, so that neither is overwritten before it is copied.
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]

        def connect() -> None:
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self._process = subprocess.Popen(
            [executable, *_OPTIONS, f"--user-data-dir={self._profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            preexec_fn=connect,
            start_new_session=True,
        )
        for end in (theirs_in, theirs_out, *high):
            os.close(end)
        self._buffer = b""
        self._number = 0
        self._pages: dict[str, Page] = {}
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.call("Browser.close")
            self._process.wait(timeout=10)
        except (AssertionError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for end in (self._send_end, self._receive_end):
            os.close(end)
        shutil.rmtree(self._profile, ignore_errors=True)

    def call(self, method: str, session: str | None = None, /, **parameters: Any) -> dict[str, Any]:
        """The result of one command of the DevTools protocol."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._send_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result

    def receive(self) -> dict[str, Any]:
        """The next message; events are noted on their page."""
        deadline = time.monotonic() + TIMEOUT
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._receive_end], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"the browser did not answer within {TIMEOUT:.0f} s"
            chunk = os.read(self._receive_end, 1 << 16)
            assert chunk, "the browser ended"
            self._buffer += chunk
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        page = self._pages.get(message.get("sessionId", ""))
        if page is not None and "method" in message:
            page.note(message["method"], message.get("params", {}))
        return message

    def open(self, address: str | Path, *, width: int = 1280, height: int = 900, dark: bool = False) -> Page:
        """A page with this viewport and colour scheme, loaded; ``address`` is a file or a URL."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.go(address.resolve().as_uri() if isinstance(address, Path) else address)
        return page


class Page:
    """An open page: what went wrong on it (``problems``) and what it asked the network for (``requests``).

    ``problems`` has console errors and warnings, uncaught exceptions and failed loads; ``requests`` every
    address loaded other than the page itself and data: URLs.
    """

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._address = ""
        self._loaded = False

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the DevTools protocol on this page."""
        return self._browser.call(method, self._session, **parameters)

    def note(self, event: str, details: dict[str, Any]) -> None:
        """Record an event."""
        if event == "Page.loadEventFired":
            self._loaded = True
        elif event == "Runtime.exceptionThrown":
            self.problems.append(details["exceptionDetails"]["text"])
        elif event == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(a.get("value", a)) for a in details["args"]))
        elif event == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
            self.problems.append(details["entry"]["text"])
        elif event == "Network.loadingFailed":
            self.problems.append(f"failed to load: {details.get('errorText')}")
        elif event == "Network.requestWillBeSent":
            url = details["request"]["url"]
            if url.partition("#")[0] != self._address and not url.startswith("data:"):
                self.requests.append(url)

    def go(self, url: str) -> None:
        """Load ``url`` and wait for its load event."""
        self._address, self._loaded = url.partition("#")[0], False
        failure = self.call("Page.navigate", url=url).get("errorText")
        assert not failure, f"{url}: {failure}"
        while not self._loaded:
            self._browser.receive()

    def resize(self, width: int, height: int) -> None:
        """Set the viewport, in CSS pixels; narrow ones behave like a phone."""
        self._width = width
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression, as JSON."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press and release a key such as ("Tab", 9)."""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def overflow(self) -> int:
        """CSS pixels by which the page is wider than the viewport; 0 when it fits."""
        return max(0, int(self.evaluate("document.documentElement.scrollWidth")) - self._width)

    def screenshot(self, target: Path | None = None, *, whole: bool = False) -> bytes:
        """The viewport, or the whole page, as PNG; also written to ``target``."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        image = base64.b64decode(data)
        if target is not None:
            target.write_bytes(image)
        return image
