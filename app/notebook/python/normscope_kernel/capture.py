# SPDX-License-Identifier: MIT
"""`%%capture NAME`: a cell that shows neither output nor figures; what it printed is kept under the name."""

import io
import sys

from normscope_kernel.running import cell


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


class Capture:
    """Of one cell, from its making until its end."""

    def __init__(self, name):
        self._name = name  # "": nothing is kept
        self._before = sys.stdout, sys.stderr, cell.picture
        sys.stdout, sys.stderr, cell.picture = io.StringIO(), io.StringIO(), lambda *_picture: None

    def end(self):
        captured = Captured(*(stream.getvalue() if isinstance(stream, io.StringIO) else ""
                              for stream in (sys.stdout, sys.stderr)))
        sys.stdout, sys.stderr, cell.picture = self._before
        if self._name:
            sys.modules["__main__"].__dict__[self._name] = captured
