# SPDX-License-Identifier: MIT
"""How tensors were made: PyTorch tells a function mode each call, and this keeps what the call was given.

A record refers to its tensor weakly and to the records of what went in. Nothing is interpreted until somebody asks
for a graph (graph.py); then operations.py says what a call means.
"""

import sys
import weakref
from collections import deque
from contextlib import contextmanager
from itertools import count

from normscope_kernel.own import operations
from normscope_kernel.own.calls import OPAQUE, records_in
from normscope_kernel.own.gradients import Gradients
from normscope_kernel.own.graph import graph_of
from normscope_kernel.own.tensors import is_tensor, tensor_bytes

#: Records that are kept with what went in: older ones become inputs. A graph has at most a quarter of them.
_MOST_RECORDS = 1 << 14
#: Elements that are kept for tensors that the cells let go, of one tensor and of all: 64 MiB of float32.
_MOST_HELD = 1 << 24
_MOST_OF_ONE = 1 << 18
_MOST_DEPTH = 2000  # of a chain, as arrays/record.hpp has it
#: Parts of a list argument beyond which the list is not kept.
_MOST_PARTS = 4096
_PLAIN = frozenset((int, float, bool, str, type(None), slice, type(Ellipsis)))

_serials = count(1)


class Record(weakref.ref):
    """How a tensor was made: the call and, of what it gave, which piece; without a call it is an input."""

    number = None

    __slots__ = ("key", "call", "arguments", "options", "piece", "run", "line", "depth", "version", "shape", "dtype",
                 "strides", "alias", "serial")

    def cut(self):
        """It becomes an input."""
        self.call = self.arguments = self.options = None

    def values(self):
        """The tensor, or one with the same elements; None: they are lost."""
        found = self()
        if found is None:
            found = self.alias
        return found if found is not None and _version(found) == self.version else None


def _version(tensor):
    try:
        return tensor._version
    except RuntimeError:  # of inference mode
        return 0


class Records:
    """The records of the cells. Nothing is recorded until torch is imported, if it ever is."""

    def __init__(self):
        self._runs = {}  # of each cell's name: its run
        self._known = {}  # the record of each tensor that lives, by its id
        self._kept = deque()
        self._held = deque()
        self._elements = 0
        self._mode = None
        self._gradients = Gradients()
        #: Calls pass by without being recorded.
        self.off = False

    def begin(self, run, file):
        self._runs[file] = run

    def begin_torch(self, torch):
        self._torch = torch
        self._tensors = frozenset((torch.Tensor, torch.nn.Parameter))
        self._backward = torch.Tensor.backward
        self._mode = _mode_of(torch, self)
        self._mode.__enter__()

    @contextmanager
    def paused(self):
        """Within this torch is called without being recorded."""
        before, self.off = self.off, True
        try:
            yield
        finally:
            self.off = before

    @contextmanager
    def without_mode(self):
        """The same for compiled code, which looks for modes itself."""
        overrides = self._torch.overrides
        is_innermost = getattr(overrides, "_get_current_function_mode", lambda: None)() is self._mode
        if is_innermost:
            self._mode.__exit__(None, None, None)
        try:
            yield
        finally:
            if is_innermost:
                self._mode.__enter__()

    bytes_of = staticmethod(tensor_bytes)

    def array(self, value):
        """The element type and the shape of a tensor, and another state whenever it is another or has changed, or a
        backward pass may have reached it; None of other values.
        """
        if not is_tensor(value):
            return None
        record = self._known.get(id(value))
        serial = record.serial if record is not None and record() is value else 0
        passes = self._gradients.count if value.requires_grad else 0
        state = id(value), _version(value), serial, passes, value.stride(), value.storage_offset()
        return str(value.dtype)[6:], tuple(value.shape), state

    def graph(self, value):
        """The graph of a tensor; None: no known operation made it."""
        if self._mode is None or not isinstance(value, self._torch.Tensor):
            return None
        with self.paused():
            return graph_of(self.of(value), self._gradients.brought)

    def of(self, tensor):
        """The record of a tensor as it is now; a new one, of an input, where there is none."""
        record = self._known.get(id(tensor))
        if record is not None and record() is tensor and record.version == _version(tensor):
            return record
        return self._add(tensor, None, None, None, 0, (0, 0))

    def called(self, function, arguments, options):
        """Calls a function of torch, and records it if its result can be read back from it."""
        if self.off:
            return function(*arguments, **options)
        call = operations.name_of(function)
        if call is None:
            if function is self._backward:
                with self._gradients.kept(arguments[0], list(self._known.values())):
                    return function(*arguments, **options)
            result = function(*arguments, **options)
            if type(result) in self._tensors and id(result) not in self._known:
                self._add(result, None, None, None, 0, self._place())
            return result
        if call in operations.COMPOSED:
            with self._mode:
                return operations.body_of(function)(*arguments, **options)
        kept = [self._kept_argument(each) for each in arguments]
        kept_options = {name: self._kept_argument(each) for name, each in options.items()} if options else options
        result = function(*arguments, **options)
        if type(result) in self._tensors:
            self._add_result(result, call, kept, kept_options, 0)
        elif result is None and call == "setitem":
            self._add(arguments[0], call, kept, kept_options, 0, self._place())
        elif isinstance(result, (tuple, list)):
            for piece, each in enumerate(result):
                if type(each) in self._tensors:
                    self._add_result(each, call, kept, kept_options, piece)
        return result

    def _add_result(self, result, call, kept, options, piece):
        before = self._known.get(id(result))
        # x.float() of a float32 tensor is that tensor.
        if before is None or before() is not result or before.version != _version(result):
            self._add(result, call, kept, options, piece, self._place())

    def _kept_argument(self, value):
        kind = type(value)
        if kind in self._tensors:
            return self.of(value)
        if kind in _PLAIN:
            return value
        if isinstance(value, (tuple, list)) and len(value) <= _MOST_PARTS:
            return [self._kept_argument(each) for each in value]
        return OPAQUE

    def _place(self):
        """The run and the line of the cell's own code that runs."""
        runs = self._runs
        frame = sys._getframe(3)
        while frame is not None:
            run = runs.get(frame.f_code.co_filename)
            if run is not None:
                return run, frame.f_lineno
            frame = frame.f_back
        return 0, 0

    def _add(self, tensor, call, arguments, options, piece, place):
        record = Record(tensor, self._forget)
        record.key = key = id(tensor)
        record.call, record.arguments, record.options, record.piece = call, arguments, options, piece
        record.run, record.line = place
        record.version = _version(tensor)
        record.shape = tuple(tensor.shape)
        record.dtype = tensor.dtype
        record.strides = None if tensor.is_contiguous() else tensor.stride()
        record.serial = next(_serials)
        record.depth = 0
        if call is not None:
            record.depth = 1 + max((each.depth for each in records_in(arguments, options)), default=0)
            if record.depth > _MOST_DEPTH:
                record.depth = 0
                record.cut()
        self._known[key] = record
        self._kept.append(record)
        if len(self._kept) > _MOST_RECORDS:
            self._kept.popleft().cut()
        self._hold(tensor, record)
        return record

    def _hold(self, tensor, record):
        """Keeps the elements of a small tensor, whatever becomes of the tensor."""
        size = tensor.numel()
        record.alias = None
        if size > _MOST_OF_ONE:
            return
        record.alias = tensor.detach()
        self._held.append((record, size))
        self._elements += size
        while self._elements > _MOST_HELD or len(self._held) > _MOST_RECORDS:
            old, size = self._held.popleft()
            old.alias = None
            self._elements -= size

    def _forget(self, record):
        if self._known.get(record.key) is record:
            del self._known[record.key]


def _mode_of(torch, records):
    called = records.called

    class Recording(torch.overrides.TorchFunctionMode):
        """Tells the records of each call."""

        def __torch_function__(self, function, types, arguments=(), options=None):
            return called(function, arguments, options or {})

    return Recording()
