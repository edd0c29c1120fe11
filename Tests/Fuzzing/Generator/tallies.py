"""How many inputs the promises were tried with so far, kept in a file that runs add to."""

import json


def add(path, name, count):
    with open(path, encoding="utf-8") as file:
        tallies = json.load(file)
    tallies[name] = tallies.get(name, 0) + count
    with open(path, "w", encoding="utf-8") as file:
        json.dump(tallies, file, indent=2, ensure_ascii=False)
        file.write("\n")
