"""Findings made small: whatever part of a program can go, or be less, goes."""

from tree import Block, Expression, all_slots

LEAST = {"Int": ("0", "0"), "Double": ("0.5", "0.5"), "Bool": ("true", "True"),
         "String": ('""', '""'), "Duration": ("1s", "Duration(10**9)"),
         "Symbol": (".a", 'Symbol("a")')}


def least(type):
    if isinstance(type, tuple):
        return Expression(type, "[]", "()") if type[0] == "List" else Expression(type, "[:]", "Map()")
    return Expression(type, *LEAST[type]) if type in LEAST else None


def shrink(program, is_finding, tries=400):
    """Makes a program smaller as long as it still is a finding."""
    budget = [tries]

    def holds():
        budget[0] -= 1
        return is_finding(program)

    changed = True
    while changed and budget[0] > 0:
        changed = False
        for where, index in list(all_slots(program.block)) + root_slots(program):
            if index >= len(where) or budget[0] <= 0:
                continue
            changed = replace(where, index, holds) or changed
    return program


def root_slots(program):
    statements = program.block.statements
    return [(statements, index) for index in reversed(range(len(statements)))]


def replace(where, index, holds):
    kept = where[index]
    if not isinstance(kept, (Expression, Block)):
        # A statement: gone, or only what its blocks hold.
        for others in [[]] + [block.statements for block in kept.blocks]:
            whole = list(where)
            where[index:index + 1] = others
            if holds():
                return True
            where[:] = whole
        return False
    if isinstance(kept, Block):
        return False
    for other in [least(kept.type)] + [part for part in kept.parts
                                       if isinstance(part, Expression) and part.type == kept.type]:
        if other is None or other.script == kept.script and not kept.parts:
            continue
        where[index] = other
        if holds():
            return True
        where[index] = kept
    return False
