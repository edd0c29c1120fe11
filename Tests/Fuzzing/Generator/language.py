"""Seeded programs of the language alone, with types in mind: most of what they do succeeds."""

import random

from tree import Block, Closure, Expression, Function, Program, Statement

SCALARS = ["Int", "Double", "Bool", "String", "Duration", "Symbol"]
NAMES = ["a", "b", "count", "draft", "größe", "app", "scene", "`in`", "`class`", "on", "名", "_x"]
WORDS = ["", "a", "pear", "fig", "été", "🙂", "a b", "x,y,z", "tab\\t", "line\\n", "\\\"q\\\"", "Zz"]
INTS = ["0", "1", "2", "3", "7", "10", "100", "0x1F", "0b11", "1_000", "2KB", "-1", "-5",
        "9223372036854775807", "4611686018427387904", "3037000500", "-9223372036854775808"]
DOUBLES = ["0.5", "2.0", "1.5", "3.25", "1e3", "0.1", "2.5e-3", "1e16", "123456.789", "-0.5"]
DURATIONS = {"1s": 10**9, "250ms": 250 * 10**6, "90s": 90 * 10**9, "2min": 120 * 10**9,
             "1h": 3600 * 10**9, "1.5s": 15 * 10**8, "7ns": 7, "3us": 3000, "0s": 0,
             "1d": 86400 * 10**9}
SYMBOLS = ["active", "background", "left", "in"]


def list_of(type):
    return ("List", type)


def map_of(key, value):
    return ("Map", key, value)


class Variable:
    def __init__(self, script, read, type, place=None):
        self.script, self.read, self.type, self.place = script, read, type, place


class FunctionName:
    def __init__(self, script, python, names, python_names, types, required, result):
        self.script, self.python = script, python
        self.names, self.python_names, self.types = names, python_names, types
        self.required, self.result = required, result


class Language:
    """Makes programs; everything that is chosen comes from one seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.scopes = [[]]
        self.functions = [[]]
        self.numbers = 0
        self.prints = 0
        self.loops = 0
        self.is_header = False      # a trailing closure would be taken for the block
        self.is_one_line = False    # inside an interpolation
        self.is_lambda = False      # Python has no statements here
        self.may_return = None      # the type of the function's result
        self.is_in_loop = False

    def program(self):
        return Program(Block(self.statements(self.random.randint(4, 14), 0)), self.seed, True)

    # Chances and names

    def chance(self, share):
        return self.random.random() < share

    def pick(self, values):
        return self.random.choice(values)

    def fresh(self):
        self.numbers += 1
        return self.numbers

    def name(self, avoid=()):
        taken = {each.script for scope in self.scopes for each in scope} | set(avoid)
        free = [each for each in NAMES if each not in taken]
        return self.pick(free) if free and self.chance(0.5) else f"v{self.fresh()}"

    def visible(self):
        """The variables in sight, the innermost first."""
        found = {}
        for scope in reversed(self.scopes):
            for each in reversed(scope):
                found.setdefault(each.script, each)
        return found.values()

    def variables(self, type):
        return [each for each in self.visible() if each.type == type]

    def scopes_without_numbers(self):
        """The scopes in sight inside of a closure, where `$0` of one outside means nothing."""
        return [scope for scope in self.scopes if not scope or scope[0].script[0] != "$"]

    def type(self, depth=0):
        kind = self.random.random()
        if kind < 0.62 or depth > 1:
            return self.pick(["Int", "Int", "Int", "Double", "Bool", "String", "String", "Duration",
                              "Symbol"])
        if kind < 0.85:
            return list_of(self.type(depth + 1))
        return map_of(self.pick(["String", "String", "Int"]), self.type(depth + 1))

    # Statements

    def statements(self, count, depth):
        return [each for _ in range(count) for each in self.statement(depth)]

    def block(self, depth, count=None):
        self.scopes.append([])
        self.functions.append([])
        kept = self.is_header
        self.is_header = False
        statements = self.statements(count or self.random.randint(1, 4), depth + 1)
        self.is_header = kept
        self.scopes.pop()
        self.functions.pop()
        return Block(statements)

    def statement(self, depth):
        makers = [(5, self.declaration), (5, self.printing), (5, self.assignment), (3, self.mutation)]
        if depth < 3:
            makers += [(3, self.conditional), (2, self.for_loop), (1, self.while_loop),
                       (1, self.guard), (1, self.if_let)]
        if depth < 2:
            makers += [(2, self.function)]
        if self.is_in_loop and depth > 0:
            makers += [(1, self.leaving)]
        makers = [maker for weight, maker in makers for _ in range(weight)]
        made = self.pick(makers)(depth) or self.printing(depth)
        return made

    def declaration(self, depth, type=None):
        type = type or self.type()
        is_variable = self.chance(0.6)
        value = self.expression(type, 3)
        name, number = self.name(), self.fresh()
        python = f"x{number}"
        word = "var" if is_variable else "let"
        comment = self.pick(["  // kept", "  /* a\n /* nested */ */"]) if self.chance(0.05) else ""
        self.scopes[-1].append(
            Variable(name, f"{python}.v", type, f"{python}.v" if is_variable else None))
        return [Statement([f"{word} {name} = ‹0›{comment}"], [f"{python} = Cell(‹0›)"], [value])]

    def printing(self, depth):
        self.prints += 1
        values = []
        is_command = self.chance(0.3)
        self.is_header = is_command
        for _ in range(self.random.randint(1, 3)):
            values.append(self.shown(self.expression(self.type(), 3)))
        self.is_header = False
        slots = ", ".join(f"‹{n}›" for n in range(len(values)))
        head = f'print "#{self.prints}", {slots}' if is_command else (
            f'print("#{self.prints}", {slots})')
        return [Statement([head], [f'show("#{self.prints}", {slots})'], values)]

    def shown(self, value):
        """A value that is printed on one line whatever it holds."""
        if value.type != "String":
            return value
        return Expression(list_of("String"), "[‹0›]", "(‹0›,)", [value])

    def assignment(self, depth):
        places = [each for each in self.visible() if each.place]
        if not places:
            return self.declaration(depth)
        variable = self.pick(places)
        name, place, type = variable.script, variable.place, variable.type
        if type[0] == "List" and self.chance(0.6):
            return self.guarded(name, place, self.element_assignment(name, place, type[1]))
        if type[0] == "Map" and self.chance(0.7):
            return self.entry_assignment(name, place, type)
        if type in ("Int", "Double", "String", "Duration") and self.chance(0.6):
            operator, function = self.pick(
                [("+=", "add")] if type in ("String",) else
                [("+=", "add"), ("-=", "sub")] if type == "Duration" else
                [("+=", "add"), ("-=", "sub"), ("*=", "mul"), ("/=", "div"), ("%=", "mod")])
            divides = operator in ("*=", "/=", "%=")
            value = self.divisor(type, 2) if divides else self.expression(type, 2)
            # The place is read last, after the right side.
            return [Statement([f"{name} {operator} ‹0›"],
                              ["right = ‹0›", f"{place} = {function}({place}, right)"], [value])]
        value = self.expression(type, 3)
        return [Statement([f"{name} = ‹0›"], [f"{place} = ‹0›"], [value])]

    def guarded(self, name, place, statements):
        """Most often only where the list has elements."""
        if self.chance(0.1):
            return statements
        return [Statement([f"if !{name}.isEmpty {{", 0, "}"], [f"if len({place}) > 0:", (1, 0)], [],
                          [Block(statements)])]

    def element_assignment(self, name, place, type):
        index = self.index(name, place)
        value = self.expression(type, 2)
        if type in ("Int", "Double") and self.chance(0.5):
            operator, function = self.pick([("+=", "add"), ("-=", "sub"), ("*=", "mul")])
            return [Statement(
                [f"{name}[‹0›] {operator} ‹1›"],
                ["index = ‹0›", "right = ‹1›",
                 f"{place} = replaced({place}, index, {function}(at({place}, index), right))"],
                [index, value])]
        return [Statement([f"{name}[‹0›] = ‹1›"],
                          ["index = ‹0›", "right = ‹1›",
                           f"{place} = replaced({place}, index, right)"], [index, value])]

    def index(self, name, place):
        """Most often the last one, if there is any."""
        if self.chance(0.9):
            return Expression("Int", f"{name}.count - 1", f"sub(len({place}), 1)", level=7)
        return self.expression("Int", 1)

    def entry_assignment(self, name, place, type):
        key = self.expression(type[1], 1)
        value = self.expression(type[2], 2)
        if self.chance(0.15):
            value = Expression(type[2], "nil", "NIL")
        return [Statement([f"{name}[‹0›] = ‹1›"],
                          ["index = ‹0›", "right = ‹1›",
                           f"{place} = {place}.with_entry(index, right)"], [key, value])]

    def mutation(self, depth):
        places = [each for each in self.visible() if each.place and each.type[0] == "List"]
        if not places:
            return None
        variable = self.pick(places)
        name, place, type = variable.script, variable.place, variable.type[1]
        which = self.random.random()
        if which < 0.6:
            value = self.expression(type, 2)
            return [Statement([f"{name}.append(‹0›)"],
                              ["right = ‹0›", f"{place} = {place} + (right,)"], [value])]
        if which < 0.8:
            value, index = self.expression(type, 2), self.index(name, place)
            return self.guarded(name, place, [Statement(
                [f"{name}.insert(‹0›, at: ‹1›)"],
                ["right = ‹0›", "index = ‹1›", f"{place} = inserted({place}, right, index)"],
                [value, index])])
        python, other = f"x{self.fresh()}", f"v{self.fresh()}"
        index = self.index(name, place)
        return self.guarded(name, place, [
            Statement([f"let {other} = {name}.remove(at: ‹0›)"],
                      ["index = ‹0›", f"{python} = Cell(at({place}, index))",
                       f"{place} = {place}[:index] + {place}[index + 1:]"], [index]),
            Statement([f'print("#0", [{other}])'], [f'show("#0", ({python}.v,))'])])

    def header(self, type, depth):
        self.is_header = True
        value = self.expression(type, depth)
        self.is_header = False
        return value

    def conditional(self, depth):
        condition = self.header("Bool", 2)
        then = self.block(depth)
        if self.chance(0.4):
            return [Statement(["if ‹0› {", 0, "}"], ["if is_true(‹0›):", (1, 0)], [condition], [then])]
        otherwise = self.block(depth)
        if self.chance(0.3):
            second, third = self.header("Bool", 2), self.block(depth)
            return [Statement(
                ["if ‹0› {", 0, "} else if ‹1› {", 1, "} else {", 2, "}"],
                ["if is_true(‹0›):", (1, 0), "elif is_true(‹1›):", (1, 1), "else:", (1, 2)],
                [condition, second], [then, otherwise, third])]
        return [Statement(["if ‹0› {", 0, "}", "else {", 1, "}"] if self.chance(0.2) else
                          ["if ‹0› {", 0, "} else {", 1, "}"],
                          ["if is_true(‹0›):", (1, 0), "else:", (1, 1)],
                          [condition], [then, otherwise])]

    def optional(self, type, depth):
        """A value that may be nil."""
        key = self.pick(["String", "Int"])
        if self.chance(0.5):
            values = self.expression(list_of(type), depth)
            which = self.pick(["first", "last"])
            return Expression(type, f"‹0:10›.{which}", f"{which}(‹0›)", [values])
        entries, place = self.expression(map_of(key, type), depth), self.expression(key, 1)
        return Expression(type, "‹0:10›[‹1›]", "‹0›.get(‹1›)", [entries, place])

    def if_let(self, depth):
        type = self.type(1)
        self.is_header = True
        value = self.optional(type, 2)
        self.is_header = False
        name, python = self.name(), f"x{self.fresh()}"
        self.scopes.append([Variable(name, f"{python}.v", type)])
        then = self.block(depth)
        self.scopes.pop()
        otherwise = self.block(depth)
        return [Statement(
            [f"if let {name} = ‹0› {{", 0, "} else {", 1, "}"],
            [f"{python} = Cell(‹0›)", f"if {python}.v is not NIL:", (1, 0), "else:", (1, 1)],
            [value], [then, otherwise])]

    def guard(self, depth):
        if self.may_return is None or depth == 0:
            return None
        condition = self.header("Bool", 2)
        value = self.expression(self.may_return, 1)
        return [Statement(["guard ‹0› else { return ‹1› }"],
                          ["if not is_true(‹0›):", "    return Returned(‹1›)"], [condition, value])]

    def leaving(self, depth):
        condition = self.header("Bool", 2)
        word, python = self.pick([("break", "BREAK"), ("continue", "CONTINUE")])
        return [Statement([f"if ‹0› {{ {word} }}"], ["if is_true(‹0›):", f"    return {python}"],
                          [condition])]

    def loop_block(self, depth, variables):
        kept = self.is_in_loop
        self.is_in_loop = True
        self.loops += 1
        self.scopes.append(variables)
        block = self.block(depth + 1 if self.loops > 1 else depth)
        self.scopes.pop()
        self.loops -= 1
        self.is_in_loop = kept
        return block

    LOOP_END = ["    if signal is BREAK: break",
                "    if isinstance(signal, Returned): return signal"]

    def for_loop(self, depth):
        if self.loops > 1:
            return None
        body = f"body{self.fresh()}"
        if self.chance(0.25):
            return self.for_entries(depth, body)
        if self.chance(0.4):
            count = self.random.randint(0, 5)
            low = self.random.randint(-2, 3)
            closed = self.chance(0.5)
            values = Expression("Range", f"{low}{'...' if closed else '..<'}{low + count}",
                                f"make_range({low}, {low + count}, {closed})")
            type = "Int"
        else:
            type = self.type(1)
            self.is_header = True
            values = self.expression(list_of(type), 2)
            self.is_header = False
        name, python = self.name(), f"x{self.fresh()}"
        block = self.loop_block(depth, [Variable(name, f"{python}.v", type)])
        return [Statement(
            [f"for {name} in ‹0› {{", 0, "}"],
            [f"def {body}({python}):", f"    {python} = Cell({python})", (1, 0),
             "for each in elements(‹0›):", f"    signal = {body}(each)"] + self.LOOP_END,
            [values], [block])]

    def for_entries(self, depth, body):
        key, type = self.pick(["String", "Int"]), self.type(1)
        values = self.header(map_of(key, type), 2)
        names = [f"k{self.fresh()}", f"v{self.fresh()}"]
        pythons = [f"x{self.fresh()}", f"x{self.fresh()}"]
        block = self.loop_block(
            depth, [Variable(names[0], f"{pythons[0]}.v", key),
                    Variable(names[1], f"{pythons[1]}.v", type)])
        return [Statement(
            [f"for ({names[0]}, {names[1]}) in ‹0› {{", 0, "}"],
            [f"def {body}({pythons[0]}, {pythons[1]}):",
             f"    {pythons[0]}, {pythons[1]} = Cell({pythons[0]}), Cell({pythons[1]})", (1, 0),
             "for each in ‹0›.pairs():", f"    signal = {body}(*each)"] + self.LOOP_END,
            [values], [block])]

    def while_loop(self, depth):
        if self.loops > 1:
            return None
        number = self.fresh()
        counter, python, body = f"n{number}", f"n{number}", f"body{number}"
        limit = self.random.randint(1, 4)
        self.scopes[-1].append(Variable(counter, f"{python}.v", "Int"))
        condition = self.header("Bool", 1)
        block = self.loop_block(depth, [])
        return [
            Statement([f"var {counter} = 0"], [f"{python} = Cell(0)"]),
            Statement(
                [f"while {counter} < {limit} && ‹0:4› {{", f"    {counter} += 1", 0, "}"],
                [f"def {body}():", f"    {python}.v = add({python}.v, 1)", (1, 0),
                 f"while less({python}.v, {limit}) and is_true(‹0›):",
                 f"    signal = {body}()"] + self.LOOP_END, [condition], [block])]

    def function(self, depth):
        number = self.fresh()
        name, identity = f"f{number}", f"f{number}"
        count = self.random.randint(0, 3)
        names = [f"p{self.fresh()}" for _ in range(count)]
        types = [self.type(1) for _ in names]
        result = self.type(1)
        required = self.random.randint(0, count)
        defaults = [self.expression(each, 1) for each in types[required:]]
        kept = (self.may_return, self.is_in_loop, self.loops)
        self.may_return, self.is_in_loop, self.loops = result, False, 1
        self.scopes.append([Variable(each, f"{each}.v", type) for each, type in zip(names, types)])
        block = self.block(depth + 1)
        self.scopes.append([])
        value = self.expression(result, 2)
        self.scopes.pop()
        block.statements.append(Statement(["return ‹0›"], ["return Returned(‹0›)"], [value]))
        self.scopes.pop()
        self.may_return, self.is_in_loop, self.loops = kept
        self.functions[-1].append(
            FunctionName(name, identity, names, names, types, required, result))
        return [Function(name, identity, names, names, defaults, block)]

    # Expressions

    def expression(self, type, depth):
        variables = self.variables(type)
        if depth <= 0 or self.chance(0.15):
            if variables and self.chance(0.7):
                return self.read(self.pick(variables))
            return self.literal(type, depth)
        if variables and self.chance(0.25):
            return self.read(self.pick(variables))
        makers = self.common(type)
        if isinstance(type, str):
            makers += getattr(self, type.lower() + "_makers")()
        elif type[0] == "List":
            makers += self.list_makers(type)
        else:
            makers += self.map_makers(type)
        return self.pick(makers)(type, depth - 1)

    def read(self, variable):
        return Expression(variable.type, variable.script, variable.read)

    def binary(self, operator, function, level, left, right, type):
        space = " "
        if not self.is_one_line and not self.is_header and self.chance(0.03):
            space = self.pick(["\n    ", " /* between */ "])
        return Expression(type, f"‹0:{level}›{space}{operator} ‹1:{level + 1}›",
                          f"{function}(‹0›, ‹1›)", [left, right], level)

    def common(self, type):
        return [self.choice, self.called, self.called, self.coalesced, self.immediate]

    def choice(self, type, depth):
        parts = [self.expression("Bool", depth), self.expression(type, depth),
                 self.expression(type, depth)]
        return Expression(type, "‹0:2› ? ‹1:1› : ‹2:1›", "(‹1› if is_true(‹0›) else ‹2›)", parts, 1)

    def coalesced(self, type, depth):
        parts = [self.optional(type, depth), self.expression(type, depth)]
        return Expression(type, "‹0:6› ?? ‹1:5›", "coalesce(‹0›, lambda: ‹1›)", parts, 5)

    def called(self, type, depth):
        known = [each for scope in self.functions for each in scope if each.result == type]
        if not known or self.loops > 1:
            return self.literal(type, depth)
        function = self.pick(known)
        count = self.random.randint(function.required, len(function.names))
        parts = [self.expression(each, depth) for each in function.types[:count]]
        named_from = self.random.randint(0, count) if self.chance(0.3) else count
        script = [f"‹{n}›" if n < named_from else f"{function.names[n]}: ‹{n}›"
                  for n in range(count)]
        python = [f"‹{n}›" if n < named_from else f"{function.python_names[n]}=‹{n}›"
                  for n in range(count)]
        return Expression(type, f"{function.script}({', '.join(script)})",
                          f"call({', '.join([function.python] + python)})", parts)

    def immediate(self, type, depth):
        """A closure that is called at once, or one of several statements where there is room."""
        if self.is_lambda or self.is_one_line or self.is_header or self.chance(0.5):
            return self.literal(type, depth)
        argument_type = self.type(1)
        argument = self.expression(argument_type, depth)
        closure = self.long_closure([argument_type], type, depth)
        return Expression(type, "‹0:10›(‹1›)", "call(‹0›, ‹1›)",
                          [Expression("", "(‹0›)", "‹0›", [closure]), argument])

    def long_closure(self, types, result, depth):
        names = [f"p{self.fresh()}" for _ in types]
        kept = (self.may_return, self.is_in_loop, self.loops, self.scopes)
        self.may_return, self.is_in_loop, self.loops = result, False, 1
        self.scopes = self.scopes_without_numbers()
        self.scopes.append([Variable(each, f"{each}.v", type) for each, type in zip(names, types)])
        block = self.block(2, self.random.randint(1, 2))
        value = self.expression(result, min(depth, 1))
        self.may_return, self.is_in_loop, self.loops, self.scopes = kept
        block.statements.append(Statement(["return ‹0›"], ["return Returned(‹0›)"], [value]))
        return Closure("Function", names, names, block, f"c{self.fresh()}")

    def closure(self, types, result, depth, has_names=False):
        """A function value for some parameters."""
        if not (self.is_lambda or self.is_one_line or self.is_header) and self.chance(0.15):
            return self.long_closure(types, result, depth)
        uses_numbers = not has_names and self.chance(0.5)
        names = [f"${n}" for n in range(len(types))] if uses_numbers else [
            f"p{self.fresh()}" for _ in types]
        pythons = [f"p{self.fresh()}" for _ in types]
        kept = (self.scopes, self.is_lambda)
        self.scopes = self.scopes_without_numbers()
        self.scopes.append([Variable(*each) for each in zip(names, pythons, types)])
        self.is_lambda = True
        body = self.expression(result, depth)
        self.scopes, self.is_lambda = kept
        header = "" if uses_numbers else (
            f"({', '.join(names)}) in " if self.chance(0.3) else f"{', '.join(names)} in ")
        return Expression("Function", "{ " + header + "‹0› }",
                          f"(lambda {', '.join(pythons)}: ‹0›)", [body])

    def member_call(self, type, script, python, parts, closure):
        """A call whose last argument is a closure, which may trail."""
        slot = f"‹{len(parts)}›"
        arguments = [f"‹{n}›" for n in range(1, len(parts))]
        trails = not self.is_header and not isinstance(closure, Closure) and self.chance(0.6)
        if trails:
            call = script + (f"({', '.join(arguments)})" if arguments else "") + " " + slot
        else:
            call = script + f"({', '.join(arguments + [slot])})"
        return Expression(type, "‹0:10›." + call, python, parts + [closure])

    # Literals

    def literal(self, type, depth):
        if isinstance(type, str):
            return getattr(self, type.lower() + "_literal")()
        count = self.random.randint(0, 3)
        if type[0] == "List":
            parts = [self.expression(type[1], min(depth, 1) - 1) for _ in range(count)]
            slots = [f"‹{n}›" for n in range(count)]
            return Expression(type, f"[{', '.join(slots)}]",
                              "(" + "".join(each + "," for each in slots) + ")", parts)
        keys = self.random.sample(["1", "2", "-3"] if type[1] == "Int" else
                                  ['"a"', '"b"', '"key"'], count)
        parts = [self.expression(type[2], min(depth, 1) - 1) for _ in range(count)]
        script = ", ".join(f"{key}: ‹{n}›" for n, key in enumerate(keys)) or ":"
        python = ", ".join(f"({key}, ‹{n}›)" for n, key in enumerate(keys))
        return Expression(type, f"[{script}]", f"Map([{python}])", parts)

    def int_literal(self):
        text = self.pick(INTS[:11]) if self.chance(0.85) else self.pick(INTS)
        value = 2048 if text == "2KB" else int(text, 0)
        return Expression("Int", text, f"({value})", level=9 if text[0] == "-" else 10)

    def double_literal(self):
        text = self.pick(DOUBLES)
        return Expression("Double", text, f"({float(text)!r})", level=9 if text[0] == "-" else 10)

    def bool_literal(self):
        word = self.pick(["true", "false"])
        return Expression("Bool", word, word.capitalize())

    def string_literal(self):
        if not self.is_one_line and not self.is_lambda and self.chance(0.3):
            return self.interpolation()
        text = self.pick(WORDS)
        return Expression("String", f'"{text}"', f'"{text}"')

    def interpolation(self):
        self.is_one_line = True
        kept, self.is_header = self.is_header, False
        value = self.expression(self.type(1), 2)
        self.is_one_line, self.is_header = False, kept
        before, after = self.pick(WORDS), self.pick(WORDS)
        return Expression("String", f'"{before}\\(‹0›){after}"',
                          f'add(add("{before}", text(‹0›)), "{after}")', [value])

    def duration_literal(self):
        text = self.pick(list(DURATIONS))
        return Expression("Duration", text, f"Duration({DURATIONS[text]})")

    def symbol_literal(self):
        name = self.pick(SYMBOLS)
        return Expression("Symbol", f".{name}", f'Symbol("{name}")')

    # What gives each type

    def int_makers(self):
        return [self.arithmetic] * 5 + [self.negated, self.counted, self.counted, self.element,
                                        self.summed, self.extreme, self.absolute, self.converted,
                                        self.folded]

    def double_makers(self):
        return [self.arithmetic] * 4 + [self.mixed, self.mixed, self.negated, self.rounding,
                                        self.element, self.ratio, self.extreme]

    def duration_makers(self):
        return [self.duration_arithmetic] * 3 + [self.element, self.extreme]

    def symbol_makers(self):
        return [self.element]

    def bool_makers(self):
        return [self.comparison] * 4 + [self.equality] * 2 + [self.logic] * 3 + [
            self.inverse, self.contained, self.every, self.empty]

    def string_makers(self):
        return [self.joined_texts] * 3 + [self.interpolated, self.cased, self.cut_text, self.joined,
                                          self.element, self.described, self.text_part]

    def list_makers(self, type):
        makers = [self.appended, self.mapped, self.filtered, self.cut_list, self.reversed_list,
                  self.list_part]
        if type[1] in ("Int", "String", "Duration", "Double"):
            makers += [self.sorted_list]
        if type[1] == "String":
            makers += [self.split_text, self.keys]
        if type[1] == "Int":
            makers += [self.keys, self.range_mapped]
        return makers + [self.values]

    def map_makers(self, type):
        return [self.literal_map, self.filtered_map, self.mapped_map]

    # Int, Double, Duration

    def arithmetic(self, type, depth):
        operator, function, level = self.pick(
            [("+", "add", 7), ("-", "sub", 7), ("*", "mul", 8), ("/", "div", 8), ("%", "mod", 8)])
        left = self.expression(type, depth)
        right = self.divisor(type, depth) if level == 8 else self.expression(type, depth)
        return self.binary(operator, function, level, left, right, type)

    def divisor(self, type, depth):
        """Most often a value that divides, and that multiplies to something small."""
        if self.chance(0.1):
            return self.expression(type, depth)
        text = self.pick({"Int": ["2", "3", "7"], "Double": ["2.0", "0.5"],
                          "Duration": ["1s", "250ms"]}[type])
        python = f"Duration({DURATIONS[text]})" if type == "Duration" else text
        return Expression(type, text, python)

    def mixed(self, type, depth):
        left, right = self.expression("Int", depth), self.expression("Double", depth)
        if self.chance(0.5):
            left, right = right, left
        operator, function, level = self.pick([("+", "add", 7), ("-", "sub", 7), ("*", "mul", 8)])
        return self.binary(operator, function, level, left, right, type)

    def negated(self, type, depth):
        return Expression(type, "-‹0:10›", "neg(‹0›)", [self.expression(type, depth)], 9)

    def counted(self, type, depth):
        part = self.expression(self.pick(["String", list_of("Int"), list_of("String"),
                                          map_of("String", "Int")]), depth)
        size = "len(‹0›.entries)" if part.type[0] == "Map" else "len(‹0›)"
        return Expression(type, "‹0:10›.count", size, [part])

    def element(self, type, depth):
        values = self.expression(list_of(type), depth)
        if self.chance(0.85):
            index = Expression("Int", "0", "0")
            kept = Expression(list_of(type), "[‹0›]", "(‹0›,)", [self.expression(type, 0)])
            values = Expression(list_of(type), "‹0:7› + ‹1:8›", "add(‹0›, ‹1›)", [values, kept], 7)
        else:
            index = self.expression("Int", depth)
        # A variable is read when its index is known; every other list before its index.
        python = "at_known(‹1›, ‹0›)" if not values.parts else "at(‹0›, ‹1›)"
        return Expression(type, "‹0:10›[‹1›]", python, [values, index])

    def summed(self, type, depth):
        return Expression(type, "‹0:10›.sum()", "total(‹0›)", [self.expression(list_of("Int"), depth)])

    def extreme(self, type, depth):
        word, function = self.pick([("min", "least"), ("max", "greatest")])
        parts = [self.expression(type, depth) for _ in range(self.random.randint(2, 3))]
        slots = ", ".join(f"‹{n}›" for n in range(len(parts)))
        return Expression(type, f"{word}({slots})", f"{function}({slots})", parts)

    def absolute(self, type, depth):
        return Expression(type, "abs(‹0›)", "absolute(‹0›)", [self.expression(type, depth)])

    def converted(self, type, depth):
        return Expression(type, "int(‹0›)", "to_int(‹0›)", [self.expression("Double", depth)])

    def folded(self, type, depth):
        element = self.type(1)
        values, start = self.expression(list_of(element), depth), self.expression(type, depth)
        closure = self.closure([type, element], type, depth)
        return self.member_call(type, "reduce", "folded(‹0›, ‹1›, ‹2›)", [values, start], closure)

    def rounding(self, type, depth):
        word = self.pick(["round", "floor", "ceil", "sqrt"])
        python = "root(‹0›)" if word == "sqrt" else f'rounded(‹0›, "{word}")'
        return Expression(type, f"{word}(‹0›)", python, [self.expression(type, depth)])

    def ratio(self, type, depth):
        return self.binary("/", "div", 8, self.expression("Duration", depth),
                           self.divisor("Duration", depth), type)

    def duration_arithmetic(self, type, depth):
        which = self.random.random()
        if which < 0.3:
            left, right = self.expression(type, depth), self.expression("Int", depth)
            if self.chance(0.5):
                left, right = right, left
            return self.binary("*", "mul", 8, left, right, type)
        operator, function, level = self.pick([("+", "add", 7), ("-", "sub", 7), ("%", "mod", 8)])
        left = self.expression(type, depth)
        right = self.divisor(type, depth) if level == 8 else self.expression(type, depth)
        return self.binary(operator, function, level, left, right, type)

    # Bool

    def comparison(self, type, depth):
        operator = self.pick(["<", "<=", ">", ">="])
        of = self.pick(["Int", "Int", "Double", "String", "Duration"])
        left, right = self.expression(of, depth), self.expression(of, depth)
        python = {"<": "less(‹0›, ‹1›)", ">": "(lambda a, b: less(b, a))(‹0›, ‹1›)",
                  "<=": "(lambda a, b: less(a, b) or eq(a, b))(‹0›, ‹1›)",
                  ">=": "(lambda a, b: less(b, a) or eq(a, b))(‹0›, ‹1›)"}[operator]
        return Expression(type, f"‹0:5› {operator} ‹1:5›", python, [left, right], 4)

    def equality(self, type, depth):
        # Values of unlike kinds are never equal, and symbols need one in common: the check says so.
        of = self.type()
        while "Symbol" in str(of):
            of = self.type()
        left = self.expression(of, depth)
        right = self.expression(of, depth)
        operator, python = self.pick([("==", "eq(‹0›, ‹1›)"), ("!=", "(not eq(‹0›, ‹1›))")])
        return Expression(type, f"‹0:5› {operator} ‹1:5›", python, [left, right], 4)

    def logic(self, type, depth):
        operator, python, level = self.pick([("&&", "and", 3), ("||", "or", 2)])
        return Expression(type, f"‹0:{level}› {operator} ‹1:{level + 1}›", f"(‹0› {python} ‹1›)",
                          [self.expression(type, depth), self.expression(type, depth)], level)

    def inverse(self, type, depth):
        return Expression(type, "!‹0:9›", "(not ‹0›)", [self.expression(type, depth)], 9)

    def contained(self, type, depth):
        if self.chance(0.4):
            word, python = self.pick([("contains", "(lambda a, b: b in a)(‹0›, ‹1›)"),
                                      ("hasPrefix", "‹0›.startswith(‹1›)"),
                                      ("hasSuffix", "‹0›.endswith(‹1›)")])
            return Expression(type, f"‹0:10›.{word}(‹1›)", python,
                              [self.expression("String", depth), self.expression("String", depth)])
        element = self.pick([each for each in SCALARS if each != "Symbol"])
        return Expression(type, "‹0:10›.contains(‹1›)", "(index_of(‹0›, ‹1›) is not NIL)",
                          [self.expression(list_of(element), depth),
                           self.expression(element, depth)])

    def every(self, type, depth):
        element = self.type(1)
        values = self.expression(list_of(element), depth)
        closure = self.closure([element], "Bool", depth)
        return self.member_call(
            type, "allSatisfy", "all(is_true(call(f, each)) for v, f in [(‹0›, ‹1›)] for each in v)",
            [values], closure)

    def empty(self, type, depth):
        part = self.expression(self.pick(["String", list_of("Int")]), depth)
        return Expression(type, "‹0:10›.isEmpty", "(len(‹0›) == 0)", [part])

    # String

    def joined_texts(self, type, depth):
        return self.binary("+", "add", 7, self.expression(type, depth),
                           self.expression(type, depth), type)

    def interpolated(self, type, depth):
        if self.is_one_line or self.is_lambda:
            return self.string_literal()
        return self.interpolation()

    def cased(self, type, depth):
        word, python = self.pick([("uppercased", "upper"), ("lowercased", "lower"),
                                  ("trimmed", "strip")])
        return Expression(type, f"‹0:10›.{word}()", f"‹0›.{python}()",
                          [self.expression(type, depth)])

    def slice(self, of, depth):
        """A slice; its ends are evaluated from left to right, after the value."""
        values = self.expression(of, depth)
        low = Expression("Int", "0", "0")
        high = Expression("Int", "1", "1")
        if self.chance(0.95):
            kept = self.expression(of[1], 0) if of[0] == "List" else None
            tail = (Expression(of, "[‹0›, ‹0›]", "(‹0›, ‹0›)", [kept]) if kept else
                    Expression(of, '"two"', '"two"'))
            values = Expression(of, "‹0:7› + ‹1:8›", "add(‹0›, ‹1›)", [values, tail], 7)
        else:
            low, high = self.expression("Int", min(depth, 1)), self.expression("Int", min(depth, 1))
        form = self.pick(["both", "from", "up to", "through", "closed"])
        if form == "from":
            return Expression(of, "‹0:10›[‹1:7›...]", "cut(‹0›, ‹1›, None)", [values, low])
        if form == "up to":
            return Expression(of, "‹0:10›[..<‹1:7›]", "cut(‹0›, None, ‹1›)", [values, high])
        if form == "through":
            return Expression(of, "‹0:10›[...‹1:7›]", "cut_closed(‹0›, 0, ‹1›)", [values, high])
        if form == "closed":
            return Expression(of, "‹0:10›[‹1:7›...‹2:7›]", "cut_closed(‹0›, ‹1›, ‹2›)",
                              [values, low, high])
        return Expression(of, "‹0:10›[‹1:7›..<‹2:7›]", "cut(‹0›, ‹1›, ‹2›)", [values, low, high])

    def cut_text(self, type, depth):
        return self.slice(type, depth)

    def text_part(self, type, depth):
        return self.partial(type, depth)

    def partial(self, type, depth):
        word = self.pick(["prefix", "suffix", "dropFirst", "dropLast"])
        count = Expression("Int", str(self.random.randint(0, 3)), "")
        count.python = count.script
        return Expression(type, f"‹0:10›.{word}(‹1›)", f'part(‹0›, ‹1›, "{word}")',
                          [self.expression(type, depth), count])

    def joined(self, type, depth):
        return Expression(type, "‹0:10›.joined(‹1›)", "(lambda v, s: measured(s.join(v)))(‹0›, ‹1›)",
                          [self.expression(list_of("String"), depth), self.expression(type, depth)])

    def described(self, type, depth):
        return Expression(type, "string(‹0›)", "text(‹0›)", [self.expression(self.type(), depth)])

    # Lists and maps

    def appended(self, type, depth):
        return self.binary("+", "add", 7, self.expression(type, depth),
                           self.expression(type, depth), type)

    def mapped(self, type, depth):
        element = self.type(1)
        values = self.expression(list_of(element), depth)
        closure = self.closure([element], type[1], depth)
        return self.member_call(type, "map", "mapped(‹0›, ‹1›)", [values], closure)

    def range_mapped(self, type, depth):
        low, count = self.random.randint(-2, 2), self.random.randint(0, 5)
        values = Expression("Range", f"({low}..<{low + count})", f"Range({low}, {low + count})")
        closure = self.closure(["Int"], type[1], depth)
        return self.member_call(type, "map", "mapped(‹0›, ‹1›)", [values], closure)

    def filtered(self, type, depth):
        closure = self.closure([type[1]], "Bool", depth)
        return self.member_call(type, "filter", "filtered(‹0›, ‹1›)",
                                [self.expression(type, depth)], closure)

    def cut_list(self, type, depth):
        return self.slice(type, depth)

    def list_part(self, type, depth):
        return self.partial(type, depth)

    def reversed_list(self, type, depth):
        return Expression(type, "‹0:10›.reversed()", "‹0›[::-1]", [self.expression(type, depth)])

    def sorted_list(self, type, depth):
        return Expression(type, "‹0:10›.sorted()", "ordered(‹0›)", [self.expression(type, depth)])

    def split_text(self, type, depth):
        separator = self.pick([",", " ", "a"])
        return Expression(type, f'‹0:10›.split("{separator}")', f'tuple(‹0›.split("{separator}"))',
                          [self.expression("String", depth)])

    def keys(self, type, depth):
        entries = self.expression(map_of(type[1], self.type(1)), depth)
        return Expression(type, "‹0:10›.keys", "tuple(k for k, _ in ‹0›.pairs())", [entries])

    def values(self, type, depth):
        entries = self.expression(map_of("String", type[1]), depth)
        return Expression(type, "‹0:10›.values", "tuple(v for _, v in ‹0›.pairs())", [entries])

    def literal_map(self, type, depth):
        return self.literal(type, depth + 1)

    def filtered_map(self, type, depth):
        # `$0` alone would be the whole entry.
        closure = self.closure([type[1], type[2]], "Bool", depth, has_names=True)
        return self.member_call(
            type, "filter",
            "Map([each for m, f in [(‹0›, ‹1›)] for each in m.pairs() if is_true(call(f, *each))])",
            [self.expression(type, depth)], closure)

    def mapped_map(self, type, depth):
        value = self.type(1)
        entries = self.expression(map_of(type[1], value), depth)
        closure = self.closure([value], type[2], depth)
        return self.member_call(
            type, "mapValues",
            "Map([(k, call(f, v)) for m, f in [(‹0›, ‹1›)] for k, v in m.pairs()])",
            [entries], closure)
