"""What sessions tell: cases, reports of runs, traces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Optional, TypedDict

#: How a case came out: ``error`` where the script cannot be run, ``notRun`` where the statements before it
#: failed.
Status = Literal["passed", "failed", "skipped", "error", "notRun"]

#: The name of a report of the command's.
ReportFormat = Literal["text", "json", "junit", "github", "html", "perfetto", "results"]


class PlaceFields(TypedDict):
    """A place, as JSON has it."""

    file: str
    line: int
    column: int


class Diagnostic(TypedDict, total=False):
    """Something that is wrong with a script, as JSON has it."""

    identifier: str
    severity: Literal["error", "warning"]
    message: str
    place: PlaceFields


class CaseFields(TypedDict, total=False):
    """What the JSON report says of a case on one system; ``rehearse explain json`` has all keys."""

    event: Literal["caseEnded"]
    case: dict[str, Any]
    status: Status
    problems: list[dict[str, Any]]
    timeline: list[str]


class Played(TypedDict):
    """How a case of a suite came out."""

    name: str
    number: int
    of: int
    file: str
    line: int
    title: str
    status: Status
    #: Texts for people.
    problems: list[str]
    #: One for each system.
    cases: list[CaseFields]
    #: The seconds of this computer.
    elapsed: float
    #: What :func:`rehearsal.merge` needs, which is the same wherever the case is played.
    results: str


@dataclass(frozen=True)
class Place:
    """A place of a script; lines and columns count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Case:
    """One playing of a scenario."""

    #: Its number in the script, for :meth:`rehearsal.Session.run_case`.
    number: int
    title: str
    #: Where the scenario is declared.
    place: Place
    tags: tuple[str, ...]
    #: By name, the values that the case was made for, as they print.
    parameters: dict[str, str]
    #: Why it is not played; None where it is.
    skip: Optional[str]
    #: Why it has to fail; None where it has to pass.
    fails: Optional[str]

    @classmethod
    def read(cls, number: int, fields: dict[str, Any]) -> Case:
        return cls(
            number=number,
            title=fields["title"],
            place=Place(**fields["place"]),
            tags=tuple(fields["tags"]),
            parameters=fields["parameters"],
            skip=fields.get("skip"),
            fails=fields.get("fails"),
        )


@dataclass(frozen=True)
class Failure:
    """Something that failed."""

    place: Place
    #: For people: the source line, the values of the parts, and what happened before.
    text: str
    #: Everything about it, by the keys of ``rehearse explain json``.
    fields: dict[str, Any]


@dataclass(frozen=True)
class Warned:
    """Something that is probably not what was meant, such as a verb that was refused."""

    place: Place
    identifier: str
    message: str


@dataclass(frozen=True)
class Scenario:
    """How a case came out."""

    title: str
    status: Status
    parameters: dict[str, str]
    #: Why it is skipped, or has to fail.
    reason: Optional[str]
    #: The virtual time that it took, in nanoseconds.
    duration: int


@dataclass(frozen=True)
class Report:
    """How a run came out."""

    passed: bool
    failures: tuple[Failure, ...]
    warnings: tuple[Warned, ...]
    scenarios: tuple[Scenario, ...]
    #: What the script printed, line by line.
    output: tuple[str, ...]
    #: What happened, in the command's lines; at most the last, as many as the limit ``records``.
    timeline: tuple[str, ...]

    @classmethod
    def read(cls, fields: dict[str, Any]) -> Report:
        return cls(
            passed=fields["passed"],
            failures=tuple(
                Failure(Place(**failure["place"]), failure["text"], failure)
                for failure in fields["failures"]
            ),
            warnings=tuple(
                Warned(Place(**warning["place"]), warning["identifier"], warning["message"])
                for warning in fields["warnings"]
            ),
            scenarios=tuple(
                Scenario(
                    title=scenario["title"],
                    status=scenario["status"],
                    parameters=scenario["parameters"],
                    reason=scenario.get("reason"),
                    duration=scenario["duration"],
                )
                for scenario in fields["scenarios"]
            ),
            output=tuple(fields["output"]),
            timeline=tuple(fields["timeline"]),
        )


@dataclass(frozen=True)
class Trace:
    """What happened on a device."""

    #: The names of the apps; records name them by their position.
    apps: tuple[str, ...]
    #: By the keys of ``rehearse explain json``, the oldest first.
    records: tuple[dict[str, Any], ...]
