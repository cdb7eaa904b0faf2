# SPDX-License-Identifier: MIT
"""What the built-in Python has of its own: a channel to the app and arrays that app/notebook/notebook_kernel keeps."""

import json
import sys
from contextlib import nullcontext

from normscope_kernel.passes import add_brought
from normscope_kernel.serve import serve as answer


class _Channel:
    """The program's end of the socket, which reads it outside of Python: an interrupt ends a long loop over arrays."""

    def __init__(self, host):
        self._host = host
        self.begin, self.end, self.heed = host.begin, host.end, host.heed

    def next(self):
        text, descriptor = self._host.next()
        return json.loads(text), descriptor

    def send(self, message):
        self._host.send(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))


class _Graph:
    """The arrays of the records, and their messages."""

    def __init__(self, host, arrays, messages):
        self._host, self._arrays, self.messages = host, arrays, messages

    def numbers(self, positions):
        if not all(self.messages[position]["held"] for position in positions):
            raise ValueError("the values of a step are lost")
        return b"".join([self._host.floats(self._arrays[position]) for position in positions])


class _Records:
    """The records that arrays of the program keep themselves."""

    def __init__(self, host):
        self._host = host
        self.begin = host.begin_cell
        self.bytes_of = host.bytes_of

    def paused(self):
        return nullcontext()

    def array(self, value):
        """The element type and the shape of an array, and another state whenever it is another or has changed, or a
        backward pass may have reached it; None of other values.
        """
        found, module = self._host.array(value), _gradients()
        if found is None:
            return None
        dtype, shape, state = found
        return dtype, shape, (state, module.passes.count if module is not None and state[-1] else 0)

    def graph(self, value):
        found = self._host.records(value)
        if found is None:
            return None
        arrays, messages = found[0], json.loads(found[1])["records"]
        module = _gradients()
        try:
            brought = [] if module is None else module.brought(arrays)
        except Exception:  # a cell has changed torch: nothing is known of gradients
            brought = []
        add_brought(arrays, messages, brought)
        return _Graph(self._host, arrays, messages)


def _gradients():
    """Nothing before the first backward pass."""
    return sys.modules.get("torch.autograd.brought")


def serve(host, confinement):
    answer(_Channel(host), confinement, lambda: _Records(host))
