"""Scripts as tests of pytest: each scenario of a ``*.rehearsal`` file is a test of its own.

The name of a test is the title of its scenario, as in ``notes.rehearsal::the draft survives``; its
tags are markers. What fails is told at the script's own line, with the timeline as a section of the
report. A scenario with ``skip:`` is skipped, and one with ``fails:`` passes by failing.

Settings, in the configuration file of pytest:

``rehearsal_limits``
    Bounds of each run, a line each, as in ``instructions=1000000``.
``rehearsal_root``
    The folder that scripts may import from; without it the folder of each script.

Scripts below a folder that is a Swift package of its own are left out, unless that folder is named:
they play apps that only their own tests know.

A ``conftest.py`` gives scripts Python's functions::

    def pytest_rehearsal_session(session, path):
        session.define("uploaded", lambda: 3)
"""

from __future__ import annotations

import os
import pathlib
import warnings
from collections.abc import Iterator
from typing import Any, Optional

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr
from _pytest._io import TerminalWriter

from . import Case, Failure, RehearsalError, Report, Session


class RehearsalWarning(UserWarning):
    """Something in a script that is probably not what was meant."""


class Hooks:
    """What plugins and ``conftest.py`` can do about scripts."""

    @pytest.hookspec
    def pytest_rehearsal_session(self, session: Session, path: pathlib.Path) -> None:
        """Prepares the session of a script before it is loaded."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rehearsal_limits", "bounds of the runs of scripts", type="linelist")
    parser.addini("rehearsal_root", "the folder that scripts may import from", type="string")


def pytest_collect_file(
    file_path: pathlib.Path, parent: pytest.Collector
) -> Optional[pytest.Collector]:
    if file_path.suffix != ".rehearsal" or _is_of_inner_package(file_path, parent.config):
        return None
    collector: pytest.Collector = ScriptFile.from_parent(parent, path=file_path)
    return collector


def _is_of_inner_package(path: pathlib.Path, config: pytest.Config) -> bool:
    """Whether a script belongs to a Swift package below what pytest was asked for."""
    asked = {
        (config.invocation_params.dir / argument.split("::")[0]).resolve() for argument in config.args
    }
    resolved = path.resolve()
    if resolved in asked:
        return False
    for folder in resolved.parents:
        if folder in asked:
            return False
        if (folder / "Package.swift").exists():
            return True
    return False


class ScriptFile(pytest.File):
    """A script, whose scenarios are its tests."""

    def collect(self) -> Iterator[pytest.Item]:
        session = Session(self.config.getini("rehearsal_limits"))
        self.ihook.pytest_rehearsal_session(session=session, path=self.path)
        root = self.config.getini("rehearsal_root")
        try:
            cases = session.load_file(
                _shown(self.path, self.config), self.config.rootpath / root if root else None
            )
        except RehearsalError as error:
            raise self.CollectError(str(error)) from None
        if not cases and session.is_test:
            yield ScenarioItem.from_parent(self, name=self.path.stem, script=session, case=None)
        for case in cases:
            yield ScenarioItem.from_parent(self, name=case.title, script=session, case=case)


class ScenarioItem(pytest.Item):
    """A case of a script, or a script without scenarios as a whole."""

    def __init__(self, *, script: Session, case: Optional[Case], **keywords: Any) -> None:
        super().__init__(**keywords)
        self.script = script
        self.case = case
        for tag in case.tags if case else ():
            # A tag is declared by its use, also where markers are checked.
            self.config.addinivalue_line("markers", f"{tag}: a tag of scripts")
            self.add_marker(tag)
        if case and case.skip is not None:
            self.add_marker(pytest.mark.skip(reason=case.skip))

    def runtest(self) -> None:
        run = self.script.run if self.case is None else self._run_case
        report = run()
        self.add_report_section("call", "timeline", "\n".join(report.timeline))
        for warning in report.warnings:
            warnings.warn_explicit(
                warning.message, RehearsalWarning, warning.place.file, warning.place.line
            )
        if not report.passed:
            raise ScriptFailed(report)

    def _run_case(self) -> Report:
        assert self.case is not None
        return self.script.run_case(self.case.number)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, ScriptFailed):
            return FailureReport(excinfo.value.report.failures)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[pathlib.Path, Optional[int], str]:
        return self.path, self.case.place.line - 1 if self.case else 0, self.name


class ScriptFailed(Exception):
    """A run that has not passed."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.failures[0].text if report.failures else "the script did not pass")
        self.report = report


class FailureReport(TerminalRepr):
    """What failed, as the tool tells it, and where."""

    def __init__(self, failures: tuple[Failure, ...]) -> None:
        self.failures = failures
        first = failures[0]
        summary = first.text.splitlines()[0]
        prefix = f"{first.place.file}:{first.place.line}:{first.place.column}: "
        if summary.startswith(prefix):
            summary = summary[len(prefix) :]
        self.reprcrash = ReprFileLocation(first.place.file, first.place.line, summary)

    def toterminal(self, tw: TerminalWriter) -> None:
        for failure in self.failures:
            for line in failure.text.rstrip("\n").split("\n"):
                tw.line(line)
            tw.line("")
        self.reprcrash.toterminal(tw)


def _shown(path: pathlib.Path, config: pytest.Config) -> str:
    """A path as people type it where they are."""
    try:
        return os.fspath(path.relative_to(config.invocation_params.dir))
    except ValueError:
        return os.fspath(path)
