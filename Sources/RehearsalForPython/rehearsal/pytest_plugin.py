"""Scripts as tests of pytest: each scenario of a ``*.rehearsal`` file is a test of its own.

The name of a test is the title of its scenario, as in ``notes.rehearsal::the draft survives``; its
tags are markers. What fails is told at the script's own line, with the timeline as a section of the
report. A scenario with ``skip:`` is skipped, and one with ``fails:`` passes by failing.

Settings, in the configuration file of pytest:

``rehearsal_limits``
    Bounds of each run, a line each, as in ``instructions=1000000``.
``rehearsal_root``
    The folder that scripts may import from; without it the folder of each script.
``rehearsal_host``
    The file that declares the apps and functions in Swift of scripts, which tests in Swift write with
    ``expectDeclarations(of:in:)``. A scenario that runs them fails here and says so.
``rehearsal_os``, ``rehearsal_model``
    The systems on which each scenario is played, as in ``12,17``; also ``--rehearsal-os`` and
    ``--rehearsal-model``. A scenario is one test, which passes where it passes on all of them.
``rehearsal_storm``
    Whether scenarios are disturbed at every step and have to survive; also ``--rehearsal-storm``.
    Each system is a test of its own then.

Scripts below a folder that is a Swift package of its own are left out, unless that folder is named:
they play apps that only their own tests know.

A ``conftest.py`` gives scripts Python's functions. It is asked once to collect the scenarios of a
script, and then for each of them, so what the functions remember is of that scenario alone::

    def pytest_rehearsal_session(session, path, case):
        uploads = []
        session.define("upload", lambda text: uploads.append(text))
        session.define("uploads", lambda: uploads)
"""

from __future__ import annotations

import os
import pathlib
import warnings
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Optional, Protocol, Union

import pytest

from . import Case, Failure, Place, PlannedCase, RehearsalError, Report, Session
from .suites import planned


class RehearsalWarning(UserWarning):
    """Something in a script that is probably not what was meant."""


class Hooks:
    """What plugins and ``conftest.py`` can do about scripts."""

    @pytest.hookspec
    def pytest_rehearsal_session(
        self, session: Session, path: pathlib.Path, case: Union[Case, PlannedCase, None]
    ) -> None:
        """Prepares a session before a script is loaded: None of its cases to collect them, then each
        to play it."""


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rehearsal_limits", "bounds of the runs of scripts", type="linelist")
    parser.addini("rehearsal_root", "the folder that scripts may import from", type="string")
    help = "the file that declares the apps and functions in Swift of scripts"
    parser.addini("rehearsal_host", help, type="string")
    group = parser.getgroup("rehearsal", "scripts of rehearsal")
    for name, what in (("os", "versions"), ("model", "models")):
        help = f"play each scenario on these {what}, parted by commas"
        parser.addini(f"rehearsal_{name}", help, type="string", default="")
        group.addoption(f"--rehearsal-{name}", metavar=what.upper(), help=help)
    help = "disturb scenarios at every step"
    parser.addini("rehearsal_storm", help, type="bool", default=False)
    group.addoption("--rehearsal-storm", action="store_true", default=None, help=help)


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
        try:
            yield from self._on_systems() if self._is_planned() else self._as_it_stands()
        except RehearsalError as error:
            raise self.CollectError(str(error)) from None

    def setting(self, name: str) -> Any:
        """A setting, as the command line or else the configuration has it."""
        given = self.config.getoption(f"rehearsal_{name}")
        return self.config.getini(f"rehearsal_{name}") if given is None else given

    def _is_planned(self) -> bool:
        return any(self.setting(name) for name in ("os", "model", "storm"))

    def _root(self) -> Optional[pathlib.Path]:
        root = self.config.getini("rehearsal_root")
        return self.config.rootpath / root if root else None

    def _as_it_stands(self) -> Iterator[pytest.Item]:
        session, cases = self.loaded(None)
        # Nothing is remembered where nobody gave functions, so all its scenarios have one session.
        has_functions = bool(self.ihook.pytest_rehearsal_session.get_hookimpls())
        script = None if has_functions else session
        if not cases and session.is_test:
            yield ScenarioItem.from_parent(self, name=self.path.stem, script=script, case=None)
        for case in cases:
            yield ScenarioItem.from_parent(self, name=case.title, script=script, case=case)

    def loaded(self, case: Optional[Case]) -> tuple[Session, list[Case]]:
        """A session of its own with the script, to collect its cases or to play one."""
        session = Session(self.config.getini("rehearsal_limits"))
        self.prepare(case, session)
        return session, session.load_file(_shown(self.path, self.config), self._root())

    def prepare(self, case: Union[Case, PlannedCase, None], session: Session) -> None:
        """Declares the host of the configuration, and lets plugins prepare a session."""
        if host := self.config.getini("rehearsal_host"):
            session.declare_host(self.config.rootpath / host)
        self.ihook.pytest_rehearsal_session(session=session, path=self.path, case=case)

    def _on_systems(self) -> Iterator[pytest.Item]:
        session, cases = self.loaded(None)
        is_storm = bool(self.setting("storm"))
        # What only declares, or in a storm has no scenario, is no test.
        if not cases and (is_storm or not session.is_test):
            return
        given = ["storm" if is_storm else "test"]
        given += [f"--{name}={value}" for name in ("os", "model") if (value := self.setting(name))]
        given += [f"--limit={limit}" for limit in self.config.getini("rehearsal_limits")]
        given += [f"--root={root}" for root in [self._root()] if root]
        given += ["--", _shown(self.path, self.config)]
        for case in planned(given, partial(self.prepare, None)):
            yield SystemsItem.from_parent(self, name=case.title, case=case)


class ScriptItem(pytest.Item):
    """A test of a script."""

    def __init__(self, *, case: Union[Case, PlannedCase, None], **keywords: Any) -> None:
        super().__init__(**keywords)
        self.case = case
        for tag in case.tags if case else ():
            # A tag is declared by its use, also where markers are checked.
            self.config.addinivalue_line("markers", f"{tag}: a tag of scripts")
            self.add_marker(tag)
        if case and case.skip is not None:
            self.add_marker(pytest.mark.skip(reason=case.skip))

    @property
    def file(self) -> ScriptFile:
        assert isinstance(self.parent, ScriptFile)
        return self.parent

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, ScriptFailed):
            return FailureReport(excinfo.value.failures)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[pathlib.Path, Optional[int], str]:
        case = self.case
        line = case.line if isinstance(case, PlannedCase) else case.place.line if case else 1
        return self.path, line - 1, self.name


class ScenarioItem(ScriptItem):
    """A case of a script, or a script without scenarios as a whole."""

    def __init__(self, *, script: Optional[Session], **keywords: Any) -> None:
        super().__init__(**keywords)
        self.script = script

    def runtest(self) -> None:
        case = self.case
        assert not isinstance(case, PlannedCase)
        script = self.script or self.file.loaded(case)[0]
        report = script.run() if case is None else script.run_case(case.number)
        self.add_report_section("call", "timeline", "\n".join(report.timeline))
        for warning in report.warnings:
            warnings.warn_explicit(
                warning.message, RehearsalWarning, warning.place.file, warning.place.line
            )
        if not report.passed:
            raise ScriptFailed(report.failures)


class SystemsItem(ScriptItem):
    """A scenario on several systems, or disturbed."""

    def runtest(self) -> None:
        case = self.case
        assert isinstance(case, PlannedCase)
        result = case.played(partial(self.file.prepare, case))
        lines = [line for played in result["cases"] for line in played["timeline"]]
        self.add_report_section("call", "timeline", "\n".join(lines))
        if result["status"] == "skipped":
            pytest.skip(result["cases"][0]["case"].get("skipReason", ""))
        if result["status"] != "passed":
            problems = result["problems"] or [f"{case.name} did not run"]
            raise ScriptFailed(tuple(_failure(text, case) for text in problems))


def _failure(text: str, case: PlannedCase) -> Failure:
    """A failure of a text for people, which begins with its place where it has one."""
    found = re.match(r"(.+?):(\d+):(\d+): ", text)
    file, line, column = found.groups() if found else (case.file, case.line, 1)
    return Failure(Place(file, int(line), int(column)), text, {})


class ScriptFailed(Exception):
    """A run that has not passed."""

    def __init__(self, failures: tuple[Failure, ...]) -> None:
        super().__init__(failures[0].text if failures else "the script did not pass")
        self.failures = failures


class Line(Protocol):
    """What pytest gives a report to write itself to."""

    def line(self, text: str = "", **markup: bool) -> None: ...

    def write(self, text: str, **markup: bool) -> None: ...


@dataclass(frozen=True)
class FailedPlace:
    """Where a test failed, by the names that reports of pytest read."""

    path: str
    lineno: int
    message: str

    def toterminal(self, tw: Line) -> None:
        tw.write(self.path, bold=True, red=True)
        tw.line(f":{self.lineno}: {self.message}")


class FailureReport:
    """What failed, as the tool tells it, and where; pytest asks for these names of a report."""

    def __init__(self, failures: tuple[Failure, ...]) -> None:
        self.failures = failures
        first = failures[0]
        summary = first.text.splitlines()[0]
        prefix = f"{first.place.file}:{first.place.line}:{first.place.column}: "
        if summary.startswith(prefix):
            summary = summary[len(prefix) :]
        self.reprcrash = FailedPlace(first.place.file, first.place.line, summary)

    def _text(self) -> str:
        return "".join(failure.text.rstrip("\n") + "\n\n" for failure in self.failures)

    def toterminal(self, tw: Line) -> None:
        for line in self._text().split("\n")[:-1]:
            tw.line(line)
        self.reprcrash.toterminal(tw)

    def __str__(self) -> str:
        place = self.reprcrash
        return f"{self._text()}{place.path}:{place.lineno}: {place.message}"


def _shown(path: pathlib.Path, config: pytest.Config) -> str:
    """A path as people type it where they are."""
    try:
        return os.fspath(path.relative_to(config.invocation_params.dir))
    except ValueError:
        return os.fspath(path)
