"""The library of the C interface: its functions, as ``rehearsal.h`` declares them."""

from __future__ import annotations

import ctypes
import os
import pathlib
import sys
from typing import Any, Optional

#: A host function: the text of a JSON list and a context in, a copied text out.
Function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)

_SESSION = ctypes.c_uint64
_TEXT = ctypes.c_char_p
_ANSWER = ctypes.c_void_p

# By name, without the prefix: the parameters and the result.
_SIGNATURES: dict[str, tuple[list[Any], Any]] = {
    "create": ([], _SESSION),
    "destroy": ([_SESSION], ctypes.c_bool),
    "cancel": ([_SESSION], ctypes.c_bool),
    "define": ([_SESSION, _TEXT, _TEXT, Function, ctypes.c_void_p], _ANSWER),
    "declare_host": ([_SESSION, _TEXT], _ANSWER),
    "limit": ([_SESSION, _TEXT], _ANSWER),
    "load": ([_SESSION, _TEXT, _TEXT], _ANSWER),
    "load_file": ([_SESSION, _TEXT, _TEXT], _ANSWER),
    "run": ([_SESSION], _ANSWER),
    "run_case": ([_SESSION, ctypes.c_int64], _ANSWER),
    "call": ([_SESSION, _TEXT, _TEXT], _ANSWER),
    "advance": ([_SESSION, ctypes.c_int64], _ANSWER),
    "trace": ([_SESSION], _ANSWER),
    "plan": ([_SESSION, _TEXT], _ANSWER),
    "play": ([_SESSION, _TEXT, _TEXT], _ANSWER),
    "merge": ([_SESSION, _TEXT, _TEXT], _ANSWER),
    "version": ([], _ANSWER),
    "copy": ([_TEXT], _ANSWER),
    "free": ([_ANSWER], None),
}


def _open() -> ctypes.CDLL:
    """The library of the package, or the one that ``REHEARSAL_LIBRARY`` names."""
    name = "librehearsal.dylib" if sys.platform == "darwin" else "librehearsal.so"
    beside = pathlib.Path(__file__).with_name(name)
    native = ctypes.CDLL(os.environ.get("REHEARSAL_LIBRARY") or str(beside))
    for function, (parameters, result) in _SIGNATURES.items():
        symbol = getattr(native, "rehearsal_" + function)
        symbol.argtypes = parameters
        symbol.restype = result
    return native


_native = _open()


def function(name: str) -> Any:
    """A function of the library, by its name without the prefix."""
    return getattr(_native, "rehearsal_" + name)


def taken(address: Optional[int]) -> str:
    """The text at an address, which is given back to the library."""
    if address is None:
        raise MemoryError("the library has no memory for its answer")
    try:
        return ctypes.string_at(address).decode()
    finally:
        function("free")(address)


def version() -> str:
    """The version of the library."""
    return taken(function("version")())
