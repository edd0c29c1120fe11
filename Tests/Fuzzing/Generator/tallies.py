"""How many inputs the promises were tried with so far: a file that runs add to, and the table of the
documentation that is made from it."""

import json
import os

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TALLIES = os.path.join(ROOT, "tallies.json")
PAGE = os.path.join(ROOT, "..", "..", "Sources", "Rehearsal", "Documentation.docc",
                    "LimitsAndDeterminism.md")
HEADER = "| promise | how it is tried | inputs so far |\n|---|---|---|\n"


def add(name, count):
    """Adds inputs that a promise held for, and writes the table anew."""
    with open(TALLIES, encoding="utf-8") as file:
        tallies = json.load(file)
    for each in tallies:
        if each["name"] == name:
            each["inputs"] += count
    with open(TALLIES, "w", encoding="utf-8") as file:
        json.dump(tallies, file, indent=2, ensure_ascii=False)
        file.write("\n")
    rows = "".join(f"| {each['promise']} | {each['test']} | {each['inputs']} |\n"
                   for each in tallies)
    with open(PAGE, encoding="utf-8") as file:
        before, _, rest = file.read().partition(HEADER)
    while rest.startswith("|"):
        rest = rest.partition("\n")[2]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + HEADER + rows + rest)
