// SPDX-License-Identifier: MIT
// The module pprint: values over several lines where one is too short.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kPprint = R"py(
# Sorts what has an order by it, and all else by the name of its type.
class _Key:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


def _pair_key(pair):
    return _Key(pair[0]), _Key(pair[1])


def _words(line):
    words, at = [], 0
    while at < len(line):
        end = at
        while end < len(line) and not line[end].isspace():
            end += 1
        while end < len(line) and line[end].isspace():
            end += 1
        words.append(line[at:end])
        at = end
    return words


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        indent, width = int(indent), int(width)
        if indent < 0:
            raise ValueError("indent must be >= 0")
        if depth is not None and depth <= 0:
            raise ValueError("depth must be > 0")
        if not width:
            raise ValueError("width must be != 0")
        self._indent, self._width, self._depth, self._stream = indent, width, depth, stream
        self._compact, self._sorts, self._underscores = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        text = self.pformat(object) + "\n"
        if self._stream is None:
            print(text, end="")
        else:
            self._stream.write(text)

    def pformat(self, object):
        self._out = []
        self._format(object, 0, 0, [], 0)
        return "".join(self._out)

    def isrecursive(self, object):
        return "<Recursion on " in self._text(object, [], 0)

    def isreadable(self, object):
        return not self.isrecursive(object)

    # --- In one line
    def _text(self, value, around, level):
        kind = type(value)
        if kind is int and self._underscores:
            return f"{value:_d}"
        is_dict = isinstance(value, dict) and kind.__repr__ is dict.__repr__
        is_list = isinstance(value, list) and kind.__repr__ is list.__repr__
        is_tuple = isinstance(value, tuple) and kind.__repr__ is tuple.__repr__
        if not (is_dict or is_list or is_tuple):
            return repr(value)
        if not value:
            return "{}" if is_dict else "[]" if is_list else "()"
        if self._depth and level >= self._depth:
            return "{...}" if is_dict else "[...]" if is_list else "(...,)" if len(value) == 1 else "(...)"
        if id(value) in around:
            return _recursion(value)
        around.append(id(value))
        level += 1
        if is_dict:
            items = sorted(value.items(), key=_pair_key) if self._sorts else value.items()
            text = "{" + ", ".join([self._text(k, around, level) + ": " + self._text(v, around, level) for k, v in items]) + "}"
        else:
            text = ", ".join([self._text(v, around, level) for v in value])
            text = "[" + text + "]" if is_list else "(" + text + (",)" if len(value) == 1 else ")")
        around.remove(id(value))
        return text

    # --- In several
    def _format(self, value, indent, allowance, around, level):
        write = self._out.append
        if id(value) in around:
            write(_recursion(value))
            return
        text = self._text(value, around, level)
        if len(text) <= self._width - indent - allowance:
            write(text)
            return
        how = self._way_of(value)
        if how is None:
            write(text)
            return
        around.append(id(value))
        how(value, indent, allowance, around, level + 1)
        around.remove(id(value))

    def _way_of(self, value):
        kind = type(value)
        for each, way in ((dict, self._dict), (list, self._list), (tuple, self._tuple), (set, self._set),
                          (frozenset, self._set), (str, self._str)):
            if isinstance(value, each) and kind.__repr__ is each.__repr__:
                return way
        name = kind.__name__ if kind.__module__ == "collections" else ""
        ways = {"OrderedDict": self._ordered, "defaultdict": self._default, "Counter": self._counter,
                "deque": self._deque, "ChainMap": self._chain}
        if name in ways:
            return ways[name]
        if kind.__module__ == "types" and kind.__name__ == "SimpleNamespace":
            return self._namespace
        own = vars(kind).get("__repr__")
        if hasattr(kind, "__dataclass_fields__") and not isinstance(value, type):
            if getattr(own, "__qualname__", "").endswith("_process.<locals>.__repr__"):
                return self._dataclass
        return None

    def _open(self, text):
        self._out.append(text)
        if self._indent > 1:
            self._out.append(" " * (self._indent - 1))

    def _dict(self, value, indent, allowance, around, level):
        self._open("{")
        if value:
            items = sorted(value.items(), key=_pair_key) if self._sorts else value.items()
            self._pairs(items, indent, allowance + 1, around, level)
        self._out.append("}")

    def _pairs(self, items, indent, allowance, around, level):
        write = self._out.append
        indent += self._indent
        items = list(items)
        for n, (key, value) in enumerate(items):
            last = n == len(items) - 1
            text = self._text(key, around, level)
            write(text + ": ")
            self._format(value, indent + len(text) + 2, allowance if last else 1, around, level)
            if not last:
                write(",\n" + " " * indent)

    def _items(self, items, indent, allowance, around, level):
        write = self._out.append
        indent += self._indent
        if self._indent > 1:
            write(" " * (self._indent - 1))
        line = ",\n" + " " * indent
        between = ""
        width = most = self._width - indent + 1
        items = list(items)
        for n, value in enumerate(items):
            last = n == len(items) - 1
            if last:
                most -= allowance
                width -= allowance
            if self._compact:
                text = self._text(value, around, level)
                size = len(text) + 2
                if width < size:
                    width = most
                    if between:
                        between = line
                if width >= size:
                    width -= size
                    write(between)
                    between = ", "
                    write(text)
                    continue
            write(between)
            between = line
            self._format(value, indent, allowance if last else 1, around, level)

    def _list(self, value, indent, allowance, around, level):
        self._out.append("[")
        self._items(value, indent, allowance + 1, around, level)
        self._out.append("]")

    def _tuple(self, value, indent, allowance, around, level):
        end = ",)" if len(value) == 1 else ")"
        self._out.append("(")
        self._items(value, indent, allowance + len(end), around, level)
        self._out.append(end)

    def _set(self, value, indent, allowance, around, level):
        if not len(value):
            self._out.append(repr(value))
            return
        name = type(value).__name__
        begin, end = ("{", "}") if type(value) is set else (name + "({", "})")
        if begin != "{":
            indent += len(name) + 1
        self._out.append(begin)
        self._items(sorted(value, key=_Key), indent, allowance + len(end), around, level)
        self._out.append(end)

    def _str(self, value, indent, allowance, around, level):
        write = self._out.append
        if not value:
            write(repr(value))
            return
        if level == 1:
            indent += 1
            allowance += 1
        most = self._width - indent
        pieces, lines = [], value.splitlines(True)
        for i, line in enumerate(lines):
            last = i == len(lines) - 1
            if len(repr(line)) <= most - (allowance if last else 0):
                pieces.append(repr(line))
                continue
            words, current, room = _words(line), "", most
            for j, word in enumerate(words):
                if last and j == len(words) - 1:
                    room -= allowance
                if len(repr(current + word)) > room:
                    if current:
                        pieces.append(repr(current))
                    current = word
                else:
                    current += word
            if current:
                pieces.append(repr(current))
        if len(pieces) == 1:
            write(repr(lines[-1]))
            return
        text = ("\n" + " " * indent).join(pieces)
        write("(" + text + ")" if level == 1 else text)

    def _ordered(self, value, indent, allowance, around, level):
        name = type(value).__name__
        if not len(value):
            self._out.append(repr(value))
            return
        self._out.append(name + "(")
        self._format(list(value.items()), indent + len(name) + 1, allowance + 1, around, level)
        self._out.append(")")

    def _default(self, value, indent, allowance, around, level):
        name = type(value).__name__
        if not len(value):
            self._out.append(repr(value))
            return
        indent += len(name) + 1
        self._out.append(f"{name}({self._text(value.default_factory, around, level)},\n{' ' * indent}")
        self._dict(value, indent, allowance + 1, around, level)
        self._out.append(")")

    def _counter(self, value, indent, allowance, around, level):
        name = type(value).__name__
        if not len(value):
            self._out.append(repr(value))
            return
        self._open(name + "({")
        self._pairs(value.most_common(), indent + len(name) + 1, allowance + 2, around, level)
        self._out.append("})")

    def _deque(self, value, indent, allowance, around, level):
        name = type(value).__name__
        if not len(value):
            self._out.append(repr(value))
            return
        self._out.append(name + "([")
        indent += len(name) + 1
        if value.maxlen is None:
            self._items(value, indent, allowance + 2, around, level)
            self._out.append("])")
        else:
            self._items(value, indent, 2, around, level)
            self._out.append(f"],\n{' ' * indent}maxlen={value.maxlen!r})")

    def _chain(self, value, indent, allowance, around, level):
        name = type(value).__name__
        self._out.append(name + "(")
        indent += len(name) + 1
        for n, each in enumerate(value.maps):
            last = n == len(value.maps) - 1
            self._format(each, indent, allowance + 1 if last else 1, around, level)
            self._out.append(")" if last else ",\n" + " " * indent)

    def _named(self, name, items, indent, allowance, around, level):
        indent += len(name) + 1
        self._out.append(name + "(")
        for n, (key, value) in enumerate(items):
            last = n == len(items) - 1
            self._out.append(key + "=")
            if id(value) in around:
                self._out.append("...")
            else:
                self._format(value, indent + len(key) + 1, allowance if last else 1, around, level)
            if not last:
                self._out.append(",\n" + " " * indent)
        self._out.append(")")

    def _namespace(self, value, indent, allowance, around, level):
        self._named("namespace", list(value.__dict__.items()), indent, allowance, around, level)

    def _dataclass(self, value, indent, allowance, around, level):
        items = [(f.name, getattr(value, f.name)) for f in value.__dataclass_fields__.values() if f.repr]
        self._named(type(value).__name__, items, indent, allowance, around, level)


def _recursion(value):
    return f"<Recursion on {type(value).__name__} with id={id(value)}>"


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._text(object, [], 0)


def isreadable(object):
    return PrettyPrinter().isreadable(object)


def isrecursive(object):
    return PrettyPrinter().isrecursive(object)
)py";

}  // namespace

NativeModule pprint_module() {
  return prelude_module("pprint", kPprint);
}

}  // namespace normscope::notebook::runtime
