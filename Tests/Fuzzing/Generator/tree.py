"""Generated programs as trees, which are written down twice: as a script, and as Python.

A shrinking tree is one in which a part is replaced by less; whether what is left still is a finding
is for the runs to say, so a part need not care whether others used what it declared.
"""

import functools

INDENT = "    "


@functools.lru_cache(maxsize=10_000)
def pieces(template):
    """The texts of a template, each with the number and the level of the part after it."""
    found, rest = [], template
    while True:
        text, mark, rest = rest.partition("‹")
        if not mark:
            return found, text
        slot, _, rest = rest.partition("›")
        number, _, level = slot.partition(":")
        found.append((text, int(number), int(level or 1)))


class Expression:
    """A value: a template for the script, one for Python, and the parts that stand in them.

    In a template `<n>` stands for part n, and `<n:level>` for one that is put in parentheses where
    it binds less tightly than that level of the grammar (1 loose … 10 tight).
    """

    def __init__(self, type, script, python, parts=(), level=10):
        self.type, self.script, self.python = type, script, python
        self.parts, self.level = list(parts), level

    def write(self, level=1):
        text = self._fill(self.script, lambda part, level: part.write(level))
        return "(" + text + ")" if self.level < level else text

    def translate(self, prelude):
        return self._fill(self.python, lambda part, _: part.translate(prelude))

    def _fill(self, template, write):
        before, last = pieces(template)
        return "".join([text + write(self.parts[number], level)
                        for text, number, level in before]) + last

    def children(self):
        return [(self.parts, index) for index in range(len(self.parts))]


class Closure(Expression):
    """A closure of several statements; Python names its function before the statement."""

    def __init__(self, type, names, python_names, block, identity):
        super().__init__(type, "", "", [block])
        self.names, self.python_names, self.identity = names, python_names, identity

    def write(self, level=1):
        header = f" {', '.join(self.names)} in" if self.names else ""
        lines = self.parts[0].script_lines()
        body = "\n".join(lines).replace("\n", "\n" + INDENT)
        return "{" + header + "\n" + INDENT + body + "\n}"

    def translate(self, prelude):
        prelude += function_lines(self.identity, self.python_names, self.parts[0])
        return self.identity


class Block:
    """Statements."""

    def __init__(self, statements=()):
        self.statements = list(statements)

    def script_lines(self):
        return [line for each in self.statements for line in each.script_lines()]

    def python_lines(self):
        return [line for each in self.statements for line in each.python_lines()] or ["pass"]

    def children(self):
        return [(self.statements, index) for index in range(len(self.statements))]


class Statement:
    """A statement on lines of its own; `‹n›` in a line is expression n, `{n}` alone is block n."""

    def __init__(self, script, python, parts=(), blocks=()):
        self.script, self.python = script, python
        self.parts, self.blocks = list(parts), list(blocks)

    def script_lines(self):
        lines = []
        for line in self.script:
            if isinstance(line, int):
                lines += [INDENT + each for text in self.blocks[line].script_lines()
                          for each in [text.replace("\n", "\n" + INDENT)]]
            else:
                filled = Expression("", line, "", self.parts).write()
                lines.append(filled)
        return lines

    def python_lines(self):
        prelude, lines = [], []
        for line in self.python:
            if isinstance(line, tuple):
                indent, number = line
                lines += [INDENT * indent + each for each in self.blocks[number].python_lines()]
            else:
                lines.append(Expression("", "", line, self.parts).translate(prelude))
        return prelude + ["step()"] + lines

    def children(self):
        return [(self.parts, index) for index in range(len(self.parts))]


class Function(Statement):
    """A function with a name; some of its parameters have defaults."""

    def __init__(self, name, identity, names, python_names, defaults, block):
        super().__init__([], [], defaults, [block])
        self.name, self.identity = name, identity
        self.names, self.python_names = names, python_names

    def script_lines(self):
        required = len(self.names) - len(self.parts)
        parameters = self.names[:required] + [
            f"{name} = {part.write()}" for name, part in zip(self.names[required:], self.parts)]
        body = [INDENT + line.replace("\n", "\n" + INDENT)
                for line in self.blocks[0].script_lines()]
        return [f"func {self.name}({', '.join(parameters)}) {{"] + body + ["}"]

    def python_lines(self):
        required = len(self.names) - len(self.parts)
        defaults = [None] * required + self.parts
        return function_lines(self.identity, self.python_names, self.blocks[0], defaults)


def function_lines(name, parameters, block, defaults=None):
    """A Python function with a block as its body; its parameters are cells of its own."""
    header = f"def {name}({', '.join(each + '=MISSING' for each in parameters)}):"
    lines = []
    for each, default in zip(parameters, defaults or [None] * len(parameters)):
        if default:
            prelude = []
            value = default.translate(prelude)
            lines += prelude + [f"{each} = Cell({value} if {each} is MISSING else {each})"]
        else:
            lines.append(f"{each} = Cell(NIL if {each} is MISSING else {each})")
    return [header] + [INDENT + line for line in lines + block.python_lines()]


class Program:
    """A program: its statements, and whether Python can say what comes of it."""

    def __init__(self, block, seed, is_pure):
        self.block, self.seed, self.is_pure = block, seed, is_pure

    def script(self):
        return "\n".join(self.block.script_lines()) + "\n"

    def python(self):
        lines = ["def program():"] + [INDENT + line for line in self.block.python_lines()]
        return "\n".join(lines) + "\n"


def all_slots(node):
    """Every place of a tree in which a part stands: (list, index), the outermost first."""
    stack = [node]
    while stack:
        current = stack.pop(0)
        slots = current.children()
        yield from slots
        stack += [where[index] for where, index in slots]
        stack += getattr(current, "blocks", [])
