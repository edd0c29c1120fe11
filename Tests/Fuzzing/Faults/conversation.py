"""A conversation with the prompt at a terminal of its own."""

import os
import pty
import re
import select
import signal
import subprocess
import termios
import time

# Lines, one of the history, a text of two rows, a paste, a completion that is dropped, and the end.
TYPED = [b"let a = 1\r", b"print(a)\r", b"\x1b[A\r", b"func f() {\rprint(2) }\r",
         b"\x1b[200~f()\x1b[201~\r", b"pri\t\t\x03", b":quit\r"]

# What of it may stand in the history.
ENTRIES = {"let a = 1", "print(a)", "func f() {\\n    print(2) }", "func f() {\\nprint(2) }", "f()", ":quit"}

# The prompt asks for marks around pastes whenever it reads a line.
IS_READING = b"\x1b[?2004h"


class Conversation:
    """A prompt that is typed at until it ends."""

    def __init__(self, command, folder, environment):
        self.said = b""
        self.code = None
        codes, code = os.pipe()
        leader, self.terminal = pty.fork()
        if leader == 0:
            lead(command, folder, environment, code)
        os.close(code)
        self.leader, self.codes = leader, codes
        self.modes = termios.tcgetattr(self.terminal)

    def play(self):
        """Types everything; what is wrong with how it ended, and None where nothing is."""
        self.listen(5, IS_READING)
        for text in TYPED:
            self.type(text)
            self.listen(1, IS_READING)
        for text in (b"", b"\x03\x04", b"\x03\x04", b"\r:quit\r"):
            self.type(text)
            self.listen(2, None)
        left = termios.tcgetattr(self.terminal)
        os.close(self.terminal)
        os.kill(self.leader, 9)
        os.waitpid(self.leader, 0)
        os.close(self.codes)
        if self.code is None:
            return "it did not end"
        # Without a terminal, by its own account, it ends as any program does.
        if self.code == -signal.SIGINT and IS_READING not in self.said:
            return None
        if self.code < 0:
            return f"it ended by signal {-self.code}"
        if left != self.modes:
            return "the terminal is not as it was"
        return None

    def type(self, text):
        if self.code is None:
            os.write(self.terminal, text)

    def listen(self, seconds, awaited):
        """Reads until something is said, the prompt ends, or nothing is said for some time."""
        start, end = len(self.said), time.monotonic() + seconds
        while self.code is None and time.monotonic() < end:
            ready, _, _ = select.select([self.terminal, self.codes], [], [], 0.1)
            if self.terminal in ready:
                try:
                    self.said += os.read(self.terminal, 65536)
                except OSError:
                    # Nobody has it open; the end is on its way.
                    time.sleep(0.01)
                    continue
                if awaited and awaited in self.said[start:]:
                    return
            elif self.codes in ready:
                self.code = int(os.read(self.codes, 16) or b"-9")


def lead(command, folder, environment, code):
    """Leads the session, whose end would reset the terminal's modes, until it is killed."""
    try:
        # A handler, which the command does not inherit.
        signal.signal(signal.SIGINT, lambda *_: None)
        done = subprocess.run(command, cwd=folder, env=environment, check=False)
        os.write(code, str(done.returncode).encode())
        time.sleep(60)
    finally:
        os._exit(0)


def history_problem(folder):
    """What is wrong with the history that was kept; None where nothing is."""
    path = os.path.join(folder, ".rehearsal_history")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        text = file.read()
    wrong = [line for line in text.splitlines() if line not in ENTRIES]
    if wrong or not re.fullmatch(r"(.*\n)*", text):
        return f"the history has {(wrong or [text[-40:]])[0]!r}"
    return None
