"""Cases: the scenarios of a suite one by one, played wherever Python runs, and put together again."""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Optional, Union

from .reports import CaseFields, Played, ReportFormat, Status
from .session import RehearsalError, Session
from .values import Value

#: Makes the functions that scripts are given, by their names: anew for each case that is played, so
#: that what they remember is of that case alone. To be played in another process it has to be
#: picklable, as a function of a module is.
Host = Callable[[], Mapping[str, Callable[..., Value]]]

_Path = Union[str, "PathLike[str]"]
_Words = Union[str, int, float, Iterable[Union[str, int, float]]]


@dataclass(frozen=True)
class PlannedCase:
    """A case of a suite: it can be pickled, and played in any process that has the scripts.

    Played on several systems, a scenario is one case, since these are compared; of a storm each
    system is one by itself.
    """

    #: Which of the cases it is, from 1, and how many there are.
    number: int
    of: int
    file: str
    line: int
    title: str
    #: The titles of all that it plays: one for each system.
    titles: tuple[str, ...]
    tags: tuple[str, ...]
    #: Why it is not played, and why it has to fail; None where it is, and has to pass.
    skip: Optional[str]
    fails: Optional[str]
    host: Optional[Host] = field(repr=False)
    _header: str = field(repr=False)
    _planned: str = field(repr=False)

    @property
    def name(self) -> str:
        """The file, a slash and the title."""
        return f"{self.file}/{self.title}"

    def run(self) -> Played:
        """Plays the case, and tells how it came out.

        The ``status`` is ``passed``, ``failed``, ``skipped``, ``error`` where the script cannot be
        run, or ``notRun`` where the statements before it failed; ``problems`` are texts for people,
        ``cases`` what the JSON report says of each system, ``elapsed`` the seconds of this computer.
        ``results`` is what :func:`merge` needs, which is the same wherever the case is played.
        Raises :class:`RehearsalError` where the scripts are not those that were planned.
        """
        return self.played(lambda session: _give(session, self.host))

    def played(self, prepare: Callable[[Session], None]) -> Played:
        """Plays the case as :meth:`run` does, with a session that was prepared."""
        start = time.perf_counter()
        with Session() as session:
            prepare(session)
            results: str = json.loads(
                session._ask("play", self._header.encode(), self._planned.encode())
            )
        lines = [json.loads(line) for line in results.split("\n") if line]
        ended: list[CaseFields] = [line for line in lines if line["event"] == "caseEnded"]
        return {
            "name": self.name,
            "number": self.number,
            "of": self.of,
            "file": self.file,
            "line": self.line,
            "title": self.title,
            "status": _worst(case["status"] for case in ended),
            "problems": [problem["text"] for case in ended for problem in case["problems"]],
            "cases": ended,
            "elapsed": time.perf_counter() - start,
            "results": results,
        }


# The worst last; of several systems the worst counts.
_STATUSES: tuple[Status, ...] = ("skipped", "passed", "notRun", "failed", "error")


def _worst(statuses: Iterable[Status]) -> Status:
    # What ended in nothing did not run.
    return max(statuses, key=_STATUSES.index, default="notRun")


def _give(session: Session, host: Optional[Host]) -> None:
    for name, function in (host() if host else {}).items():
        session.define(name, function)


def cases(
    *paths: _Path,
    os: _Words = (),
    model: _Words = (),
    storm: bool = False,
    pairs: bool = False,
    only: _Words = (),
    filters: _Words = (),
    tags: _Words = (),
    without_tags: _Words = (),
    strict: bool = False,
    comments: bool = False,
    limits: _Words = (),
    root: Optional[_Path] = None,
    host: Optional[Host] = None,
) -> list[PlannedCase]:
    """Plans the cases of scripts, or of all scripts below folders, as the command does.

    ``os`` and ``model`` play each scenario on these systems, such as ``os=[12, 17]``. ``storm``
    disturbs each at every step, with ``only`` these disturbances and in ``pairs`` too. ``filters``
    are regular expressions for ``FILE/TITLE``; the other options are those of ``rehearse test``.

    Raises :class:`RehearsalError` where there is no case, and for paths that are not there. On other
    machines, and where processes have other current folders, paths have to be absolute.
    """
    given = ["storm" if storm else "test"]
    for option, words in (("--os", os), ("--model", model)):
        if joined := ",".join(_words(words)):
            given.append(f"{option}={joined}")
    listed = {
        "--only": only,
        "--filter": filters,
        "--tag": tags,
        "--not-tag": without_tags,
        "--limit": limits,
        "--root": () if root is None else fspath(root),
    }
    given += [f"{option}={word}" for option, words in listed.items() for word in _words(words)]
    flags = {"--pairs": pairs, "--strict": strict, "--comments": comments}
    given += [option for option, is_set in flags.items() if is_set]
    if named := [fspath(path) for path in paths]:
        given += ["--", *named]
    return planned(given, lambda session: _give(session, host), host)


def planned(
    given: Sequence[str], prepare: Callable[[Session], None], host: Optional[Host] = None
) -> list[PlannedCase]:
    """Plans the cases of a subcommand with its arguments, with a session that was prepared."""
    with Session() as session:
        prepare(session)
        plan = json.loads(session._ask("plan", json.dumps(given).encode()))
    for path, reason in ((left["path"], left["reason"]) for left in plan["leftOut"]):
        warnings.warn(f"{path} is left out: {reason}", stacklevel=3)
    header = json.dumps(plan["header"])
    return [
        PlannedCase(
            number=case["number"],
            of=len(plan["cases"]),
            file=case["file"],
            line=case["line"],
            title=case["title"],
            titles=tuple(case["titles"]),
            tags=tuple(case["tags"]),
            skip=case.get("skip"),
            fails=case.get("fails"),
            host=host,
            _header=header,
            _planned=json.dumps({"number": case["number"], "play": case["play"]}),
        )
        for case in plan["cases"]
    ]


def _words(words: _Words) -> list[str]:
    if isinstance(words, (str, int, float)):
        return [str(words)]
    return [str(word) for word in words]


@dataclass(frozen=True)
class Merged:
    """The report on all cases of a suite, and what they came to."""

    #: The report, byte for byte that of one process which played them all.
    text: str
    #: That of the command: 0 where nothing failed.
    exit_code: int
    passed: int
    failed: int
    skipped: int

    def __str__(self) -> str:
        return self.text


def merge(
    results: Iterable[Played],
    format: ReportFormat = "text",
    cases: Optional[Sequence[PlannedCase]] = None,
    host: Optional[Host] = None,
) -> Merged:
    """Puts the results of all cases together, in any order; what is there twice counts once.

    The format is one of the command's, such as ``text``, ``json``, ``junit`` or ``html``. Pictures
    play each case once more, so they need the scripts, and the ``host`` of the cases.

    Raises :class:`RehearsalError` where a case is missing, which is named where ``cases`` says which
    there are, where a result is of another run or was changed, and where nothing was tested.
    """
    given: list[dict[str, str]] = []
    present: set[int] = set()
    for result in results:
        given.append({"name": result["name"], "results": result["results"]})
        present.add(result["number"])
    missing = [case.name for case in cases or () if case.number not in present]
    if missing:
        more = f" and {len(missing) - 10} more" if len(missing) > 10 else ""
        raise RehearsalError(
            {"message": f"not played, so nothing is merged: {', '.join(missing[:10])}{more}"}
        )
    with Session() as session:
        _give(session, host or (cases[0].host if cases else None))
        fields = json.loads(session._ask("merge", json.dumps(given).encode(), format.encode()))
    return Merged(
        text=fields["report"],
        exit_code=fields["exitCode"],
        passed=fields["passed"],
        failed=fields["failed"],
        skipped=fields["skipped"],
    )
