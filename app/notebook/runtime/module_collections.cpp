// SPDX-License-Identifier: MIT
// The module collections: Counter, defaultdict, OrderedDict, deque, namedtuple.
#include <string>

#include "app/notebook/runtime/chain_map_text.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kText = R"py(
class OrderedDict(dict):
    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        return type(self).__name__ + "(" + repr(list(self.items())) + ")"

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def copy(self):
        return type(self)(self)

    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            del self[key]
            self[key] = value
        else:
            rest = [(k, v) for k, v in self.items() if k != key]
            self.clear()
            self[key] = value
            for k, v in rest:
                self[k] = v


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        self.default_factory = default_factory
        dict.__init__(self, *args, **kwargs)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return type(self).__name__ + "(" + repr(self.default_factory) + ", " + dict.__repr__(self) + ")"

    def copy(self):
        return type(self)(self.default_factory, self)


class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        dict.__init__(self)
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) + count
            else:
                get = self.get
                for item in iterable:
                    self[item] = get(item, 0) + 1
        for key, count in kwds.items():
            self[key] = self.get(key, 0) + count

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for item in iterable:
                    self[item] = self.get(item, 0) - 1
        for key, count in kwds.items():
            self[key] = self.get(key, 0) - count

    def most_common(self, n=None):
        ordered = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[:max(n, 0)]

    def elements(self):
        for item, count in self.items():
            for _ in range(count):
                yield item

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def __repr__(self):
        if not self:
            return type(self).__name__ + "()"
        try:
            pairs = self.most_common()
        except TypeError:
            pairs = list(self.items())
        return type(self).__name__ + "({" + ", ".join(repr(k) + ": " + repr(v) for k, v in pairs) + "})"

    def _keep(self, pairs):
        result = Counter()
        for key, count in pairs:
            if count > 0:
                result[key] = count
        return result

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, v + other[k]) for k, v in self.items()]
        return self._keep(pairs + [(k, v) for k, v in other.items() if k not in self])

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, v - other[k]) for k, v in self.items()]
        return self._keep(pairs + [(k, 0 - v) for k, v in other.items() if k not in self])

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        pairs = [(k, max(v, other[k])) for k, v in self.items()]
        return self._keep(pairs + [(k, v) for k, v in other.items() if k not in self])

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self._keep([(k, min(v, other[k])) for k, v in self.items()])

    # What is counted zero times is as if it was not there.
    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] == other[e] for c in (self, other) for e in c])

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] <= other[e] for c in (self, other) for e in c])

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[e] >= other[e] for c in (self, other) for e in c])

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    __hash__ = None

    def __pos__(self):
        return self._keep(self.items())

    def __neg__(self):
        return self._keep([(k, 0 - v) for k, v in self.items()])

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._positive()

    def _positive(self):
        for key in [k for k, v in self.items() if not v > 0]:
            del self[key]
        return self


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self._maxlen = maxlen
        self._items = []
        self.extend(iterable)

    @property
    def maxlen(self):
        return self._maxlen

    def append(self, x):
        self._items.append(x)
        if self._maxlen is not None and len(self._items) > self._maxlen:
            del self._items[0]

    def appendleft(self, x):
        self._items.insert(0, x)
        if self._maxlen is not None and len(self._items) > self._maxlen:
            del self._items[-1]

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        self._items.clear()

    def copy(self):
        return type(self)(self._items, self._maxlen)

    def count(self, x):
        return self._items.count(x)

    def index(self, x, *bounds):
        try:
            return self._items.index(x, *bounds)
        except ValueError:
            raise ValueError(repr(x) + " is not in deque") from None

    def insert(self, i, x):
        if self._maxlen is not None and len(self._items) >= self._maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(i, x)

    def remove(self, x):
        if x not in self._items:
            raise ValueError("deque.remove(x): x not in deque")
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items = self._items[-n:] + self._items[:-n] if n else self._items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        return self._items[i]

    def __setitem__(self, i, x):
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        self._items[i] = x

    def __delitem__(self, i):
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        del self._items[i]

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented

    def __add__(self, other):
        return type(self)(self._items + list(other), self._maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._items * n, self._maxlen)

    __hash__ = None

    def __repr__(self):
        end = ")" if self._maxlen is None else ", maxlen=" + repr(self._maxlen) + ")"
        return type(self).__name__ + "(" + repr(self._items) + end


class _Field:
    def __init__(self, index):
        self._index = index

    def __get__(self, instance, owner=None):
        return self if instance is None else tuple.__getitem__(instance, self._index)

    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields = [str(name) for name in field_names]
    seen = set()
    for i, name in enumerate(fields):
        wrong = not name.isidentifier() or name.startswith("_") or name in seen
        if wrong and rename:
            fields[i] = "_" + str(i)
        elif not name.isidentifier():
            raise ValueError("Type names and field names must be valid identifiers: " + repr(name))
        elif name.startswith("_"):
            raise ValueError("Field names cannot start with an underscore: " + repr(name))
        elif name in seen:
            raise ValueError("Encountered duplicate field name: " + repr(name))
        seen.add(name)
    values = () if defaults is None else tuple(defaults)
    if len(values) > len(fields):
        raise TypeError("Got more default values than field names")
    plain = len(fields) - len(values)
    parameters = fields[:plain] + [name + "=_values[" + str(i) + "]" for i, name in enumerate(fields[plain:])]
    text = "def __new__(" + ", ".join(["_cls"] + parameters) + "):\n"
    text += "    return _make_tuple(_cls, (" + "".join(name + ", " for name in fields) + "))\n"
    new = _compile(text, "__new__", {"_values": values, "_make_tuple": tuple.__new__})
    new.__qualname__ = typename + ".__new__"

    def __repr__(self):
        return type(self).__name__ + "(" + ", ".join(f"{n}={v!r}" for n, v in zip(self._fields, self)) + ")"

    def _asdict(self):
        return dict(zip(self._fields, self))

    def _make(cls, iterable):
        items = tuple(iterable)
        if len(items) != len(fields):
            raise TypeError(f"Expected {len(fields)} arguments, got {len(items)}")
        return tuple.__new__(cls, items)

    def _replace(self, /, **kwds):
        result = tuple.__new__(type(self), [kwds.pop(n, v) for n, v in zip(self._fields, self)])
        if kwds:
            raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
        return result

    names = {"__new__": new, "__repr__": __repr__, "_asdict": _asdict, "_make": classmethod(_make),
             "_replace": _replace, "_fields": tuple(fields), "__match_args__": tuple(fields),
             "_field_defaults": dict(zip(fields[plain:], values)), "__module__": module or "__main__",
             "__doc__": typename + "(" + ", ".join(fields) + ")"}
    for i, name in enumerate(fields):
        names[name] = _Field(i)
    return type(typename, (tuple,), names)
)py";

}  // namespace

NativeModule collections_module() {
  static const std::string kWhole = std::string(kText) + std::string(kChainMapText);
  return lazy_module("collections", kWhole);
}

}  // namespace normscope::notebook::runtime
