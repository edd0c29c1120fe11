"""Every way in which a program is run, and what has to be the same in all of them."""

import json
import os
import re
import subprocess

import meaning

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
               "HOME": "/nonexistent"}

NOTHING = (None, None)

# Timers that set timers go on for an hour of the device's time, and collected at every allocation
# for one of ours; so do texts that fill a heap, each part of which is an allocation.
BOUND = ["--limit", "events=50000", "--limit", "heap=4MB", "--limit", "appHeap=4MB"]

PRINTED = re.compile(r"(#\d+ .*)$", re.MULTILINE)
FAULT = re.compile(r"error\[(E\d+)\]")


class Broken(Exception):
    """A process that ended as none may, by a signal or beyond its time."""


class Runs:
    """The builds that are compared, a folder for what they read and write, and how many programs
    share a process of their own: every n-th gets one."""

    def __init__(self, builds, folder, alone=1):
        self.builds, self.folder, self.alone = builds, folder, alone

    def start(self, build, arguments, input=None):
        try:
            done = subprocess.run([build] + arguments, input=input, capture_output=True, timeout=120,
                                  env=ENVIRONMENT, cwd=self.folder)
        except subprocess.TimeoutExpired:
            raise Broken(f"no end within 120 s: {' '.join(arguments)}") from None
        if done.returncode < 0 or done.returncode >= 128:
            raise Broken(f"signal {done.returncode}: {' '.join(arguments)}: "
                         + done.stderr.decode(errors="replace")[-400:])
        return done.stdout.decode(), done.stderr.decode()

    # Files, many at once

    def events(self, build, names, *options):
        """What happens in each of some files, as typed events without their places."""
        self.start(
            build, ["run", "--quiet", "--format", "json=events.jsonl", *BOUND, *options, *names])
        found = {name: [] for name in names}
        with open(os.path.join(self.folder, "events.jsonl"), encoding="utf-8") as lines:
            for line in lines:
                event = json.loads(line)
                name = event.pop("file", None)
                if name in found:
                    found[name].append(without_places(event))
        return found

    def write(self, programs, suffix=""):
        names = []
        for program in programs:
            name = f"p{program.seed}{suffix}.rehearsal"
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(program.script())
            names.append(name)
        return names

    def format(self, names):
        """The names of the same programs, laid out twice, with those that a second pass changes."""
        laid, unstable = [], []
        for name in names:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                text = file.read()
            laid.append("laid-" + name)
            with open(os.path.join(self.folder, laid[-1]), "w", encoding="utf-8") as file:
                file.write(text)
        self.start(self.builds[0], ["format"] + laid)
        first = {name: self.text(name) for name in laid}
        self.start(self.builds[0], ["format"] + laid)
        unstable = [name for name in laid if self.text(name) != first[name]]
        return laid, unstable

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    # One after another

    def piped(self, name):
        """What a pipe of a program says: its lines, and how it failed."""
        return said(*self.start(self.builds[0], BOUND, self.text(name).encode()))

    def typed(self, name):
        """What the prompt says of a program; a command makes the text a conversation."""
        text = ":apps\n" + self.text(name)
        return said(*self.start(self.builds[0], BOUND, text.encode()))

    def conversation(self, names):
        """The lines that the prompt prints for each of some programs, in one conversation."""
        parts = [f'print("#0 program {name}")\n{self.text(name)}' for name in names]
        text = "\n:reset all\n".join([":apps\n"] + parts)
        lines, _ = said(*self.start(self.builds[0], [], text.encode()))
        found = {name: [] for name in names}
        current = []
        for line in lines:
            if line.startswith("#0 program "):
                current = found[line[len("#0 program "):]]
            else:
                current.append(line)
        return found

    # Findings

    def findings(self, programs, legs):
        """Where the runs of some programs differ: (program, which runs, what they say)."""
        names = self.write(programs)
        found = []

        def compare(leg, one):
            if leg in legs:
                for program, name in zip(programs, names):
                    expected, actual = one(program, name)
                    if expected is not None and expected != actual:
                        found.append((program, leg, difference(expected, actual)))

        first = self.events(self.builds[0], names)
        for program, name in zip(programs, names):
            if not first[name]:
                found.append((program, "errors", [self.start(self.builds[0], ["check", name])[1]]))
        whole = [(program, name) for program, name in zip(programs, names) if first[name]]
        if not whole:
            return found
        programs, names = zip(*whole)
        for build in self.builds[1:] if "builds" in legs else []:
            other = self.events(build, names)
            compare("builds", lambda program, name: (first[name], other[name]))
        if "collected" in legs:
            collected = self.events(self.builds[0], names, "--collect-always")
            compare("collected", lambda program, name: (first[name], collected[name]))
        if "formatted" in legs or "layout" in legs:
            laid, unstable = self.format(names)
            formatted = self.events(self.builds[0], laid)
            compare("formatted", lambda program, name: (first[name], formatted["laid-" + name]))
            compare("layout", lambda program, name: ([], [each for each in unstable
                                                          if each == "laid-" + name]))
        alone = {name for program, name in zip(programs, names) if program.seed % self.alone == 0}
        compare("pipe", lambda program, name: (
            (spoken(first[name]), self.piped(name)) if name in alone else NOTHING))
        if "prompt" in legs:
            # An input that fails ends a conversation, so those that do have one of their own.
            said_of = self.conversation([name for name in names if not fails(first[name])])
            compare("prompt", lambda program, name: (
                (spoken(first[name])[0], said_of[name]) if name in said_of else
                beginning(spoken(first[name]), self.typed(name)) if name in alone else NOTHING))
        compare("meaning", lambda program, name: (
            meant(program) if program.is_pure else None, played(first[name])))
        return found


LEGS = ("errors", "builds", "collected", "formatted", "layout", "pipe", "prompt", "meaning")


def said(output, errors):
    """The numbered lines of a program, and how it failed."""
    return PRINTED.findall(output), FAULT.findall(output + errors)


def spoken(events):
    """What `said` has to find where the events are these."""
    lines = "\n".join(event["text"] for event in events if event["event"] == "output")
    failures = [event["failure"] for event in events if event["event"] == "failure"]
    return PRINTED.findall(lines), [
        each["fault"]["identifier"] for each in failures if "fault" in each]


def fails(events):
    return any(event["event"] == "failure" for event in events)


def beginning(expected, actual):
    """The lines of a conversation that ends at its first failure, and what they have to be."""
    lines, failures = expected
    return ((lines[:len(actual[0])], failures[:1]), (actual[0], actual[1][:1]))


def without_places(event):
    """An event without what a layout changes."""
    if isinstance(event, dict):
        return {key: without_places(value) for key, value in event.items()
                if key not in ("place", "stack", "duration")}
    return [without_places(each) for each in event] if isinstance(event, list) else event


def meant(program):
    """What a program has to print, and the error that ends it; None where the guide is silent."""
    lines, fault = meaning.play(program.python())
    return None if lines is None else (lines, fault)


def played(events):
    lines = [event["text"] for event in events if event["event"] == "output"]
    faults = [event["failure"]["fault"]["identifier"] for event in events
              if event["event"] == "failure" and "fault" in event["failure"]]
    return lines, faults[0] if faults else None


def difference(expected, actual):
    """The first parts that differ."""
    if isinstance(expected, tuple):
        for one, other in zip(expected, actual):
            if one != other:
                return difference(one, other) if isinstance(one, list) else [one, other]
    for one, other in zip(expected, actual):
        if one != other:
            return [one, other]
    return [f"{len(expected)} against {len(actual)}", (expected + actual)[-1:]]
