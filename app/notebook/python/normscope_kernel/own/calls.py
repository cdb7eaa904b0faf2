# SPDX-License-Identifier: MIT
"""A recorded call of torch, whose arguments are asked for by name, and what stands for a step within a call."""


class Opaque:
    """Stands for an argument that nobody keeps: neither a number nor a tensor."""


OPAQUE = Opaque()


class Made:
    """An operation within a call, or a number among its operands: as a record, but without a tensor."""

    strides = alias = None

    def __init__(self, owner, meaning, shape, dtype, number=None):
        self.meaning, self.shape, self.dtype, self.number = meaning, tuple(shape), dtype, number
        self.run, self.line = owner.run, owner.line

    def __call__(self):
        return None

    def values(self):
        return None


def is_record(value):
    return hasattr(value, "values") and hasattr(value, "strides")


def records_in(arguments, options):
    """The records among the arguments of a call."""
    for value in (*arguments, *options.values()) if options else arguments:
        if isinstance(value, list):
            yield from records_in(value, None)
        elif is_record(value):
            yield value


class Call:
    """The arguments of a recorded call, by name."""

    def __init__(self, record, names):
        self.record = record
        self.given = dict(zip(names, record.arguments))
        self.given.update(record.options or {})
        self.extra = record.arguments[len(names) :]

    def __getitem__(self, name):
        return self.given.get(name)

    def operand(self, name, *others):
        """The tensor of an argument; the others are its older names."""
        for each in (name, *others):
            if each in self.given:
                return self.given[each]
        return None


def is_number(value):
    return isinstance(value, (int, float))


def dims_of(value):
    """A dimension or a list of them as a list; None: it is neither."""
    if type(value) is int:
        return [value]
    if isinstance(value, list) and all(type(each) is int for each in value):
        return value
    return None


def over_dims(call):
    dim = call.operand("dim", "axis")
    if dim is None:
        return {}
    return {"dim": dims_of(dim), "keepdim": bool(call["keepdim"])}
