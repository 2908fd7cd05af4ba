"""SWI-Prolog in this process, with one crossing for a whole batch.

pyswip loads the library; the functions for a crossing are bound here. Each crossing is one
``PL_call_predicate``: an interrupt cannot leave a query open, and discarding the frame frees all
terms, so Prolog never collects garbage. The GIL is released during the call.
"""

import atexit
import contextlib
import ctypes as c
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from symbolic_rl.base.errors import (
    EngineError,
    MissingPrologError,
    PackError,
    RefusedMemoryError,
    StackError,
)
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.base.interrupts import ForeignCalls
from symbolic_rl.bridge.tokens import TokenArray

_STRING = 6
_NO_DEBUG, _PASS_EXCEPTION = 0x04, 0x10
_CVT_STRING, _CVT_WRITEQ = 0x02, 0x200
_BUF_STACK, _BUF_ALLOW_STACK, _UTF8 = 0x10000, 0x40000, 0x100000
_FLAGS = _NO_DEBUG | _PASS_EXCEPTION
STACK_LIMIT_BYTES = 512 * 2**20
_INTERRUPT = "symbolic_rl_interrupt"
"""Exception that ends a call; no goal of a program can catch it."""
_FOLDERS = {
    "compile": ("loader",),
    "resolve": ("tokens", "stack_reserve"),
    "core": ("core", "image", "export"),
    "search": (
        *("proof", "depth_first", "swipl", "threads", "deepening", "bottom_up", "tabled"),
        "lemmas",
    ),
}
MODULES = {
    module: f"{folder}/{module}" for folder, modules in _FOLDERS.items() for module in modules
}
"""Files below ``prolog/`` by module; each is loaded at its first call."""


def fault(text: str, where: str) -> EngineError:
    """Return the error for an exception of Prolog that no user caused."""
    if "not enough memory" in text or "resource_error(memory)" in text:
        return RefusedMemoryError()
    return EngineError(
        f"SWI-Prolog: {text}",
        where=where,
        fix="this is a fault of symbolic-rl; please report it with your program.",
    )


class Library:
    """Functions of libswipl that a crossing needs."""

    def __init__(self, handle: c.CDLL) -> None:
        def bind(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
            return c.CFUNCTYPE(result, *arguments)((name, handle))

        size, pointer, integer = c.c_size_t, c.c_void_p, c.c_int
        out_size, out_pointer = c.POINTER(size), c.POINTER(pointer)
        self.new_refs = bind("PL_new_term_refs", size, integer)
        self.open_frame = bind("PL_open_foreign_frame", size)
        self.discard_frame = bind("PL_discard_foreign_frame", None, size)
        self.predicate = bind("PL_predicate", pointer, c.c_char_p, integer, c.c_char_p)
        self.call = bind("PL_call_predicate", integer, pointer, integer, pointer, size)
        self.exception = bind("PL_exception", size, size)
        self.clear_exception = bind("PL_clear_exception", None)
        self.unify_wchars = bind("PL_unify_wchars", integer, size, integer, size, pointer)
        self.get_wchars = bind("PL_get_wchars", integer, size, out_size, out_pointer, c.c_uint)
        self.get_nchars = bind("PL_get_nchars", integer, size, out_size, out_pointer, c.c_uint)
        self.put_integer = bind("PL_put_integer", integer, size, c.c_long)
        self.parse = bind("PL_chars_to_term", integer, c.c_char_p, size)
        self.attach_engine = bind("PL_thread_attach_engine", integer, pointer)
        self.thread_self = bind("PL_thread_self", integer)
        self.version = bind("PL_version_info", c.c_uint, integer)

    def error(self, what: str) -> EngineError:
        """Return and clear the pending exception of ``what``, or the error of its failure."""
        term = self.exception(0)
        text = self._text(term) if term else "the goal failed"
        self.clear_exception()
        # Where no stack is left for the exception itself, SWI-Prolog aborts, or cannot write it.
        if "stack_overflow{" in text or text in ("", "'$aborted'", "unwind(abort)"):
            self.lift_limit()
            return StackError(_attached.stack_bytes)
        return fault(text, what)

    def lift_limit(self) -> None:
        """Lift a limit on inferences that an error or an interrupt has left in force.

        An exception that comes just before call_with_inference_limit/3 catches errors, or for which
        no stack is left, passes it by.
        """
        frame = self.open_frame()
        term = self.new_refs(1)
        self.put_integer(term, 2**63 - 1)
        self.call(None, _FLAGS, self.predicate(b"$inference_limit_false", 1, b"system"), term)
        self.discard_frame(frame)

    def _text(self, term: int) -> str:
        """Return a term as text; empty where there is no room to write it."""
        length, text = c.c_size_t(), c.c_void_p()
        flags = _CVT_WRITEQ | _UTF8 | _BUF_STACK
        if not self.get_nchars(term, c.byref(length), c.byref(text), flags):
            return ""
        return c.string_at(text.value or 0, length.value).decode()


_attached = threading.local()
_reserve = 0
"""Cells of stack that threads keep free."""
_start_lock = threading.Lock()
_loaded: set[str] = set()
_load_lock = threading.RLock()  # reentrant: a finalizer may run while a module is loaded


@contextmanager
def _without_surroundings() -> Iterator[None]:
    """Hide the user's settings folders and the command's arguments within a block.

    SWI-Prolog starts when pyswip is imported, and would load the user's ``init.pl``, which can
    change the meaning of programs. pyswip also reads the arguments, and a file name among them may
    not be UTF-8.
    """
    folders = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")
    hidden = ("HOME", *folders)
    before = {name: os.environ[name] for name in hidden if name in os.environ}
    arguments = sys.argv
    os.environ.update(dict.fromkeys(hidden, os.devnull))
    sys.argv = ["symbolic-rl"]
    try:
        yield
    finally:
        sys.argv = arguments
        for name in hidden:
            del os.environ[name]
        os.environ.update(before)


def _expect_folder() -> None:
    """Raise PackError if SWI-Prolog cannot start in the current folder."""
    try:
        os.getcwd().encode()
    except UnicodeEncodeError:
        what = "SWI-Prolog does not start in a folder whose name is not UTF-8."
        raise PackError(what, os.getcwd(), "rename it, or work in another folder.") from None
    except OSError as error:
        what = f"the current folder cannot be used: {error.strerror}."
        raise PackError(what, "the current folder", "work in a folder that is there.") from None


@cache
def _started() -> Library:
    _expect_folder()
    try:
        with _without_surroundings():
            from pyswip import Prolog
            from pyswip.core import _lib, cleanupProlog
    except MemoryError:
        raise
    except Exception as error:
        # pyswip looks for SWI-Prolog at its import, so its class of errors cannot be imported.
        # SystemExit, which a signal may raise here, is not an Exception.
        raise MissingPrologError() from error
    Prolog()
    # Clean-up at exit is unnecessary, and complains about attached threads.
    atexit.unregister(cleanupProlog)
    library = Library(_lib)
    _attach(library)
    _run(library, f"system:set_prolog_flag(stack_limit, {STACK_LIMIT_BYTES})")
    return library


def library() -> Library:
    """Return SWI-Prolog, started at the first call and attached to this thread; or an error."""
    with _start_lock:
        swipl = _started()
    if not getattr(_attached, "done", False):
        swipl.attach_engine(None)
        _attach(swipl)
    if _attached.reserve < _reserve:
        _attached.reserve = _reserve
        _goal(swipl, "(stack_reserve:take_reserve, true)")
    return swipl


def reserve_stack(cells: int) -> None:
    """Let every thread reserve stack for clauses of many variables; see ``stack_reserve.pl``.

    ``cells`` are the widest clause's variables plus four times its goals; 0 if none is wide.
    """
    global _reserve
    if cells > _reserve:
        _use("stack_reserve")
        run(f"(stack_reserve:reserve_stack({cells}), true)")
        _reserve = cells


def _attach(swipl: Library) -> None:
    number = swipl.thread_self()
    flag = f"{_INTERRUPT}_{number}"  # 1 while a request waits

    def ask() -> None:
        signal = f"(flag({flag}, _, 0), throw({_INTERRUPT}))"
        _goal(library(), f"system:(flag({flag}, _, 1), thread_signal({number}, {signal}))")

    def is_waiting() -> bool:
        try:
            _goal(library(), f"system:flag({flag}, 1, 1)")
        except EngineError:
            return False
        return True

    def settle() -> None:  # a pending request takes effect in the first goal
        with contextlib.suppress(EngineError):
            _goal(swipl, f"system:catch((true, garbage_collect_clauses), {_INTERRUPT}, true)")
        swipl.lift_limit()

    _attached.reserve, _attached.stack_bytes = 0, STACK_LIMIT_BYTES
    _attached.calls = ForeignCalls(ask, is_waiting, settle)
    _attached.done = True


def calls() -> ForeignCalls:
    """Return the context of this thread's calls to Prolog; every call must be made in it."""
    library()
    found: ForeignCalls = _attached.calls
    return found


def _use(module: str) -> None:
    """Load a file of ``prolog/`` once."""
    if module in _loaded or module not in MODULES:
        return
    with _load_lock:
        if module not in _loaded:
            _run(library(), f"system:use_module({quoted(str(PROLOG_DIR / MODULES[module]))}, [])")
            _loaded.add(module)


def quoted(text: str) -> str:
    r"""Return ``text`` as a quoted Prolog atom.

    >>> print(quoted("it's"))
    'it\x27\s'
    """
    escaped = re.sub(r"[\\']|[^ -~]", lambda m: f"\\x{ord(m[0]):x}\\", text)
    return f"'{escaped}'"


def quoted_path(path: Path) -> str:
    """Return a path as a quoted Prolog atom; PackError: it is not UTF-8."""
    try:
        os.fspath(path).encode()
    except UnicodeEncodeError:
        what = "SWI-Prolog cannot open a file whose name is not UTF-8."
        raise PackError(what, str(path), "rename the file, or the folder it is in.") from None
    return quoted(str(path))


def listed(items: Sequence[str]) -> str:
    """Return the text of a Prolog list of terms, given as text."""
    return f"[{', '.join(items)}]"


def _run(swipl: Library, goal: str) -> None:
    with _attached.calls:
        swipl.lift_limit()
        _goal(swipl, goal)


def _goal(swipl: Library, goal: str) -> None:
    frame = swipl.open_frame()
    try:
        term = swipl.new_refs(1)
        if not swipl.parse(goal.encode(), term):
            raise EngineError(
                f"SWI-Prolog cannot read a goal of this package: {goal}",
                "SWI-Prolog's set-up",
                "report it with this goal; a folder or file of an unusual name may be the reason.",
            )
        if not swipl.call(None, _FLAGS, swipl.predicate(b"call", 1, b"system"), term):
            raise swipl.error(goal)
    finally:
        swipl.discard_frame(frame)


def run(goal: str) -> None:
    """Run a goal of this package once, for set-up, or raise EngineError; quote user text."""
    _use(goal.partition(":")[0])
    _run(library(), goal)


def finish(function: Callable[..., object], *arguments: object) -> None:
    """Call a function that frees or restores something, even if the time is over."""
    with calls().past_the_end():
        function(*arguments)


@contextmanager
def stack_limit(n_bytes: int) -> Iterator[None]:
    """Bound the stacks of this thread within a block."""
    if n_bytes == STACK_LIMIT_BYTES:
        yield
        return
    run(f"system:set_prolog_flag(stack_limit, {n_bytes})")
    _attached.stack_bytes = n_bytes
    try:
        yield
    finally:
        _attached.stack_bytes = STACK_LIMIT_BYTES
        finish(run, f"system:set_prolog_flag(stack_limit, {STACK_LIMIT_BYTES})")


class Crossing:
    """Predicate ``name(+In, -Out)`` of a module: int32 codes in and out, by one foreign call."""

    def __init__(self, module: str, name: str) -> None:
        _use(module)
        self._where = f"{module}:{name}/2"
        self._library = library()
        self._predicate = self._library.predicate(name.encode(), 2, module.encode())

    def __call__(self, codes: TokenArray) -> TokenArray:
        """Call it with contiguous ``codes``, and return its codes without the first.

        EngineError: it failed or raised, or a code is not a code point. Interrupted: the time is
        over.
        """
        swipl = library()
        with _attached.calls:
            swipl.lift_limit()
            return self._called(swipl, codes)

    def _called(self, swipl: Library, codes: TokenArray) -> TokenArray:
        length, data = c.c_size_t(), c.c_void_p()
        frame = swipl.open_frame()
        try:
            terms = swipl.new_refs(2)
            if not swipl.unify_wchars(terms, _STRING, codes.size, codes.ctypes.data):
                raise swipl.error(f"{self._where}: a token out of range")
            if not swipl.call(None, _FLAGS, self._predicate, terms):
                raise swipl.error(self._where)
            flags = _CVT_STRING | _BUF_ALLOW_STACK
            if not swipl.get_wchars(terms + 1, c.byref(length), c.byref(data), flags):
                raise swipl.error(f"{self._where}: the result is not a string")
            wide = (c.c_int32 * length.value).from_address(data.value or 0)
            return np.ctypeslib.as_array(wide)[1:].copy()  # the memory dies with the frame
        finally:
            swipl.discard_frame(frame)


class PrologCall:
    """Predicate ``name(+Integer)`` of a module, for calls that write their results to memory."""

    def __init__(self, module: str, name: str) -> None:
        _use(module)
        self._where = f"{module}:{name}/1"
        self._predicate = library().predicate(name.encode(), 1, module.encode())

    def __call__(self, argument: int) -> None:
        """Call it; EngineError: it failed or raised. Interrupted: the time is over."""
        swipl = library()
        with _attached.calls:
            frame = swipl.open_frame()
            try:
                term = swipl.new_refs(1)
                swipl.put_integer(term, argument)
                if not swipl.call(None, _FLAGS, self._predicate, term):
                    raise swipl.error(self._where)
            finally:
                swipl.discard_frame(frame)
