"""kagemusha on a pseudo-terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

ROWS, COLUMNS = 24, 80


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "kagemusha", *words]


def foreground() -> None:
    """Ctrl-C reaches a program in the foreground, though the tests may run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """kagemusha on a pseudo-terminal."""

    def __init__(self, *words: str, term: str = "xterm") -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process = subprocess.Popen(
            command(*words),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": term, "COLUMNS": str(COLUMNS)},
            start_new_session=True,
            preexec_fn=foreground,      # noqa: PLW1509 (it takes no lock)
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, pattern: str) -> str:
        """What came up to the first match, which is used up."""
        deadline = time.monotonic() + 30
        while not (found := re.search(pattern, self.seen)):
            assert time.monotonic() < deadline, self.seen
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:             # closed at the other end
                    assert re.search(pattern, self.seen), self.seen
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Ctrl-C, once more if it came between the prompt and the wait for the answer."""
        for _ in range(5):
            self.type("\x03")
            if select.select([self.master], [], [], 3)[0] and self.echoed_more_than("^C"):
                return

    def echoed_more_than(self, echo: str) -> bool:
        time.sleep(0.5)
        self.seen += os.read(self.master, 65536).decode("utf-8", "replace")
        return bool(self.seen.replace(echo, "").strip())

    def leave(self) -> int:
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code
