"""Cases on a cluster of Dask: with progress, with another try for what a lost worker had, and with the
report that one process would have written."""

# Where Dask is not installed it has no types, and where it is, not everywhere.
# mypy: allow-untyped-calls

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any, Optional
from uuid import uuid4

from distributed import Client, KilledWorker, as_completed  # type: ignore[import-not-found,unused-ignore]

from .reports import Played, ReportFormat
from .session import RehearsalError
from .suites import Merged, PlannedCase, merge

#: Is told of each case that has ended, and how many have of how many.
Progress = Callable[[Played, int, int], None]


def run(
    cases: Sequence[PlannedCase],
    client: Client,
    *,
    format: ReportFormat = "text",
    retries: int = 3,
    progress: Optional[Progress] = None,
) -> Merged:
    """Plays cases on the workers of a client, and puts their results together.

    A case whose worker was lost is played again, as often as Dask itself does and ``retries`` times
    more, the last time after all others and alone; then it is an error that names the case, as is
    everything else that keeps one from being played. Nothing is reported of a suite of which a case did not run. Without ``progress`` a line on
    a terminal says how far it is.
    """
    results = played(cases, client, retries=retries, progress=progress)
    return merge(results, format, cases)


def played(
    cases: Sequence[PlannedCase],
    client: Client,
    *,
    retries: int = 3,
    progress: Optional[Progress] = None,
) -> list[Played]:
    """Plays cases as :func:`run` does, and gives their results, in the order of the cases."""
    told = progress or _Line().tell
    # A name of its own for each run: Dask takes what has one name for the same.
    run = uuid4().hex
    futures = client.map(
        PlannedCase.run, cases, key=[f"rehearsal-{run}-{case.number}" for case in cases], pure=False
    )
    under_way: dict[Any, PlannedCase] = dict(zip(futures, cases))
    tries = dict.fromkeys((case.number for case in cases), 1)
    results: dict[int, Played] = {}
    alone: list[PlannedCase] = []

    def again(case: PlannedCase) -> Any:
        tries[case.number] += 1
        key = f"rehearsal-{run}-{case.number}-{tries[case.number]}"
        future = client.submit(PlannedCase.run, case, key=key, pure=False)
        under_way[future] = case
        return future

    def note(future: Any) -> Optional[PlannedCase]:
        """Notes the result of a case; gives the case where its worker was lost."""
        case = under_way.pop(future)
        try:
            results[case.number] = future.result()
        except (KilledWorker, CancelledError) as error:
            # The worker went, and perhaps not for this case: what it did is not known.
            if tries[case.number] > retries:
                message = f"{case.name}: its worker was lost each time: {error}"
                raise RehearsalError({"message": message}) from error
            return case
        except Exception as error:
            raise RehearsalError({"message": f"{case.name}: {error}"}) from error
        told(results[case.number], len(results), len(cases))
        return None

    ended = as_completed(futures)
    # What nobody holds is not computed again where its worker is lost.
    del futures
    try:
        for future in ended:
            lost = note(future)
            del future
            if lost and tries[lost.number] < retries:
                ended.add(again(lost))
            elif lost:
                alone.append(lost)
        # A worker that goes takes with it what waits there: on its own a case is to blame for itself.
        for case in alone:
            note(again(case))
    finally:
        client.cancel(list(under_way))
    return [results[case.number] for case in cases]


class _Line:
    """A line of progress on a terminal."""

    def __init__(self) -> None:
        self.failed = 0

    def tell(self, result: Played, ended: int, of: int) -> None:
        self.failed += result["status"] not in ("passed", "skipped")
        if sys.stderr.isatty():
            end = "\n" if ended == of else ""
            print(f"\r{ended} of {of} cases, {self.failed} failed", end=end, file=sys.stderr, flush=True)
