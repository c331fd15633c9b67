"""The changes made to the program `lean.js` of the pinned package before it is used.

None of them touches Lean: `lean.js` is the host glue around `lean.wasm` (threads, files, start-up), and
elaborator and kernel live in `lean.wasm`, which is used as published. Each change must match exactly as often
as stated, so a different input is refused instead of being half-patched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyref.errors import InputError

#: Virtual directories are mounted below this path, whatever the real paths are called.
VIRTUAL_ROOT = "/lean"

#: Environment variable that carries the mounts to the program: a JSON object {virtual directory: real
#: directory}.
MOUNTS_VARIABLE = "PYREF_LEAN_MOUNTS"

_EXPORT_COUNT = 188141


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """One literal replacement that must match exactly once."""

    reason: str
    old: str
    new: str


_HELPERS = (
    "var __symbolIndexes=new WeakMap;"
    "var __symbolIndex=exports=>{var index=__symbolIndexes.get(exports);"
    "if(!index){index=new Map(Object.keys(exports).map((name,i)=>[name,i]));"
    "__symbolIndexes.set(exports,index)}"
    "return index};"
    f'var __mountAll=()=>{{FS.mkdir("{VIRTUAL_ROOT}");'
    f"for(var [path,root] of Object.entries(JSON.parse(process.env.{MOUNTS_VARIABLE})))"
    "{FS.mkdir(path);FS.mount(NODEFS,{root},path)}};"
    f'var __ownPath=path=>UTF8ToString(path).startsWith("{VIRTUAL_ROOT}/");'
    "var __ownFile=fd=>!!FS.streams[fd];"
    "var __firstFile=()=>ENVIRONMENT_IS_PTHREAD?8192*worker_threads.threadId:0;"
)


def _own(name: str, arguments: str, index: int, condition: str) -> Replacement:
    head = f"function {name}({arguments}){{if(ENVIRONMENT_IS_PTHREAD"
    tail = f")return proxyToMainThread({index},0,1,{arguments});"
    return Replacement(
        reason="A thread reads and writes real files itself; asking the main thread takes 1 ms, 9 s a start.",
        old=head + tail,
        new=f"{head}&&!{condition}{tail}",
    )


REPLACEMENTS: tuple[Replacement, ...] = (
    Replacement(
        reason="Where the helper functions of the other changes are put.",
        old="var __dlsym_js=(handle",
        new=_HELPERS + "var __dlsym_js=(handle",
    ),
    Replacement(
        reason="A search through 200,000 names for every symbol takes minutes; a map takes none.",
        old="newSymIndex=Object.keys(lib.exports).indexOf(symbol);",
        new="newSymIndex=(__symbolIndex(lib.exports).get(symbol)??-1);",
    ),
    Replacement(
        reason="Two threads are needed; each one more costs seconds and hundreds of megabytes.",
        old="var pthreadPoolSize=4;",
        new="var pthreadPoolSize=2;",
    ),
    Replacement(
        reason="Deep recursion in a proof needs more than a thread's default stack.",
        old='new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread"})',
        new=(
            'new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread",'
            "resourceLimits:{stackSizeMb:256}})"
        ),
    ),
    Replacement(
        reason="Only /home and /tmp would be visible: mount the directories of this run in every thread.",
        old="if(ENVIRONMENT_IS_NODE){NODEFS.staticInit()}",
        new="if(ENVIRONMENT_IS_NODE){NODEFS.staticInit();__mountAll()}",
    ),
    Replacement(
        reason="See the previous change.",
        old='FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");',
        new="",
    ),
    Replacement(
        reason="The real working directory is not mounted.",
        old="FS.chdir(cwd)}else{",
        new=f'FS.chdir("{VIRTUAL_ROOT}")}}else{{',
    ),
    Replacement(
        reason="The program looks for its own directory among the mounted ones.",
        old='path=__filename}else{path="/bin/lean.wasm"}',
        new=f'path="{VIRTUAL_ROOT}/lean"}}else{{path="/bin/lean.wasm"}}',
    ),
    Replacement(
        reason="Numbers of open files must differ between threads now that each thread has its own table.",
        old="for(var fd=0;fd<=FS.MAX_OPEN_FDS;fd++){",
        new="for(var fd=__firstFile(),end=fd+FS.MAX_OPEN_FDS;fd<=end;fd++){",
    ),
    _own("___syscall_stat64", "path,buf", 45, "__ownPath(path)"),
    _own("___syscall_lstat64", "path,buf", 30, "__ownPath(path)"),
    _own("___syscall_openat", "dirfd,path,flags,varargs", 34, "__ownPath(path)"),
    _own("___syscall_fstat64", "fd,buf", 20, "__ownFile(fd)"),
    _own("_fd_read", "fd,iov,iovcnt,pnum", 158, "__ownFile(fd)"),
    _own("_fd_seek", "fd,offset,whence,newOffset", 159, "__ownFile(fd)"),
    _own("_fd_write", "fd,iov,iovcnt,pnum", 161, "__ownFile(fd)"),
    _own("_fd_close", "fd", 154, "__ownFile(fd)"),
)

# 188,141 lines of the form `_l_X=Module["_l_X"]=wasmExports["l_X"];` copy Lean's exports into variables that
# nothing reads (symbols are looked up in the export object). Each thread ran them: 85 MB of program and
# seconds of start-up.
_EXPORT_COPY = re.compile(r'_(l_\w+)=Module\["_\1"\]=wasmExports\["\1"\](?:\.value)?;')
_EXPORT_VARIABLE = re.compile(r",_l_\w+(?=[,;])")


def fingerprint() -> str:
    """A text that changes whenever the result of `patch_program` may change."""
    texts = [(change.old, change.new) for change in REPLACEMENTS]
    return repr((_EXPORT_COPY.pattern, _EXPORT_VARIABLE.pattern, texts))


def patch_program(program: str) -> str:
    """Return the program with every change applied.

    Raises InputError when a change does not match exactly as often as it must.
    """
    program, copies = _EXPORT_COPY.subn("", program)
    program, variables = _EXPORT_VARIABLE.subn("", program)
    if (copies, variables) != (_EXPORT_COUNT, _EXPORT_COUNT) or "_l_Lean_" in program:
        raise InputError(
            f"lean.js is not the program these changes were written for ({copies} and {variables} exports"
            f" instead of {_EXPORT_COUNT}): remove the cached installation and install again"
        )
    for change in REPLACEMENTS:
        count = program.count(change.old)
        if count != 1:
            raise InputError(
                f"lean.js is not the program these changes were written for ({count} matches for"
                f" {change.old[:60]!r}): remove the cached installation and install again"
            )
        program = program.replace(change.old, change.new)
    return program
