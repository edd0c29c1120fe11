"""The commands that are run while something fails, the files they have, and what has to be left."""

import os
import re
import shutil

SCRIPT = """app Notes { on didEnterBackground { disk["a"]=1 } }
scenario "one" { launch Notes; press .home; expect Notes.disk["a"] == 1 }
"""

EXPLORATION = """app A { var n = 0; button "Add" { n += 1 } }
explore "counting", environment: [], states: 20 {
    launch A
    choose { touch "Add" }
}
"""

COMMANDS = [
    ["format", "script.rehearsal"],
    ["check", "--fix", "wrong.rehearsal"],
    ["run", "--format", "json=report", "script.rehearsal"],
    ["test", "--format", "junit=report", "script.rehearsal"],
    ["test", "--format", "html=report", "--format", "github", "script.rehearsal"],
    ["draw", "--output", "report.svg", "script.rehearsal"],
    ["explore", "exploration.rehearsal"],
    ["storm", "--format", "json=report", "script.rehearsal"],
    ["repl"],
]

# Wants more memory than a process may have.
HUNGRY = """var l = []
while true { l.append("0123456789 \\(l.count)") }
"""

# Where memory is what fails.
HUNGRY_COMMANDS = COMMANDS + [
    ["run", "--format", "json=report", "hungry.rehearsal"],
    ["test", "--format", "junit=report", "hungry.rehearsal", "script.rehearsal"],
]

CONVERSATION = "let a = 1\n:save! script.rehearsal\nprint(a)\n"

# What the last line of a whole report ends with.
ENDS = (b'"event":"runEnded","exitCode":1}\n', b'"event":"runEnded","exitCode":2}\n',
        b"</testsuites>\n", b"</html>\n")


# How long a case took, which is another time in each run.
TIME = re.compile(rb' time="[0-9.]+"')

# What stands beside a file until it is whole.
UNFINISHED = re.compile(r"\..+\.\d+$")


def fill(folder):
    """Lets a folder have what the commands are run with, and nothing else."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    for name, text in [("script.rehearsal", SCRIPT), ("wrong.rehearsal", "press .hoem\n"),
                       ("exploration.rehearsal", EXPLORATION), ("hungry.rehearsal", HUNGRY),
                       ("report", "old"), ("report.svg", "old")]:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def files(folder):
    """The files of a folder, by their names, without the times of reports."""
    found = {}
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found[name] = TIME.sub(b"", file.read())
    return found


def problem_without_memory(code, said, whole, old, new, found):
    """What is wrong with the end of a run that had too little memory; None where nothing is."""
    left = [name for name in found if UNFINISHED.match(name)]
    if left:
        return f"{left[0]} is left"
    if code != whole and (code != 1 or "no more memory" not in said):
        return f"it ended with {code}, and not for want of memory"
    return problem(code, said, old, new, found)


def problem(code, said, old, new, found):
    """What is wrong with the end of a run; None where nothing is."""
    if code < 0 or code >= 126:
        return f"it ended with {code}"
    for name, text in found.items():
        # What is hidden is nobody's.
        if name.startswith("."):
            continue
        # A report of what could not be read is a whole report.
        is_whole = text in (old.get(name), new.get(name)) or text.endswith(ENDS)
        if not is_whole:
            return f"{name} is neither old nor new: {text[:60]!r}"
    for name in old:
        if name not in found:
            return f"{name} is gone"
    if code == 0 and any(found.get(name) != text for name, text in new.items()
                         if not name.startswith(".")):
        return "it says that all went well, and the file is the old one"
    return None
