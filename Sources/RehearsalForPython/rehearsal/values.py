"""Values of scripts in Python: each comes back as it went, its type included."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

#: A value of a script: None, bool, int, float, str, a list or a dict of values, or one of the types
#: below.
Value = Any


@dataclass(frozen=True, order=True)
class Duration:
    """A Duration of a script, in whole nanoseconds."""

    nanoseconds: int

    @classmethod
    def of(cls, seconds: Union[int, float]) -> Duration:
        """The duration of that many seconds, to the nearest nanosecond."""
        return cls(round(seconds * 1_000_000_000))

    @property
    def seconds(self) -> float:
        """The seconds, as near as a float comes."""
        return self.nanoseconds / 1_000_000_000


@dataclass(frozen=True)
class Symbol:
    """A symbol of a script, such as ``.home``, by its name without the dot."""

    name: str


@dataclass(frozen=True)
class Range:
    """A range of a script: ``lower..<upper``, or ``lower...upper`` if it is closed."""

    lower: Value
    upper: Value
    is_closed: bool = False


@dataclass(frozen=True)
class Thing:
    """What only the script can use, such as a function or an app, by how it prints."""

    text: str


# The keys by which an object with no other key stands for what JSON has no form for.
_FORMS = {"double", "duration", "symbol", "range", "closedRange", "map", "thing", "error"}


def text_of(value: Value) -> str:
    """The JSON of a value; TypeError for what is no value of scripts."""
    return json.dumps(_plain(value), allow_nan=False)


def _plain(value: Value) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return {"double": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(element) for element in value]
    if isinstance(value, Mapping):
        isobject = all(isinstance(key, str) for key in value) and not (
            len(value) == 1 and _FORMS.issuperset(value)
        )
        if isobject:
            return {key: _plain(element) for key, element in value.items()}
        return {"map": [[_plain(key), _plain(element)] for key, element in value.items()]}
    if isinstance(value, Duration):
        return {"duration": value.nanoseconds}
    if isinstance(value, Symbol):
        return {"symbol": value.name}
    if isinstance(value, Range):
        bounds = [_plain(value.lower), _plain(value.upper)]
        return {"closedRange" if value.is_closed else "range": bounds}
    if isinstance(value, Thing):
        raise TypeError(f"{value.text} can only be used by its script")
    raise TypeError(f"a script has no values of {type(value).__name__}")


def value_of(text: Union[str, bytes]) -> Value:
    """The value of its JSON."""
    return json.loads(text, object_hook=_value)


def _value(fields: dict[str, Any]) -> Value:
    if len(fields) != 1:
        return fields
    (form, content), *_ = fields.items()
    if form == "double":
        return float(content)
    if form == "duration":
        return Duration(content)
    if form == "symbol":
        return Symbol(content)
    if form in ("range", "closedRange"):
        return Range(content[0], content[1], form == "closedRange")
    if form == "map":
        return dict(content)
    if form == "thing":
        return Thing(content)
    return fields
