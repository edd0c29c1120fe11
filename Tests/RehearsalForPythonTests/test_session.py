"""Sessions from Python: values, errors, threads, and functions of Python's."""

import math
import threading

import pytest

import rehearsal
from rehearsal import Duration, Range, RehearsalError, Session, Symbol, Thing

SAME = "func same(value) { return value }"


@pytest.fixture
def session():
    with Session(limits=["instructions=1000000"]) as session:
        yield session


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(2**63),
        2**63 - 1,
        2.0,
        0.1,
        5e-324,
        math.inf,
        'é"\\\n\0😀',
        [],
        [1, [2.5, None]],
        {},
        {"b": 1, "a": 2},
        {1: "a", Symbol("b"): Duration(2)},
        {"duration": 5},
        {"error": "none"},
        Duration(2**63 - 1),
        Duration.of(1.5),
        Symbol("home"),
        Range(1, 3),
        Range(0.5, 1.5, is_closed=True),
    ],
)
def test_values_come_back_as_they_went(session, value):
    session.define("echo", lambda value: value)
    session.load(SAME + "\nfunc echoed(value) { return echo(value) }")
    assert session.run().passed
    for function in ("same", "echoed"):
        answer = session.call(function, value)
        assert answer == value and type(answer) is type(value)
    if isinstance(value, dict):
        assert list(session.call("same", value)) == list(value)


@pytest.mark.parametrize("value", [2**63, object(), Thing("app"), {1, 2}, {"a": object()}])
def test_what_is_no_value_is_an_error(session, value):
    session.load(SAME)
    with pytest.raises((TypeError, RehearsalError)):
        session.call("same", value)


def test_what_is_too_much_is_an_error(session):
    session.limit("instructions=100000000")
    session.load("func list(n) { var l = []; for i in 0..<n { l.append(i) }; return l }")
    session.run()
    assert len(session.call("list", 1_000_000)) == 1_000_000
    with pytest.raises(RehearsalError, match="this is more"):
        session.call("list", 1_048_577)
    with pytest.raises(ValueError):
        session.load("print(1)\0print(2)")
    with pytest.raises(OverflowError):
        session.advance(1e30)


def test_errors_say_what_and_where(session):
    with pytest.raises(RehearsalError, match="load one"):
        session.run()
    with pytest.raises(RehearsalError) as caught:
        session.load("let x =")
    assert caught.value.diagnostics[0]["identifier"] == "E0202"
    with pytest.raises(RehearsalError, match="heap"):
        session.limit("heep=1MB")
    session.load("print([1][5])", name="a.rehearsal")
    failure = session.run().failures[0]
    assert failure.text.startswith("a.rehearsal:1:7: error[E0705]")
    assert (failure.place.line, failure.place.column) == (1, 7)
    session.load("while true { }")
    assert session.run().failures[0].fields["fault"]["identifier"] == "E0801"


def test_functions_of_python(session):
    def scale(number, factor=None):
        return number * (factor or 2)

    def fail():
        raise LookupError("no such user")

    def stop():
        raise KeyboardInterrupt

    for function in (scale, fail, stop):
        session.define(function.__name__, function)
    session.load("print(scale(3), scale(3, 3))")
    assert session.run().output == ("6 9",)
    session.load("fail()")
    assert "LookupError: no such user" in session.run().failures[0].text
    session.load("stop()")
    with pytest.raises(KeyboardInterrupt):
        session.run()
    with pytest.raises(RehearsalError, match="choose another name"):
        session.define("scale", scale)


def test_an_app_that_is_ended_for_its_own_fault_fails(session):
    session.load(
        "app Slow { on didEnterBackground { work(1min) } }\n"
        'scenario "s" { launch Slow; press .home; advance 1min }'
    )
    report = session.run()
    assert not report.passed and "error[E0721]" in report.failures[0].text


def test_cases_are_numbered(session):
    cases = session.load(
        """
        scenario "for \\(n)", n in [1, 2], tags: [.small] { expect n == 1 }
        scenario "later", skip: "no watch" { expect false }
        """
    )
    assert [(case.number, case.title) for case in cases] == [(0, "for 1"), (1, "for 2"), (2, "later")]
    assert cases[0].tags == ("small",) and cases[0].place.line == 2
    assert cases[2].skip == "no watch"
    assert session.run_case(0).passed
    report = session.run_case(1)
    assert [scenario.status for scenario in report.scenarios] == ["failed"]
    assert report.failures[0].place.line == 2
    with pytest.raises(RehearsalError, match="from 0 to 2"):
        session.run_case(3)


def test_a_session_is_used_once(session):
    refused = []

    def again():
        for use in (session.run, session.close):
            try:
                use()
            except RehearsalError as error:
                refused.append(str(error))

    session.define("again", again)
    session.load("again()")
    assert session.run().passed
    assert len(refused) == 2 and all("in use" in message for message in refused)


def test_sessions_run_beside_each_other():
    results = []

    def play(number):
        with Session() as session:
            session.load(SAME)
            session.run()
            results.append(session.call("same", number))

    threads = [threading.Thread(target=play, args=[number]) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == list(range(16))


def test_a_run_is_stopped_from_another_thread():
    with Session(["instructions=1000000000000", "events=1000000000"]) as session:
        begun = threading.Event()
        session.define("begin", begun.set, [])
        session.load("begin()\nvar n = 0\nwhile true { n += 1 }")
        reports = []
        thread = threading.Thread(target=lambda: reports.append(session.run()))
        thread.start()
        begun.wait()
        while thread.is_alive():
            session.cancel()
            thread.join(0.001)
        assert not reports[0].passed
        assert not session.cancel()


def test_a_closed_session_is_no_session():
    session = Session()
    session.close()
    session.close()
    with pytest.raises(RehearsalError):
        session.run()
    assert rehearsal.__version__.count(".") == 2
