"""What generated programs mean, in Python: Ints of 64 bits, values that are copied, errors.

It is written from the guide alone and shares nothing with the machine; whoever finds the two apart
has found a fault in one of them. Where the guide leaves something open, `Open` ends the comparison.
"""

import decimal
import math


class Fault(Exception):
    """An error of the run, by its identifier."""


class Open(Exception):
    """The guide says nothing about this."""


class Nil:
    def __repr__(self):
        return "nil"


NIL = Nil()
BREAK, CONTINUE, MISSING = object(), object(), object()


class Returned:
    def __init__(self, value):
        self.value = value


class Cell:
    __slots__ = ["v"]

    def __init__(self, value=NIL):
        self.v = value.v if isinstance(value, Cell) else value


class Duration:
    __slots__ = ["ns"]

    def __init__(self, ns):
        if not -2**63 <= ns < 2**63:
            raise Fault("E0711")
        self.ns = ns


class Symbol:
    __slots__ = ["name"]

    def __init__(self, name):
        self.name = name


class Map:
    """A map in the order of its keys; every change makes another one."""

    def __init__(self, entries=()):
        self.entries = {}
        for key, value in entries:
            self.entries[hashed(key)] = (key, value)

    def with_entry(self, key, value):
        other = Map()
        other.entries = dict(self.entries)
        if value is NIL:
            other.entries.pop(hashed(key), None)
        else:
            mark = hashed(key)
            old = other.entries.get(mark)
            other.entries[mark] = (old[0] if old else key, value)
        return other

    def get(self, key):
        return self.entries.get(hashed(key), (NIL, NIL))[1]

    def pairs(self):
        return list(self.entries.values())


class Range:
    def __init__(self, low, high):
        self.low, self.high = low, high


def hashed(key):
    if isinstance(key, Duration):
        return ("Duration", key.ns)
    if isinstance(key, Symbol):
        return ("Symbol", key.name)
    return (type(key).__name__, key)


# The program that runs: what it printed, and how much it may still do.
class Run:
    def __init__(self):
        self.lines, self.steps, self.depth = [], 20_000, 0


run = Run()


def step(count=1):
    run.steps -= count
    if run.steps < 0:
        raise Open("too long")


def play(text):
    """The lines that a program prints, and the identifier of the error that ended it, or None."""
    global run
    run = Run()
    names = dict(globals())
    exec(compile(text, "program", "exec"), names)
    try:
        names["program"]()
        return run.lines, None
    except Fault as fault:
        return run.lines, fault.args[0]
    except (Open, RecursionError):
        return None, None
    except (TypeError, AttributeError, NameError, UnboundLocalError):
        # What is left of a program that was made smaller need not mean anything.
        return None, None


# Calls

def call(function, *arguments, **named):
    step()
    run.depth += 1
    if run.depth > 40:
        raise Open("too deep")
    try:
        result = function(*arguments, **named)
    finally:
        run.depth -= 1
    return result.value if isinstance(result, Returned) else NIL if result is None else result


def is_true(value):
    if not isinstance(value, bool):
        raise Fault("E0703")
    return value


# Numbers

def fits(value):
    if not -2**63 <= value < 2**63:
        raise Fault("E0701")
    return value


def both_ints(a, b):
    return type(a) is int and type(b) is int


def as_double(x):
    return float(x)


def add(a, b):
    if both_ints(a, b):
        return fits(a + b)
    if isinstance(a, Duration):
        return Duration(a.ns + b.ns)
    if isinstance(a, str):
        return measured(a + b)
    if isinstance(a, tuple):
        return measured(a + b)
    return as_double(a) + as_double(b)


def measured(value):
    step(len(value) // 8)
    return value


def sub(a, b):
    if both_ints(a, b):
        return fits(a - b)
    if isinstance(a, Duration):
        return Duration(a.ns - b.ns)
    return as_double(a) - as_double(b)


def mul(a, b):
    if both_ints(a, b):
        return fits(a * b)
    if isinstance(a, Duration):
        return Duration(a.ns * b)
    if isinstance(b, Duration):
        return Duration(b.ns * a)
    return as_double(a) * as_double(b)


def truncated(a, b):
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def div(a, b):
    if both_ints(a, b):
        if b == 0:
            raise Fault("E0702")
        return fits(truncated(a, b))
    if isinstance(a, Duration):
        return float_divide(float(a.ns), float(b.ns))
    return float_divide(as_double(a), as_double(b))


def float_divide(a, b):
    if b != 0:
        return a / b
    if a != a or a == 0:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def mod(a, b):
    if both_ints(a, b):
        if b == 0:
            raise Fault("E0702")
        return a - b * truncated(a, b)
    if isinstance(a, Duration):
        if b.ns == 0:
            raise Fault("E0702")
        return Duration(a.ns - b.ns * truncated(a.ns, b.ns))
    a, b = as_double(a), as_double(b)
    if b == 0 or math.isinf(a) or a != a or b != b:
        return math.nan
    return math.fmod(a, b)


def neg(a):
    if isinstance(a, Duration):
        return Duration(-a.ns)
    return fits(-a) if type(a) is int else -a


def absolute(a):
    if isinstance(a, Duration):
        return Duration(abs(a.ns))
    return fits(abs(a)) if type(a) is int else math.copysign(a, 1.0)


def to_int(x):
    if type(x) is int:
        return x
    if x != x or math.isinf(x):
        raise Fault("E0701")
    return fits(math.trunc(x))


def rounded(x, how):
    if x != x or math.isinf(x):
        return x
    if how == "round":
        whole = math.floor(abs(x))
        result = float(whole + (1 if abs(x) - whole >= 0.5 else 0))
        return math.copysign(result, x)
    return math.copysign(float(math.floor(x) if how == "floor" else math.ceil(x)), x)


def root(x):
    x = as_double(x)
    return math.nan if x != x or x < 0 else math.sqrt(x)


def least(*values):
    return extreme(values, lambda a, b: less(a, b))


def greatest(*values):
    return extreme(values, lambda a, b: less(b, a))


def extreme(values, comes_before):
    if not values:
        return NIL
    for value in values:
        # Which zero is less, and what is less than no number, the guide leaves open.
        if isinstance(value, float) and (value != value or value == 0):
            raise Open("zero or nan")
    best = values[0]
    for value in values[1:]:
        if comes_before(value, best):
            best = value
    return best


# Comparisons

def kind(value):
    if isinstance(value, bool):
        return "Bool"
    if isinstance(value, (int, float)):
        return "number"
    return type(value).__name__


def eq(a, b):
    if kind(a) != kind(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(eq(x, y) for x, y in zip(a, b))
    if isinstance(a, Map):
        return len(a.entries) == len(b.entries) and all(
            mark in b.entries and eq(entry[1], b.entries[mark][1])
            for mark, entry in a.entries.items())
    if isinstance(a, Duration):
        return a.ns == b.ns
    if isinstance(a, Symbol):
        return a.name == b.name
    if isinstance(a, Range):
        return a.low == b.low and a.high == b.high
    return a == b


def less(a, b):
    if isinstance(a, Duration):
        return a.ns < b.ns
    return a < b


def ordered(values):
    for value in values:
        if isinstance(value, float) and value != value:
            raise Open("nan")
    if values and isinstance(values[0], Duration):
        return tuple(sorted(values, key=lambda each: each.ns))
    return tuple(sorted(values))


# Collections

def elements(value):
    if isinstance(value, Range):
        step(value.high - value.low)
        return tuple(range(value.low, value.high))
    if isinstance(value, Map):
        return tuple(Map([("key", key), ("value", item)]) for key, item in value.pairs())
    return tuple(value)


def make_range(a, b, closed):
    if a > b:
        raise Fault("E0709")
    if closed and b == 2**63 - 1:
        raise Open("the last Int")
    high = b + 1 if closed else b
    return Range(a, high)


def at(values, index):
    if not 0 <= index < len(values):
        raise Fault("E0705")
    return values[index]


def at_known(index, values):
    return at(values, index)


def replaced(values, index, value):
    at(values, index)
    return values[:index] + (value,) + values[index + 1:]


def cut(values, low, high):
    """A slice; None is an end that is left out."""
    low = 0 if low is None else low
    high = len(values) if high is None else high
    if low > high:
        raise Fault("E0709")
    if low < 0 or high > len(values):
        raise Fault("E0705")
    return values[low:high]


def cut_closed(values, low, high):
    if low > high:
        raise Fault("E0709")
    return cut(values, low, up_to(high))


def up_to(index):
    if index == 2**63 - 1:
        raise Open("the last Int")
    return index + 1


def part(values, count, which):
    if count < 0:
        raise Fault("E0703")
    count = min(count, len(values))
    return {"prefix": values[:count], "suffix": values[len(values) - count:],
            "dropFirst": values[count:], "dropLast": values[:len(values) - count]}[which]


def inserted(values, value, index):
    if not 0 <= index <= len(values):
        raise Fault("E0705")
    return values[:index] + (value,) + values[index:]


def mapped(values, function):
    return tuple(call(function, each) for each in elements(values))


def filtered(values, function):
    return tuple(each for each in elements(values) if is_true(call(function, each)))


def folded(values, start, function):
    result = start
    for each in elements(values):
        result = call(function, result, each)
    return result


def index_of(values, value):
    for index, each in enumerate(values):
        if eq(each, value):
            return index
    return NIL


def total(values):
    result = 0
    for each in values:
        result = add(result, each)
    return result


def first(values):
    return values[0] if values else NIL


def last(values):
    return values[-1] if values else NIL


def coalesce(value, other):
    return other() if value is NIL else value


# Texts

ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0", '"': '\\"', "\\": "\\\\"}


def duration_text(ns):
    magnitude = abs(ns)
    if magnitude >= 10**9:
        whole, fraction = divmod(magnitude, 10**9)
        text = str(whole) + (("." + f"{fraction:09}".rstrip("0")) if fraction else "") + "s"
    elif magnitude == 0:
        text = "0s"
    else:
        for unit, size in [("ms", 10**6), ("us", 10**3), ("ns", 1)]:
            if magnitude % size == 0:
                text = str(magnitude // size) + unit
                break
    return "-" + text if ns < 0 else text


def double_text(value):
    """The shortest text that reads back the same; with an exponent where not all Ints are Doubles."""
    if abs(value) <= 2**53 or math.isinf(value):
        return repr(value)
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digits))
    exponent += len(digits) - 1
    digits = digits.rstrip("0")
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{'-' if sign else ''}{mantissa}e+{exponent:02}"


def text(value, inside=False, depth=0):
    if depth > 6:
        raise Open("deep")
    if value is NIL:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "nan" if value != value else double_text(value)
    if isinstance(value, str):
        return '"' + "".join(ESCAPES.get(c, c) for c in value) + '"' if inside else value
    if isinstance(value, Duration):
        return duration_text(value.ns)
    if isinstance(value, Symbol):
        return "." + value.name
    if isinstance(value, Range):
        return f"{value.low}..<{value.high}"
    if isinstance(value, tuple):
        result = "[" + ", ".join(text(each, True, depth + 1) for each in value) + "]"
    elif isinstance(value, Map):
        pairs = ", ".join(text(key, True, depth + 1) + ": " + text(item, True, depth + 1)
                          for key, item in value.pairs())
        result = "[" + (pairs or ":") + "]"
    else:
        raise Open("a function")
    if len(result) > 2000:
        raise Open("long")
    return result


def show(*values):
    line = " ".join(text(each) for each in values)
    step(len(line) // 8)
    run.lines.append(line)
