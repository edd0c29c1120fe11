"""Rehearsal plays the life of iOS apps from scripts, in virtual time.

A :class:`Session` holds one script: it is loaded, given Python's functions, run, called and looked
at. :func:`cases` plans the scenarios of many scripts, each of which is played wherever Python runs, and
:func:`merge` makes the report on all of them; :mod:`rehearsal.dask` does both on a cluster. With pytest installed, ``*.rehearsal`` files are tests, see :mod:`rehearsal.pytest_plugin`.
"""

from ._library import version as _version
from .reports import (
    Case,
    CaseFields,
    Diagnostic,
    Failure,
    Place,
    Played,
    Report,
    ReportFormat,
    Scenario,
    Status,
    Trace,
    Warned,
)
from .session import RehearsalError, Session
from .suites import Host, Merged, PlannedCase, cases, merge
from .values import Duration, Range, Symbol, Thing, Value

__all__ = [
    "Case",
    "CaseFields",
    "Diagnostic",
    "Duration",
    "Failure",
    "Host",
    "Merged",
    "Place",
    "Played",
    "PlannedCase",
    "Range",
    "RehearsalError",
    "Report",
    "ReportFormat",
    "Scenario",
    "Session",
    "Status",
    "Symbol",
    "Thing",
    "Trace",
    "Value",
    "Warned",
    "cases",
    "merge",
]

#: The version of the library, which is that of this package.
__version__: str = _version()
