# SPDX-License-Identifier: MIT
"""The graph of a tensor, as app/notebook/protocol/record_graph.hpp has it: each operation with its operands, down to
tensors that no known operation has made. The app ends a kernel whose records do not follow from each other, so
shapes.py is asked first, and what does not follow is an input.
"""

import math

from normscope_kernel.own import operations, shapes
from normscope_kernel.own.tensors import tensor_bytes
from normscope_kernel.passes import MOST_RECORDS, add_brought
from normscope_kernel.values import ITEM_SIZES

_MOST_OPERANDS = 4 * MOST_RECORDS
_MOST_RANK = 8


class Graph:
    """Records, the last of which is the one that was asked for; their messages; and their numbers."""

    def __init__(self, records, messages):
        self._records = records
        self.messages = messages

    def numbers(self, positions):
        """The elements of these records as float32, one behind the other.

        Raises ValueError: those of one are lost.
        """
        parts = []
        for position in positions:
            values = self._records[position].values()
            if values is None:
                raise ValueError("the values of a step are lost")
            parts.append(tensor_bytes(values.detach().float()))
        return b"".join(parts)


def _can_be_sent(record):
    return str(record.dtype)[6:] in ITEM_SIZES and len(record.shape) <= _MOST_RANK


class _Walk:

    def __init__(self):
        self.meanings = {}  # by the record's id: what it means, or None of an input
        self._operands = 0

    def back_from(self, root):
        """Looks at the records that are nearest to this one."""
        found = [root]
        seen = {id(root)}
        for record in found:  # it grows meanwhile
            meaning = operations.meaning_of(record)
            operands = meaning[1] if meaning is not None else []
            total = len(found) + len(operands)
            if (total > MOST_RECORDS or self._operands + len(operands) > _MOST_OPERANDS
                    or not all(map(_can_be_sent, operands))
                    or (meaning is not None and not shapes.follows(record, meaning))):
                meaning, operands = None, []
            self.meanings[id(record)] = meaning
            self._operands += len(operands)
            for operand in operands:
                if id(operand) not in seen:
                    seen.add(id(operand))
                    found.append(operand)
        return found

    def in_order(self, root):
        """The records, operands first."""
        order, entered, waiting = [], set(), [(root, False)]
        while waiting:
            record, is_done = waiting.pop()
            if is_done:
                order.append(record)
                continue
            if id(record) in entered:
                continue
            entered.add(id(record))
            waiting.append((record, True))
            meaning = self.meanings[id(record)]
            waiting += [(operand, False) for operand in reversed(meaning[1] if meaning is not None else [])]
        return order


def _attribute(value):
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value


def _message(record, meaning, places):
    values = record.values()
    tensor = record() if values is not None else None
    message = {
        "operation": meaning[0] if meaning is not None else "",
        "operands": [places[id(each)] for each in meaning[1]] if meaning is not None else [],
        "attributes": [{"name": name, "value": _attribute(value)} for name, value in meaning[2].items()]
        if meaning is not None else [],
        "dtype": str(record.dtype)[6:], "shape": list(record.shape), "strides": list(record.strides or ()),
        "run": record.run, "line": record.line, "held": values is not None,
        "parameter": tensor is not None and tensor.requires_grad and tensor.is_leaf,
    }
    number = record.number
    if number is None and values is not None and values.numel() == 1 and meaning is None:
        number = float(values.detach())
    if number is not None and math.isfinite(number) and meaning is None:
        message["number"] = number
    return message


class _Brought:
    """Stands for the record of a gradient."""

    def __init__(self, gradient):
        self._gradient = gradient

    def values(self):
        return self._gradient


def graph_of(root, brought):
    """The graph of a record, with the gradients that `brought` has of its records; None: it is an input, or cannot be
    sent.
    """
    walk = _Walk()
    if not _can_be_sent(root) or 0 in root.shape:
        return None
    walk.back_from(root)
    if walk.meanings[id(root)] is None:
        return None
    order = walk.in_order(root)
    places = {id(record): place for place, record in enumerate(order)}
    messages = [_message(record, walk.meanings[id(record)], places) for record in order]
    add_brought(order, messages, brought(order), _Brought)
    return Graph(order, messages)
