"""Rehearsal from Python with ctypes alone: sessions, host functions, traces.

    python3 Examples/Python/rehearsal.py PATH_TO_THE_LIBRARY

runs a test of an app model in Python, and prints what happened.
"""

import ctypes
import json
import sys


class Failed(Exception):
    """A script that failed, or a wrong use; `args[0]` is the error as data."""


class Session:
    """One session; use it from one thread at a time."""

    FUNCTION = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)

    def __init__(self, library):
        self.native = ctypes.CDLL(library)
        self.native.rehearsal_create.restype = ctypes.c_void_p
        self.native.rehearsal_copy.restype = ctypes.c_void_p
        for name in ("define", "limit", "load", "run", "call", "advance", "trace"):
            getattr(self.native, "rehearsal_" + name).restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.native.rehearsal_create())
        self.functions = []  # ctypes frees a callback that nobody holds

    def close(self):
        self.native.rehearsal_destroy(self.handle)
        self.handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, name, *arguments):
        text = getattr(self.native, "rehearsal_" + name)(self.handle, *arguments)
        try:
            answer = json.loads(ctypes.string_at(text))
        finally:
            self.native.rehearsal_free(ctypes.c_void_p(text))
        if "error" in answer:
            raise Failed(answer["error"])
        return answer["value"]

    def define(self, name, parameters, body):
        """Gives scripts a function of Python's; what it raises fails the script."""

        def call(arguments, _):
            try:
                answer = body(*json.loads(arguments))
            except Exception as error:  # whatever it is, it must not cross the border
                answer = {"error": str(error)}
            return self.native.rehearsal_copy(json.dumps(answer).encode())

        function = self.FUNCTION(call)
        self.functions.append(function)
        self._ask("define", name.encode(), parameters.encode(), function, None)

    def limit(self, setting):
        """Sets a limit of scripts that are loaded later, as in "heap=64MB"."""
        self._ask("limit", setting.encode())

    def load(self, name, source):
        return self._ask("load", name.encode(), source.encode())

    def run(self):
        return self._ask("run")

    def call(self, function, *arguments):
        return self._ask("call", function.encode(), json.dumps(arguments).encode())

    def advance(self, seconds):
        return self._ask("advance", ctypes.c_int64(round(seconds * 1e9)))

    def trace(self):
        return self._ask("trace")


SCRIPT = """
app Notes {
    var draft = ""
    button "Type" { draft += "x" }
    on didEnterBackground { upload(draft) }
}
func write() {
    launch Notes
    touch "Type"
    press .home
    return Notes.draft
}
"""


def main(library):
    uploaded = []
    with Session(library) as session:
        session.define("upload", "text", lambda text: uploaded.append(text))
        session.load("notes.rehearsal", SCRIPT)
        print("passed", session.run()["passed"])
        print("draft", session.call("write"), "uploaded", uploaded)
        session.advance(10)
        trace = session.trace()
        states = [r["name"] for r in trace["records"] if r["kind"] == "state"]
        print(trace["apps"][0], " ".join(states))
        session.limit("instructions=1000000")
        for source in ("let x =", "print([1][5])", "while true { }"):
            try:
                session.load("wrong.rehearsal", source)
                print("failures", session.run()["failures"][0]["fault"]["identifier"])
            except Failed as failed:
                print("error", failed.args[0]["diagnostics"][0]["identifier"])


if __name__ == "__main__":
    main(sys.argv[1])
