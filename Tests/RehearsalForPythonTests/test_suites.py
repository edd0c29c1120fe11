"""Cases that are planned, pickled, played anywhere and put together: what the command reports."""

import json
import os
import pickle
import random
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
import rehearsal

NOTES = """
app Notes {
    var draft = ""
    button "Type" { draft += "x" }
}
scenario "the draft stays", tags: [.small] {
    launch Notes
    touch "Type"
    press .home
    expect Notes.draft == "x"
}
scenario "the draft survives" {
    launch Notes
    touch "Type"
    press .home
    purge Notes
    launch Notes
    expect Notes.draft == "x"
}
scenario "later", skip: "no watch" { expect false }
scenario "known", fails: "issue 1" { expect false }
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "Tests" / "inner").mkdir(parents=True)
    (tmp_path / "Tests" / "notes.rehearsal").write_text(NOTES)
    (tmp_path / "Tests" / "inner" / "plain.rehearsal").write_text("print(1 + 1)\n")
    (tmp_path / "Tests" / "words.rehearsal").write_text("func two() { return 2 }\nlet unused = 1\n")
    (tmp_path / "Tests" / "broken.rehearsal").write_text("let x =\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(cases):
    results = [pickle.loads(pickle.dumps(case)).run() for case in cases]
    random.Random(7).shuffle(results)
    return results


def test_cases_are_named_and_told(folder):
    cases = rehearsal.cases("Tests")
    assert [case.name for case in cases] == [
        "Tests/broken.rehearsal/the script as a whole",
        "Tests/inner/plain.rehearsal/the script as a whole",
        "Tests/notes.rehearsal/the draft stays",
        "Tests/notes.rehearsal/the draft survives",
        "Tests/notes.rehearsal/later",
        "Tests/notes.rehearsal/known",
    ]
    results = [case.run() for case in cases]
    assert [result["status"] for result in results] == [
        "error", "passed", "passed", "failed", "skipped", "passed",
    ]  # fmt: skip
    assert results[3]["problems"][0].startswith("Tests/notes.rehearsal:18:12: ")
    assert cases[4].skip == "no watch" and cases[5].fails == "issue 1" and cases[2].tags == ("small",)
    assert results[2]["results"] == cases[2].run()["results"]


@pytest.mark.parametrize("subcommand", ["test", "storm"])
@pytest.mark.parametrize("systems", [(), ("12", "17")])
def test_the_report_is_that_of_the_command(folder, subcommand, systems):
    cases = rehearsal.cases("Tests", os=systems, storm=subcommand == "storm")
    results = play(cases)
    options = [f"--os={','.join(systems)}"] if systems else []
    for format in ["text", "json", "html"]:
        run = subprocess.run(
            [os.environ["REHEARSE"], subcommand, *options, f"--format={format}", "Tests"],
            capture_output=True,
            text=True,
        )
        merged = rehearsal.merge(results, format, cases)
        # The command says when and where it ran.
        output = re.sub(r'<div id="provenance".*</div>', "", run.stdout)
        assert merged.text == output and merged.exit_code == run.returncode == 2
    # The command reads them, too.
    for result in results:
        (folder / f"{result['number']}.jsonl").write_text(result["results"])
    command = [os.environ["REHEARSE"], "merge", *(f"{result['number']}.jsonl" for result in results)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.stdout == rehearsal.merge(results).text


def test_processes_play_them(folder):
    cases = rehearsal.cases("Tests", storm=True)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        results = list(pool.map(rehearsal.PlannedCase.run, cases))
    assert rehearsal.merge(results, "json").text == rehearsal.merge(play(cases), "json").text


def test_what_is_missing_is_named(folder):
    cases = rehearsal.cases("Tests")
    results = play(cases)
    for result in results:
        rest = [other for other in results if other is not result]
        with pytest.raises(rehearsal.RehearsalError, match="not played.*: " + result["name"] + "$"):
            rehearsal.merge(rest, cases=cases)
        with pytest.raises(rehearsal.RehearsalError, match=f"shard {result['number']}/6 is missing"):
            rehearsal.merge(rest)
    assert rehearsal.merge(results + results[:3]).text == rehearsal.merge(results).text
    with pytest.raises(rehearsal.RehearsalError, match="there are no results"):
        rehearsal.merge([])


def test_what_does_not_belong_together_is_refused(folder):
    results = play(rehearsal.cases("Tests"))
    others = play(rehearsal.cases("Tests", strict=True))
    with pytest.raises(rehearsal.RehearsalError, match="had other options"):
        rehearsal.merge([results[0], *others])
    changed = dict(results[0], results=results[0]["results"].replace("Tests/", "Test/"))
    with pytest.raises(rehearsal.RehearsalError, match="the file was changed after it was written"):
        rehearsal.merge([changed, *results[1:]])
    with pytest.raises(rehearsal.RehearsalError, match="there is no format cobol; there are text, json"):
        rehearsal.merge(results, "cobol")


def test_scripts_are_those_that_were_planned(folder):
    case = rehearsal.cases("Tests/notes.rehearsal")[0]
    (folder / "Tests" / "notes.rehearsal").write_text(NOTES + "\n")
    with pytest.raises(rehearsal.RehearsalError, match="another text than the one that was planned"):
        case.run()
    (folder / "Tests" / "notes.rehearsal").unlink()
    with pytest.raises(rehearsal.RehearsalError, match="cannot be read where the case is played"):
        case.run()


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"os": "1"}, "--os takes versions of the rules"),
        ({"os": [12, ""]}, "--os takes versions of the rules"),
        ({"model": "Toaster"}, "--model takes models"),
        ({"filters": "("}, "--filter takes a regular expression"),
        ({"filters": "nowhere"}, "no scenario of 4 scripts"),
        ({"storm": True, "only": "rain"}, "--only takes one of"),
        ({"pairs": True}, "`test` takes no --pairs"),
        ({"limits": "height=1"}, "height"),
    ],
)
def test_mistakes_are_told(folder, arguments, message):
    with pytest.raises(rehearsal.RehearsalError, match=message):
        rehearsal.cases("Tests", **arguments)


def test_nothing_tested_is_no_success(folder):
    for paths, message in [(["nowhere"], "there is no such file"), (["Tests"] * 2, "is named twice")]:
        with pytest.raises(rehearsal.RehearsalError, match=message):
            rehearsal.cases(*paths)
    skipped = rehearsal.cases("Tests", filters="later")
    with pytest.raises(rehearsal.RehearsalError, match="nothing was tested"):
        rehearsal.merge(play(skipped))


def counter():
    calls = []

    def count():
        calls.append(1)
        return len(calls)

    return {"count": count}


def test_each_case_has_functions_of_its_own(folder):
    (folder / "counts.rehearsal").write_text(
        'scenario "\\(n)", n in [1, 2, 3] {\n    count()\n    expect count() == 2\n}\n'
    )
    cases = rehearsal.cases("counts.rehearsal", host=counter)
    results = play(cases)
    assert {result["status"] for result in results} == {"passed"}
    assert "html" in rehearsal.merge(results, "html", cases).text


def test_results_are_data(folder):
    results = play(rehearsal.cases("Tests", os=[12, 17], filters="draft"))
    assert json.loads(json.dumps(results)) == results
    assert {len(result["cases"]) for result in results} == {2}
