"""Scripts as tests of pytest: names, choices, places of what fails, settings."""

import pytest

pytest_plugins = ["pytester"]

SCRIPT = """
print("begins")
scenario "right", tags: [.small] { expect 1 + 1 == 2 }
scenario "wrong" {
    let n = 1
    expect n == 2
}
scenario "later", skip: "no watch" { expect false }
scenario "known", fails: "issue 1" { expect false }
scenario "twice \\(n)", n in [1, 2] { expect n > 0 }
"""


@pytest.fixture
def scripts(pytester):
    pytester.makefile(".rehearsal", notes=SCRIPT)
    return pytester


def test_each_scenario_is_a_test(scripts):
    result = scripts.runpytest("-v", "--strict-markers")
    result.assert_outcomes(passed=4, failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "notes.rehearsal::right PASSED*",
            "notes.rehearsal::wrong FAILED*",
            "notes.rehearsal::later SKIPPED (no watch)*",
            "notes.rehearsal::known PASSED*",
            "notes.rehearsal::twice 1 PASSED*",
            "notes.rehearsal::twice 2 PASSED*",
        ]
    )


def test_a_failure_stands_at_the_line_of_the_script(scripts):
    result = scripts.runpytest()
    result.stdout.fnmatch_lines(
        [
            "notes.rehearsal:5:12: failed: `n == 2` does not hold",
            "   5 |     expect n == 2",
            "*n*is 1",
            "notes.rehearsal:5: failed: `n == 2` does not hold",
            "*Captured timeline call*",
            "begins",
            "scenario “wrong”",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(
    "arguments, passed",
    [(["-k", "right"], 1), (["-k", "twice"], 2), (["-m", "small"], 1), (["notes.rehearsal::twice 1"], 1)],
)
def test_scenarios_are_chosen(scripts, arguments, passed):
    scripts.runpytest(*arguments).assert_outcomes(passed=passed, deselected=None)


def test_junit_has_the_scenarios(scripts):
    scripts.runpytest("--junitxml=results.xml")
    text = (scripts.path / "results.xml").read_text()
    assert text.count("<testcase ") == 6 and 'name="twice 2"' in text
    assert "`n == 2` does not hold" in text


def test_a_script_with_errors_is_an_error(pytester):
    pytester.makefile(".rehearsal", broken="let x =\n")
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["broken.rehearsal:1:*: error[[]E0202[]]*"])


def test_a_script_without_scenarios_is_one_test(pytester):
    pytester.makefile(".rehearsal", plain="print(1 + 1)\n")
    # There is nothing to run in what only declares.
    pytester.makefile(".rehearsal", declared="func two() { return 2 }\n")
    result = pytester.runpytest("-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["plain.rehearsal::plain PASSED*"])


def test_settings_and_functions(pytester):
    pytester.makeini("[pytest]\nrehearsal_limits =\n  instructions=1000\n  heap=64MB\n")
    pytester.makeconftest(
        """
        def pytest_rehearsal_session(session, path):
            session.define("stem", lambda: path.stem)
        """
    )
    pytester.makefile(
        ".rehearsal",
        fine='scenario "its name" { expect stem() == "fine" }',
        endless='scenario "no end" { while true { } }',
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["endless.rehearsal:1:*: error[[]E0801[]]*"])


def test_each_scenario_has_functions_of_its_own(pytester):
    pytester.makeconftest(
        """
        def pytest_rehearsal_session(session, path, case):
            calls = [case.title if case else "none"]
            session.define("count", lambda: calls.append(1) or len(calls))
            session.define("title", lambda: calls[0])
        """
    )
    script = """
        scenario "counts \\(n)", n in [1, 2] {
            count()
            expect count() == 3
            expect title().hasPrefix("counts \\(n)")
        }
        """
    pytester.makefile(".rehearsal", counts=script)
    pytester.runpytest().assert_outcomes(passed=2)
    pytester.runpytest("--rehearsal-os", "17").assert_outcomes(passed=2)


SYSTEMS = """
app Notes {
    var draft = ""
    button "Type" { draft += "x" }
}
scenario "keeps", tags: [.small] {
    launch Notes
    touch "Type"
    press .home
    advance 1min
    expect Notes.draft == "x"
}
scenario "old only" { expect device.os == "12" }
scenario "later", skip: "no watch" { expect false }
"""


def test_scenarios_are_played_on_systems(pytester):
    pytester.makefile(".rehearsal", systems=SYSTEMS)
    result = pytester.runpytest("-v", "--rehearsal-os", "12,17")
    result.assert_outcomes(passed=1, failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "systems.rehearsal::keeps PASSED*",
            "systems.rehearsal::old only FAILED*",
            "systems.rehearsal::later SKIPPED (no watch)*",
            'systems.rehearsal:12:30: failed: `device.os == "12"` does not hold',
            'systems.rehearsal:12: failed: `device.os == "12"` does not hold',
        ]
    )
    pytester.makeini("[pytest]\nrehearsal_os = 12\n")
    pytester.runpytest().assert_outcomes(passed=2, skipped=1)
    pytester.runpytest("--rehearsal-os", "17", "-k", "old").assert_outcomes(failed=1, deselected=2)
    result = pytester.runpytest("--rehearsal-os", "1")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*--os takes versions of the rules*"])


def test_scenarios_are_disturbed(pytester):
    pytester.makefile(".rehearsal", systems=SYSTEMS, plain="print(1 + 1)\n")
    result = pytester.runpytest("-v", "--rehearsal-storm")
    result.stdout.fnmatch_lines(
        ["systems.rehearsal::keeps FAILED*", "systems.rehearsal:5: * purge after `touch *"]
    )
    result.stdout.no_fnmatch_line("*plain*")


def test_imports_come_from_the_root(pytester):
    pytester.makefile(".rehearsal", **{"library/words": "func two() { return 2 }"})
    pytester.makefile(
        ".rehearsal",
        **{"scripts/a": 'import "../library/words.rehearsal"\nscenario "a" { expect two() == 2 }'},
    )
    pytester.runpytest("scripts").assert_outcomes(errors=1)
    pytester.makeini("[pytest]\nrehearsal_root = .\n")
    pytester.runpytest("scripts").assert_outcomes(passed=1)


def test_packages_of_swift_are_left_out(pytester):
    pytester.makefile(".rehearsal", **{"inner/Tests/a": 'scenario "a" { expect 1 + 1 == 2 }'})
    (pytester.path / "inner" / "Package.swift").write_text("")
    assert pytester.runpytest().ret == pytest.ExitCode.NO_TESTS_COLLECTED
    pytester.runpytest("inner").assert_outcomes(passed=1)


def test_what_is_refused_is_a_warning(pytester):
    pytester.makefile(
        ".rehearsal",
        refused='app A { }\nscenario "a" {\n    launch A\n    press .lock\n    launch A\n    expect 1 + 1 == 2\n}',
    )
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*refused.rehearsal:5: RehearsalWarning: *"])


def test_apps_in_swift_are_known_by_their_declarations(pytester):
    pytester.makefile(".json", host='{"format":1,"apps":[{"name":"Shop","exposes":["total"]}]}')
    pytester.makefile(
        ".rehearsal",
        shop='scenario "a" { launch Shop; expect Shop.total == 1 }\nscenario "b" { advance 1s; expect now == 1s }\n',
    )
    pytester.runpytest().assert_outcomes(errors=1)
    pytester.makeini("[pytest]\nrehearsal_host = host.json\n")
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*Shop is only declared here, in *host.json*"])
    pytester.makefile(".json", host="{}")
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*host.json is of another version of Rehearsal*"])
