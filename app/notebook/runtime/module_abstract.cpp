// SPDX-License-Identifier: MIT
// The modules collections.abc and numbers: what a value can be asked whether it is one.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kAbstract = R"py(
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstract


def _f():
    yield


_views = type({}.keys()), type({}.items()), type({}.values())


def _has(kind, name):
    for base in kind.__mro__:
        if name == "__hash__" and base in (list, dict, set):
            return False
        if name in base.__dict__:
            return base.__dict__[name] is not None
    return name == "__hash__"


class _Kind(_ABCMeta):
    def __instancecheck__(cls, value):
        kind = type(value)
        if cls in kind.__mro__:
            return True
        if issubclass(kind, cls.__dict__.get("_types", ())):
            return True
        needs = cls.__dict__.get("_needs", ())
        if cls.__name__ in ("Set", "Reversible", "Hashable") and kind in _views:
            return cls.__name__ != "Hashable" and (kind is not _views[2] or cls.__name__ == "Reversible")
        return bool(needs) and all(_has(kind, name) for name in needs)

    def __getitem__(cls, key):
        import typing
        return typing._alias(cls, key)


class Hashable(metaclass=_Kind):
    _needs = ("__hash__",)


class Iterable(metaclass=_Kind):
    _needs = ("__iter__",)

    @_abstract
    def __iter__(self):
        while False:
            yield None


class Iterator(Iterable):
    _needs = ("__iter__", "__next__")

    @_abstract
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


class Reversible(Iterable):
    _types = (list, tuple, str, range)
    _needs = ("__reversed__", "__iter__")


class Generator(Iterator):
    _types = (type(_f()),)


class Sized(metaclass=_Kind):
    _needs = ("__len__",)

    @_abstract
    def __len__(self):
        return 0


class Container(metaclass=_Kind):
    _needs = ("__contains__",)

    @_abstract
    def __contains__(self, x):
        return False


class Collection(Sized, Iterable, Container):
    _needs = ("__len__", "__iter__", "__contains__")


class Callable(metaclass=_Kind):
    _needs = ("__call__",)


class Sequence(Reversible, Collection):
    _types = (list, tuple, str, range)

    @_abstract
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __contains__(self, value):
        for v in self:
            if v is value or v == value:
                return True
        return False

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else stop):
            if self[i] is value or self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum(1 for v in self if v is value or v == value)


class MutableSequence(Sequence):
    _types = (list,)

    @_abstract
    def __setitem__(self, index, value):
        raise IndexError

    @_abstract
    def __delitem__(self, index):
        raise IndexError

    @_abstract
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        for v in list(values) if values is self else values:
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Set(Collection):
    _types = (set, frozenset)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __le__(self, other):
        return len(self) <= len(other) and all(v in other for v in self)

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other)

    def __ge__(self, other):
        return len(self) >= len(other) and all(v in self for v in other)

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other)

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __and__(self, other):
        return self._from_iterable(v for v in other if v in self)

    def __or__(self, other):
        return self._from_iterable(e for s in (self, other) for e in s)

    def __sub__(self, other):
        return self._from_iterable(v for v in self if v not in other)

    def __xor__(self, other):
        return (self - other) | self._from_iterable(v for v in other if v not in self)

    def isdisjoint(self, other):
        return not any(v in self for v in other)


class MutableSet(Set):
    _types = (set,)

    @_abstract
    def add(self, value):
        raise NotImplementedError

    @_abstract
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)


class Mapping(Collection):
    _types = (dict,)

    @_abstract
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    _types = (dict,)

    @_abstract
    def __setitem__(self, key, value):
        raise KeyError

    @_abstract
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if isinstance(other, Mapping):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    _types = (type({}.keys()),)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    _types = (type({}.items()),)

    def __contains__(self, item):
        key, value = item
        return key in self._mapping and self._mapping[key] == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    _types = (type({}.values()),)

    def __contains__(self, value):
        return any(v == value for v in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]
)py";

constexpr std::string_view kNumbers = R"py(
class _Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, cls._types) or cls in type(value).__mro__


class Number(metaclass=_Kind):
    _types = (int, float)


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    _types = (int,)


class Integral(Rational):
    pass
)py";

}  // namespace

NativeModule abstract_module() {
  return lazy_module("collections.abc", kAbstract);
}
NativeModule numbers_module() {
  return lazy_module("numbers", kNumbers);
}

}  // namespace normscope::notebook::runtime
