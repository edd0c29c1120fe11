"""Rehearsal plays the life of iOS apps from scripts, in virtual time.

A :class:`Session` holds one script: it is loaded, given Python's functions, run, called and looked
at. With pytest installed, ``*.rehearsal`` files are tests, see :mod:`rehearsal.pytest_plugin`.
"""

from ._library import version as _version
from .reports import Case, Failure, Place, Report, Scenario, Trace, Warned
from .session import RehearsalError, Session
from .values import Duration, Range, Symbol, Thing, Value

__all__ = [
    "Case",
    "Duration",
    "Failure",
    "Place",
    "Range",
    "RehearsalError",
    "Report",
    "Scenario",
    "Session",
    "Symbol",
    "Thing",
    "Trace",
    "Value",
    "Warned",
]

#: The version of the library, which is that of this package.
__version__: str = _version()
