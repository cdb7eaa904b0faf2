# SPDX-License-Identifier: MIT
"""The variables of the cells that hold numbers, and those numbers."""

import struct

#: Bytes of an element, of the types that the protocol has.
ITEM_SIZES = {"bool": 1, "uint8": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "float16": 2, "bfloat16": 2,
              "float32": 4, "float64": 8}

# By letter and size in the module struct: the type's name, and what its numbers are taken as.
_ELEMENTS = {
    ("?", 1): ("bool", "bool"), ("B", 1): ("uint8", "uint8"), ("b", 1): ("int8", "int8"),
    ("h", 2): ("int16", "int16"), ("H", 2): ("uint16", "int32"), ("i", 4): ("int32", "int32"),
    ("I", 4): ("uint32", "int64"), ("l", 8): ("int64", "int64"), ("q", 8): ("int64", "int64"),
    ("L", 8): ("uint64", "float64"), ("Q", 8): ("uint64", "float64"), ("e", 2): ("float16", "float16"),
    ("f", 4): ("float32", "float32"), ("d", 8): ("float64", "float64"),
}
_MOST_VARIABLES = 10_000
_MOST_BYTES = 1 << 28  # that are taken at once
_MOST_RANK = 8
_MOST_CHARACTERS = 250  # of a name: a longer one was written by nobody
_MOST_FLOAT32 = 3.4028235677973366e38  # from here on a number rounds to infinity


def _size(shape):
    size = 1
    for each in shape:
        size *= each
    return size


def _buffer(value):
    """What an object offers as a buffer, if its elements are among those above (NumPy's arrays do)."""
    if isinstance(value, (bytes, bytearray, str)):
        return None
    try:
        view = memoryview(value)
    except (TypeError, ValueError, BufferError):
        return None
    found = _ELEMENTS.get((view.format, view.itemsize))
    is_numpy = type(value).__module__.partition(".")[0] == "numpy"
    if found is None or view.ndim > _MOST_RANK or (found[0] != found[1] and not is_numpy):
        return None
    return view, found[0], found[1], is_numpy


def _plain(value):
    """The shape and the numbers of a number or of nested lists of numbers; None for other values."""
    shape, first = [], value
    while isinstance(first, (list, tuple)):
        if not first or len(shape) == _MOST_RANK:
            return None
        shape.append(len(first))
        first = first[0]
    if not isinstance(first, (float, int)) or _size(shape) * 4 > _MOST_BYTES:
        return None
    numbers = [value]
    for size in shape:
        if not all(isinstance(each, (list, tuple)) and len(each) == size for each in numbers):
            return None
        numbers = [item for each in numbers for item in each]
    try:
        if all(isinstance(each, (float, int)) for each in numbers):
            return shape, [float(each) for each in numbers]
    except OverflowError:  # an int that is no double
        pass
    return None


def _kind(value):
    for kind in (float, bool, int, list):
        if isinstance(value, kind):
            return kind.__name__
    return "tuple"


def _float32(number):
    if abs(number) >= _MOST_FLOAT32:
        return float("inf") if number > 0 else float("-inf")
    return number


def about(value):
    """The kind, type, shape and element type of a value that holds numbers and is no array of torch; None for others."""
    plain = _plain(value)
    if plain is not None:
        return "numbers", _kind(value), tuple(plain[0]), "float32"
    found = _buffer(value)
    if found is None:
        return None
    view, element, dtype, is_numpy = found
    return "array", ("numpy." if is_numpy else "") + element, view.shape, dtype


def numbers(value):
    """The element type of such a value, and its numbers in row-major order, as bytes.

    Raises ValueError: it holds no numbers, or too many.
    """
    plain = _plain(value)
    if plain is not None:
        return "float32", struct.pack(f"={len(plain[1])}f", *map(_float32, plain[1]))
    found = _buffer(value)
    if found is None or _size(found[0].shape) * ITEM_SIZES[found[2]] > _MOST_BYTES:
        raise ValueError("no variable of this name holds numbers")
    view, element, dtype, _ = found
    if element != dtype:
        view = memoryview(value.astype(dtype))
    return dtype, view.tobytes()


class VariableList:
    """Describes variables; a stamp is another number whenever an array is another or has changed."""

    def __init__(self):
        self._known = {}
        self._stamps = 0

    def _new_stamp(self):
        self._stamps += 1
        return self._stamps

    def listed(self, names, records):
        """The variables that hold arrays or numbers, as messages; without names that begin with an underscore."""
        known, all_of_them = {}, []
        for name, value in list(names.items()):
            if not isinstance(name, str) or not name or name[0] == "_" or len(name) > _MOST_CHARACTERS:
                continue
            if not name.isidentifier() or len(all_of_them) == _MOST_VARIABLES:
                continue
            try:
                about = self._about(name, value, records, known)
            except Exception:  # of the value's own code
                about = None
            if about is not None:
                kind, dtype_name, shape, dtype, stamp = about
                all_of_them.append({"name": name, "kind": kind, "type": dtype_name, "shape": list(shape),
                                    "dtype": dtype, "stamp": stamp})
        self._known = known
        return all_of_them

    def _about(self, name, value, records, known):
        array = records.array(value)
        if array is None:
            plain = about(value)
            return None if plain is None else (*plain, self._new_stamp())
        dtype, shape, _state = array
        before = self._known.get(name)
        known[name] = before if before is not None and before[0] == array else (array, self._new_stamp())
        return ("array", dtype, shape, dtype, known[name][1]) if len(shape) <= _MOST_RANK else None

    @staticmethod
    def numbers(value, records):
        """The same of any value.

        Raises ValueError, likewise.
        """
        array = records.array(value)
        return numbers(value) if array is None else (array[0], records.bytes_of(value))
