# SPDX-License-Identifier: MIT
"""What a recorded call of torch means: the operation, its operands and its attributes as the protocol names them. A
call that means more than one operation means a chain of them; one that is not listed, nothing.
"""

import types

from normscope_kernel.own import pointwise, reductions, views
from normscope_kernel.own.calls import OPAQUE, Made, is_record

_MEANINGS = {**pointwise.MEANINGS, **reductions.MEANINGS, **views.MEANINGS}
_COMPARISONS = frozenset("__eq__ __ne__ __lt__ __le__ __gt__ __ge__".split())

#: Functions of torch in Python whose body is looked at, too.
COMPOSED = frozenset(("normalize", "multi_head_attention_forward"))

_names = {}
_bodies = {}


def _name(function):
    name = getattr(function, "__name__", "")
    if name == "__get__":
        return f"{function.__self__.__name__}.__get__"
    if name == "__setitem__":
        return "setitem"
    if name == "where" and isinstance(function, types.MethodDescriptorType):
        return "Tensor.where"
    if name in COMPOSED and isinstance(function, types.FunctionType):
        return name
    if name in _COMPARISONS:
        name = name.strip("_")
    if name.startswith("__i") and name.endswith("__"):
        name = f"__{name[3:]}"
    if name not in _MEANINGS and name.endswith("_") and not name.endswith("__"):
        name = name[:-1]
    return name if name in _MEANINGS else None


def name_of(function):
    """The name under which a call of this function is known; None: it is not."""
    try:
        return _names[function]
    except KeyError:
        return _names.setdefault(function, _name(function))


def _never(*_tensors):
    return False


def body_of(function):
    """The same function without its question whether a mode is there, so that what it calls is recorded."""
    if function not in _bodies:
        asks = {name: _never for name in function.__globals__ if name.startswith("has_torch_function")}
        body = types.FunctionType(function.__code__, {**function.__globals__, **asks}, function.__name__,
                                  function.__defaults__, function.__closure__)
        body.__kwdefaults__ = function.__kwdefaults__
        _bodies[function] = body
    return _bodies[function]


def meaning_of(record):
    """The operation, its operands and its attributes; None: it is an input."""
    if isinstance(record, Made):
        return record.meaning
    if record.call is None:
        return None
    try:
        meaning = _MEANINGS[record.call](record)
    except (TypeError, ValueError, IndexError, ZeroDivisionError, AttributeError):
        return None  # arguments that the table does not foresee
    if meaning is None or not all(map(is_record, meaning[1])):
        return None
    if any(value is None or value is OPAQUE for value in meaning[2].values()):
        return None
    return meaning
