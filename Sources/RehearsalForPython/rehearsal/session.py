"""Sessions: one script each, with Python's functions."""

from __future__ import annotations

import contextvars
import inspect
import json
import os
import threading
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Optional, Union

from . import _library
from .reports import Case, Diagnostic, Report, Trace
from .values import Duration, Value, text_of, value_of


class RehearsalError(Exception):
    """A script that is wrong or fails, or a wrong use of a session."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields["message"])
        #: What is known about it: ``message``; of a script that cannot be run ``diagnostics``, of
        #: one that failed its ``fault``.
        self.fields = fields

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with a script that cannot be run."""
        diagnostics: list[Diagnostic] = self.fields.get("diagnostics", [])
        return diagnostics


class Session:
    """One script, with the functions that Python gives it.

    One call of a session is under way at a time: another one, from another thread or from a function
    that the script calls, raises :class:`RehearsalError`. Different sessions are independent, and
    other threads of Python go on while one runs.

    A session is closed by ``with``, by :meth:`close`, or when nobody holds it any more.
    """

    def __init__(self, limits: Iterable[str] = ()) -> None:
        """Makes a session without a script, with limits such as ``"heap=64MB"``."""
        #: Whether the script has something to run: cases, or statements that do something.
        self.is_test = False
        self._handle: int = _library.function("create")()
        if self._handle == 0:
            raise MemoryError("there are too many sessions")
        # A callback that Python frees would be called by the library all the same.
        self._functions: list[Any] = []
        self._interruption: Optional[BaseException] = None
        try:
            for setting in limits:
                self.limit(setting)
        except RehearsalError:
            self.close()
            raise

    def close(self) -> None:
        """Frees the session; nothing where it is closed already."""
        if self._handle == 0:
            return
        if not _library.function("destroy")(self._handle):
            raise RehearsalError({"message": "the session is in use"})
        self._handle = 0
        self._functions.clear()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            _library.function("destroy")(self._handle)

    # Preparing

    def limit(self, setting: str) -> None:
        """Sets a limit of scripts that are loaded later, as in ``"heap=64MB"``.

        ``rehearse explain limits`` lists their names.
        """
        self._ask("limit", _bytes(setting))

    def declare_host(self, path: Union[str, os.PathLike[str]]) -> None:
        """Gives scripts that are loaded later the apps and functions in Swift that a file declares.

        Tests in Swift write it with ``expectDeclarations(of:in:)``. Scripts that use them can be
        checked, and fail where they run them.
        """
        self._ask("declare_host", _bytes(os.fspath(path)))

    def define(
        self,
        name: str,
        function: Callable[..., Value],
        parameters: Optional[Iterable[str]] = None,
    ) -> None:
        """Gives scripts that are loaded later a function of Python's.

        It is called on the thread that runs the script, which is not the one that made the call, with
        values of scripts. What it raises fails
        the script at its call. A parameter whose name ends in ``?`` may be left out, and is None
        then; without ``parameters`` they are those of the function.
        """
        if parameters is None:
            parameters = [
                parameter.name + ("" if parameter.default is parameter.empty else "?")
                for parameter in inspect.signature(function).parameters.values()
            ]

        def answer(arguments: bytes, _: Optional[int]) -> Optional[int]:
            try:
                text = text_of(function(*value_of(arguments)))
            except BaseException as error:  # Whatever it is, it must not cross the border.
                if not isinstance(error, Exception):
                    self._interruption = error
                text = json.dumps({"error": f"{type(error).__name__}: {error}"})
            address: Optional[int] = _library.function("copy")(text.encode())
            return address

        callback = _library.Function(answer)
        names = ",".join(parameters)
        self._ask("define", _bytes(name), _bytes(names), callback, None)
        self._functions.append(callback)

    def load(self, source: Union[str, bytes], name: str = "script.rehearsal") -> list[Case]:
        """Checks a script and makes it the session's; errors show it under its name.

        Raises :class:`RehearsalError` for a script that cannot be run.
        """
        text = source.encode() if isinstance(source, str) else source
        return self._cases(self._ask("load", _bytes(name), _whole(text)))

    def load_file(
        self, path: Union[str, os.PathLike[str]], root: Union[str, os.PathLike[str], None] = None
    ) -> list[Case]:
        """Reads, checks and takes a script file, with its imports.

        These come from the folder of the file and those below, or from a root and those below it.
        """
        folder = None if root is None else _bytes(os.fspath(root))
        return self._cases(self._ask("load_file", _bytes(os.fspath(path)), folder))

    def _cases(self, answer: str) -> list[Case]:
        fields = json.loads(answer)
        self.is_test = fields["isTest"]
        return [Case.read(number, case) for number, case in enumerate(fields["cases"])]

    # Running

    def run(self) -> Report:
        """Runs the script from its beginning to its end; what fails in it stands in the report."""
        return Report.read(json.loads(self._ask("run")))

    def run_case(self, number: int) -> Report:
        """Runs the statements of the script and then one case, on a device of its own."""
        return Report.read(json.loads(self._ask("run_case", number)))

    def call(self, function: str, *arguments: Value) -> Value:
        """Calls a function of the script, on the device as the last run left it."""
        return value_of(self._ask("call", _bytes(function), text_of(arguments).encode()))

    def advance(self, duration: Union[Duration, int, float]) -> Duration:
        """Lets virtual time pass, in seconds where it is a number; gives the device's time."""
        span = duration if isinstance(duration, Duration) else Duration.of(duration)
        if not -(2**63) <= span.nanoseconds < 2**63:
            raise OverflowError("the duration is beyond 64 bits of nanoseconds")
        return Duration(json.loads(self._ask("advance", span.nanoseconds)))

    def trace(self) -> Trace:
        """What happened on the device of the last run."""
        fields = json.loads(self._ask("trace"))
        return Trace(tuple(fields["apps"]), tuple(fields["records"]))

    def cancel(self) -> bool:
        """Stops what a call of this session runs now, from another thread; whether there was any.

        Ctrl-C does so by itself.
        """
        stopped: bool = _library.function("cancel")(self._handle)
        return stopped

    def _ask(self, name: str, *arguments: Any) -> str:
        """The JSON of what a function of the library answers."""
        text = self._called(name, arguments)
        interruption, self._interruption = self._interruption, None
        if interruption is not None:
            raise interruption
        prefix = '{"value":'
        if text.startswith(prefix):
            return text[len(prefix) : -1]
        raise RehearsalError(json.loads(text)["error"])


    def _called(self, name: str, arguments: tuple[Any, ...]) -> str:
        """What a function answers, which Ctrl-C stops where it runs something.

        Python hands a signal on between its own instructions, and on its first thread only; so what
        takes long is called on another one.
        """
        handle = self._handle

        def ask() -> str:
            return _library.taken(_library.function(name)(handle, *arguments))

        if name not in _RUNNING or threading.current_thread() is not threading.main_thread():
            return ask()
        answers: list[str] = []
        failures: list[BaseException] = []

        def work() -> None:
            try:
                answers.append(ask())
            except BaseException as error:  # It is raised where the call was made.
                failures.append(error)

        context = contextvars.copy_context()
        worker = threading.Thread(target=context.run, args=(work,), name="rehearsal", daemon=True)
        worker.start()
        try:
            worker.join()
        except BaseException:
            self.cancel()
            worker.join()
            raise
        if failures:
            raise failures[0]
        return answers[0]


#: The functions of the library that run a script.
_RUNNING = frozenset({"run", "run_case", "call", "advance"})


def _bytes(text: str) -> bytes:
    return _whole(text.encode())


def _whole(text: bytes) -> bytes:
    if b"\0" in text:
        raise ValueError("a text with a zero byte cannot be passed on whole")
    return text
