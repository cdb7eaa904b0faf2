# SPDX-License-Identifier: MIT
"""Standard streams of cells: what they print goes to the app as messages, and so come the lines that they read."""

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


class Source(io.RawIOBase):
    """A stream of the lines that `read_line()` gives as bytes; none: there is no more."""

    name = "<stdin>"
    mode = "rb"

    def __init__(self, read_line):
        self._read_line = read_line
        self._rest = b""

    def readable(self):
        return True

    def readinto(self, buffer):
        data = self._rest or self._read_line()
        count = min(len(data), len(buffer))
        buffer[:count], self._rest = data[:count], data[count:]
        return count


def _text(write, number, name, errors):
    stream = io.TextIOWrapper(
        Sink(write, number, name), encoding="utf-8", errors=errors, newline="\n", write_through=True
    )
    stream.mode = "w"
    return stream


def install(write, read_line):
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(Source(read_line)), encoding="utf-8", newline="\n")
    sys.stdin.mode = "r"
    sys.stdout = sys.__stdout__ = _text(write, 0, "<stdout>", "strict")
    sys.stderr = sys.__stderr__ = _text(write, 1, "<stderr>", "backslashreplace")
