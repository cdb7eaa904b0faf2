# SPDX-License-Identifier: MIT
"""Standard output and error of cells: their text goes to the app as messages."""

import io
import sys


class Sink(io.RawIOBase):
    """A stream of bytes that `write(number, bytes, at_once)` takes away; 0 is output, 1 is error.

    What is flushed arrives even where the process ends just then, and so do errors, as in python3.
    """

    def __init__(self, write, number, name):
        self._write = write
        self._number = number
        self.name = name
        self.mode = "wb"

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self._write(self._number, data, self._number == 1)
        return len(data)

    def flush(self):
        self._write(self._number, b"", True)


def _text(write, number, name, errors):
    stream = io.TextIOWrapper(
        Sink(write, number, name), encoding="utf-8", errors=errors, newline="\n", write_through=True
    )
    stream.mode = "w"
    return stream


def install(write):
    sys.stdout = sys.__stdout__ = _text(write, 0, "<stdout>", "strict")
    sys.stderr = sys.__stderr__ = _text(write, 1, "<stderr>", "backslashreplace")
