"""A test in Python of an app model in a script, which calls a function of Python's.

It needs the package `rehearsal`, whose wheel `Sources/RehearsalForPython` builds.
"""

import pytest

from rehearsal import RehearsalError, Session, Symbol

SCRIPT = """
app Notes {
    var draft = ""
    button "Type" { draft += "x" }
    on didEnterBackground { upload(draft) }
}
func write() {
    launch Notes
    touch "Type"
    press .home
    return [Notes.draft, Notes.state]
}
"""


def test_the_draft_is_uploaded_when_the_user_leaves():
    uploaded = []
    with Session() as session:
        session.define("upload", lambda text: uploaded.append(text))
        session.load(SCRIPT, name="notes.rehearsal")
        assert session.run().passed
        assert session.call("write") == ["x", Symbol("background")]
        assert uploaded == ["x"]
        session.advance(10)
        trace = session.trace()
        states = [record["name"] for record in trace.records if record["kind"] == "state"]
        assert states == ["inactive", "active", "inactive", "background", "suspended"]


def test_a_script_without_an_end_is_stopped():
    with Session(limits=["instructions=1000000"]) as session:
        session.load("while true { }")
        report = session.run()
        assert not report.passed
        assert "error[E0801]" in report.failures[0].text


def test_a_mistake_has_its_place():
    with Session() as session, pytest.raises(RehearsalError) as caught:
        session.load("let x =\n")
    assert caught.value.diagnostics[0]["place"]["line"] == 1
