# SPDX-License-Identifier: MIT
"""`%%capture NAME`: a cell that shows neither output nor figures; what it printed is kept under the name."""

import io
import sys

from normscope_kernel import cells

_kept = None  # the name and what is put back at the end of the cell


class Captured:
    """What a cell printed."""

    def __init__(self, stdout, stderr):
        self.stdout = stdout
        self.stderr = stderr

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)

    __call__ = show

    def __str__(self):
        return self.stdout


def begin(name):
    global _kept
    _kept = name, sys.stdout, sys.stderr, cells.picture
    sys.stdout, sys.stderr, cells.picture = io.StringIO(), io.StringIO(), lambda *_picture: None


def end():
    global _kept
    if _kept is None:
        return
    captured = Captured(*(stream.getvalue() if isinstance(stream, io.StringIO) else ""
                          for stream in (sys.stdout, sys.stderr)))
    name, sys.stdout, sys.stderr, cells.picture = _kept
    _kept = None
    if name:
        sys.modules["__main__"].__dict__[name] = captured
