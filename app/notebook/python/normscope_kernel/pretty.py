# SPDX-License-Identifier: MIT
"""How a notebook shows a value: as IPython does, which breaks long containers into lines, sorts sets
and writes classes and functions its own way.
"""

import types as _types

_WIDTH = 79
_MOST = 1000


# Text that may be broken into lines where groups say so. A group is broken at all its places or at
# none: the outermost first, when what waits does not fit into the line.
class _Printer:
    def __init__(self):
        self.out = []
        self.column = 0
        self.waiting = []  # texts, and (group, indentation) for a place to break
        self.width = 0
        self.indentation = 0
        self.groups = [_Group(0)]
        self.queue = [[self.groups[0]]]
        self.seen = []

    def _write_break(self, indentation):
        self.out.append("\n" + " " * indentation)
        self.column = indentation

    def _write_first(self):
        item = self.waiting.pop(0)
        if isinstance(item, str):
            self.out.append(item)
            self.column += len(item)
            self.width -= len(item)
            return
        group, indentation = item
        group.places -= 1
        self.width -= 1
        if group.broken:
            self._write_break(indentation)
        else:
            if not group.places:
                self._forget(group)
            self.out.append(" ")
            self.column += 1

    def _forget(self, group):
        if group in self.queue[group.depth]:
            self.queue[group.depth].remove(group)

    # The outermost group that has places to break, and is broken from now on.
    def _next_group(self):
        for level in self.queue:
            for n in range(len(level) - 1, -1, -1):
                group = level[n]
                if group.places:
                    del level[n]
                    group.broken = True
                    return group
            for group in level:
                group.broken = True
            level.clear()
        return None

    def _break_group(self, group):
        while group.places:
            self._write_first()
        while self.waiting and isinstance(self.waiting[0], str):
            self._write_first()

    def _fit(self):
        while _WIDTH < self.column + self.width:
            group = self._next_group()
            if group is None:
                return
            self._break_group(group)

    def flush(self):
        while self.waiting:
            self._write_first()

    def text(self, text):
        if self.waiting:
            self.waiting.append(text)
            self.width += len(text)
            self._fit()
        else:
            self.out.append(text)
            self.column += len(text)

    def breakable(self):
        group = self.groups[-1]
        if group.broken:
            self.flush()
            self._write_break(self.indentation)
            self.width = 0
        else:
            group.places += 1
            self.waiting.append((group, self.indentation))
            self.width += 1
            self._fit()

    def break_(self):
        group = self._next_group()
        if group is not None:
            self._break_group(group)
        self.flush()
        self._write_break(self.indentation)
        self.width = 0

    def begin(self, indent=0, text=""):
        if text:
            self.text(text)
        group = _Group(self.groups[-1].depth + 1)
        self.groups.append(group)
        while group.depth > len(self.queue) - 1:
            self.queue.append([])
        self.queue[group.depth].append(group)
        self.indentation += indent

    def end(self, indent=0, text=""):
        self.indentation -= indent
        group = self.groups.pop()
        if not group.places:
            self._forget(group)
        if text:
            self.text(text)

    # --- What IPython calls: a class may show itself by _repr_pretty_(p, cycle).
    begin_group, end_group = begin, end

    def group(self, indent=0, open="", close=""):
        return _Within(self, indent, open, close)

    def pretty(self, value):
        cycle = any([each is value for each in self.seen])
        self.seen.append(value)
        self.begin()
        try:
            _show(self, value, cycle)
        finally:
            self.end()
            self.seen.pop()

    def each(self, items):
        for n, item in enumerate(items):
            if n:
                self.text(",")
                self.breakable()
            if n >= _MOST:
                self.text("...")
                return
            yield item

    def plain(self, value):
        self.begin()
        for n, line in enumerate(repr(value).splitlines()):
            if n:
                self.break_()
            self.text(line)
        self.end()

    def call(self, name, args=(), named={}):
        self.begin(len(name) + 1, name + "(")
        first = True
        for key, value in [(None, a) for a in args] + list(named.items()):
            if not first:
                self.text(",")
                self.breakable()
            first = False
            if key is None:
                self.pretty(value)
            else:
                self.begin(len(key) + 1, key + "=")
                self.pretty(value)
                self.end(len(key) + 1)
        self.end(len(name) + 1, ")")


class _Within:
    def __init__(self, printer, indent, open, close):
        self.given = printer, indent, open, close

    def __enter__(self):
        printer, indent, open, close = self.given
        printer.begin(indent, open)

    def __exit__(self, *error):
        printer, indent, open, close = self.given
        printer.end(indent, close)


class _Group:
    def __init__(self, depth):
        self.depth = depth
        self.places = 0
        self.broken = False


class _Raw:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _sequence(p, value, cycle, start, end):
    if cycle:
        return p.text(start + "..." + end)
    p.begin(len(start), start)
    for item in p.each(value):
        p.pretty(item)
    if len(value) == 1 and isinstance(value, tuple):
        p.text(",")
    p.end(len(start), end)


def _set(p, value, cycle, start, end):
    if cycle or len(value):
        items = list(value)
        if len(items) < _MOST:
            try:
                items = sorted(items)
            except Exception:
                items = sorted(items, key=str)
        return _sequence(p, items, cycle, start, end)
    p.text(type(value).__name__ + "()")


def _dict(p, value, cycle):
    if cycle:
        return p.text("{...}")
    p.begin(1, "{")
    for key in p.each(value.keys()):
        p.pretty(key)
        p.text(": ")
        p.pretty(value[key])
    p.end(1, "}")


def _type(p, value, cycle):
    if any(["__repr__" in vars(meta) for meta in type(value).__mro__[:-2]]):
        return p.plain(value)
    name = value.__qualname__
    p.text(name if value.__module__ == "builtins" else value.__module__ + "." + name)


def _function(p, value, cycle):
    name = value.__qualname__
    module = getattr(value, "__module__", None)
    if module and module != "builtins":
        name = module + "." + name
    from inspect import signature  # takes milliseconds

    try:
        name += str(signature(value))
    except (ValueError, TypeError):
        pass
    p.text(f"<function {name}>")


def _exception(p, value, cycle):
    kind = type(value)
    name = kind.__qualname__
    p.call(name if kind.__module__ == "builtins" else kind.__module__ + "." + name, value.args)


def _collection(p, value, cycle):
    kind, name = _collections_of(type(value)), type(value).__name__
    if cycle:
        p.call(name, [_Raw("...")])
    elif kind == "defaultdict":
        p.call(name, [value.default_factory, dict(value)])
    elif kind == "OrderedDict":
        p.call(name, [list(value.items())] if len(value) else [])
    elif kind == "deque":
        p.call(name, [list(value)], {} if value.maxlen is None else {"maxlen": value.maxlen})
    else:
        p.call(name, [dict(value)] if len(value) else [])


def _collections_of(kind):
    if kind.__module__ == "collections" and kind.__name__ in ("defaultdict", "OrderedDict", "deque", "Counter"):
        return kind.__name__
    return None


def _namespace(p, value, cycle):
    if cycle:
        p.call("namespace", [_Raw("...")])
    else:
        p.call("namespace", (), value.__dict__)


def _pattern(p, value, cycle):
    text = repr(value.pattern).replace("\\\\", "\\")
    names = ("IGNORECASE", 2), ("LOCALE", 4), ("MULTILINE", 8), ("DOTALL", 16), ("UNICODE", 32), ("VERBOSE", 64)
    flags = "|".join(["re." + name for name, bit in names if value.flags & bit])
    p.call("re.compile", [_Raw("r" + text)] + ([_Raw(flags)] if flags else []))


_printers = {
    tuple: lambda p, v, c: _sequence(p, v, c, "(", ")"),
    list: lambda p, v, c: _sequence(p, v, c, "[", "]"),
    dict: _dict,
    set: lambda p, v, c: _set(p, v, c, "{", "}"),
    frozenset: lambda p, v, c: _set(p, v, c, "frozenset({", "})"),
    type: _type,
    _types.FunctionType: _function,
    _types.BuiltinFunctionType: _function,
    _types.SimpleNamespace: _namespace,
    BaseException: _exception,
}
_plain = {int, float, str, bool, type(None), range, slice, bytes, _types.MethodType}


def _show(p, value, cycle):
    for kind in type(value).__mro__:
        if kind in _plain:
            return p.plain(value)
        if kind in _printers:
            return _printers[kind](p, value, cycle)
        if _collections_of(kind):
            return _collection(p, value, cycle)
        if kind.__module__ == "re" and kind.__name__ == "Pattern":
            return _pattern(p, value, cycle)
        names = vars(kind)
        if callable(names.get("_repr_pretty_")):
            return kind._repr_pretty_(value, p, cycle)
        if kind is not object and callable(names.get("__repr__")):
            return p.plain(value)
    if type(value).__repr__ is not object.__repr__:
        return p.plain(value)
    p.begin(1, "<")
    p.pretty(type(value))
    p.text(f" at {hex(id(value))}" + (" ..." if cycle else ""))
    p.end(1, ">")


def pretty(obj):
    p = _Printer()
    p.pretty(obj)
    p.flush()
    return "".join(p.out)


def pprint(obj):
    print(pretty(obj))
