// SPDX-License-Identifier: MIT
// The module typing: names that annotations use. They can be subscripted and shown; nothing is
// checked by them.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kText = R"py(
def _show(t):
    if t is Ellipsis:
        return "..."
    if t is None or t is type(None):
        return "None"
    if isinstance(t, type):
        return t.__qualname__ if t.__module__ == "builtins" else t.__module__ + "." + t.__qualname__
    if isinstance(t, list):
        return "[" + ", ".join(map(_show, t)) + "]"
    return repr(t)


def _as_tuple(key):
    return key if isinstance(key, tuple) else (key,)


def _typed(t):
    return type(None) if t is None else t


class _Form:
    def __init__(self, name, origin=None):
        self._name = name
        if origin is not None:
            self.__origin__ = origin

    def __getitem__(self, key):
        return _Alias(self, _as_tuple(key))

    def __repr__(self):
        return "typing." + self._name

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)

    def __call__(self, *args, **kwargs):
        if getattr(self, "__origin__", None) is not None:
            raise TypeError(f"Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead")
        raise TypeError(f"Cannot instantiate {self!r}")


class _Alias:
    def __init__(self, form, args):
        self._form = form
        self.__args__ = tuple(map(_typed, args))
        self.__parameters__ = tuple(a for a in args if isinstance(a, TypeVar))
        self.__origin__ = getattr(form, "__origin__", form)

    def __repr__(self):
        name = self._form._name if isinstance(self._form, _Form) else None
        parts = self.__args__
        if name == "Callable" and len(parts) == 2:
            return "typing.Callable[" + _show(parts[0]) + ", " + _show(parts[1]) + "]"
        if name == "Optional":
            return "typing.Optional[" + _show(parts[0]) + "]"
        if name == "Literal":
            return "typing.Literal[" + ", ".join(map(repr, parts)) + "]"
        shown = ", ".join(map(_show, parts))
        return (_show(self._form) if name is None else "typing." + name) + "[" + shown + "]"

    @property
    def __name__(self):
        return self._form._name if isinstance(self._form, _Form) else self._form.__name__

    def __eq__(self, other):
        return isinstance(other, _Alias) and self._form is other._form and self.__args__ == other.__args__

    def __hash__(self):
        return hash((id(self._form), self.__args__))

    def __getitem__(self, key):
        given = list(_as_tuple(key))
        return _Alias(self._form, tuple(given.pop(0) if isinstance(a, TypeVar) and given else a for a in self.__args__))

    def __call__(self, *args, **kwargs):
        return self.__origin__(*args, **kwargs)

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)


class _UnionAlias(_Alias):
    def __init__(self, args, bar=False):
        parts = []
        for a in map(_typed, args):
            for each in a.__args__ if isinstance(a, _UnionAlias) else (a,):
                if each not in parts:
                    parts.append(each)
        self._form = Union
        self.__args__ = tuple(parts)
        self.__union__ = self.__args__
        self.__origin__ = Union
        self._bar = bar

    @property
    def __name__(self):
        return "Optional" if len(self.__args__) == 2 and type(None) in self.__args__ else "Union"

    def __repr__(self):
        if self._bar:
            return " | ".join(map(_show, self.__args__))
        if len(self.__args__) == 2 and type(None) in self.__args__:
            other = [a for a in self.__args__ if a is not type(None)][0]
            return "typing.Optional[" + _show(other) + "]"
        return "typing.Union[" + ", ".join(map(_show, self.__args__)) + "]"

    def __eq__(self, other):
        return isinstance(other, _UnionAlias) and set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))


class _UnionForm(_Form):
    @property
    def __name__(self):
        return self._name

    def __getitem__(self, key):
        parts = _as_tuple(key)
        if self._name == "Optional":
            parts = (key, None)
        made = _UnionAlias(parts)
        return made.__args__[0] if len(made.__args__) == 1 else made


def _union(a, b):
    return _UnionAlias((a, b), not isinstance(a, (_Form, TypeVar)) and not isinstance(b, (_Form, TypeVar)))


def _alias(origin, key):
    return _Alias(origin, _as_tuple(key))


class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound

    def __repr__(self):
        return "~" + self.__name__

    def __or__(self, other):
        return _union(self, other)

    def __ror__(self, other):
        return _union(other, self)


class Generic:
    def __class_getitem__(cls, key):
        return _Alias(cls, _as_tuple(key))


class Protocol:
    def __class_getitem__(cls, key):
        return _Alias(cls, _as_tuple(key))


List = _Form("List", list)
Dict = _Form("Dict", dict)
Tuple = _Form("Tuple", tuple)
Set = _Form("Set", set)
FrozenSet = _Form("FrozenSet", frozenset)
Type = _Form("Type", type)
Any = _Form("Any")
Callable = _Form("Callable")
Iterable = _Form("Iterable")
Iterator = _Form("Iterator")
Sequence = _Form("Sequence")
MutableSequence = _Form("MutableSequence")
Mapping = _Form("Mapping")
MutableMapping = _Form("MutableMapping")
Collection = _Form("Collection")
Container = _Form("Container")
Hashable = _Form("Hashable")
Sized = _Form("Sized")
Generator = _Form("Generator")
AbstractSet = _Form("AbstractSet")
NoReturn = _Form("NoReturn")
Never = _Form("Never")
Self = _Form("Self")
Literal = _Form("Literal")
Final = _Form("Final")
ClassVar = _Form("ClassVar")
Annotated = _Form("Annotated")
TypeAlias = _Form("TypeAlias")
DefaultDict = _Form("DefaultDict")
OrderedDict = _Form("OrderedDict")
Counter = _Form("Counter")
Deque = _Form("Deque")
SupportsFloat = _Form("SupportsFloat")
SupportsInt = _Form("SupportsInt")
Text = str
Union = _UnionForm("Union")
Optional = _UnionForm("Optional")
TYPE_CHECKING = False


def cast(typ, val):
    return val


def overload(func):
    return func


def final(f):
    return f


def no_type_check(arg):
    return arg


def runtime_checkable(cls):
    return cls


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    return dict(getattr(obj, "__annotations__", None) or {})


def get_origin(tp):
    return getattr(tp, "__origin__", None)


def get_args(tp):
    return getattr(tp, "__args__", ())


def NewType(name, tp):
    def new(x):
        return x
    new.__name__ = name
    new.__supertype__ = tp
    return new


# A class that derives from NamedTuple is a tuple of its own, made from its annotations.
class _NamedTupleMeta(type):
    def __new__(meta, name, bases, names):
        if not bases:
            return type.__new__(meta, name, bases, names)
        from collections import namedtuple
        notes = names.get("__annotations__", {})
        given = []
        for field in notes:
            if field in names:
                given.append(field)
            elif given:
                raise TypeError(f"Non-default namedtuple field {field} cannot follow default field"
                                f"{'s' if len(given) > 1 else ''} {', '.join(given)}")
        made = namedtuple(name, list(notes), defaults=[names[field] for field in given],
                          module=names.get("__module__"))
        made.__qualname__ = names.get("__qualname__", name)
        made.__annotations__ = notes
        for key, value in names.items():
            if key in ("__new__", "__init__", "__slots__", "__getnewargs__", "_fields", "_field_defaults",
                       "_field_types", "_make", "_replace", "_asdict", "_source"):
                raise AttributeError("Cannot overwrite NamedTuple attribute " + key)
            if key not in ("__module__", "__name__", "__qualname__", "__annotations__") and key not in notes:
                if key != "__doc__" or value is not None:
                    setattr(made, key, value)
        return made

    def __call__(cls, typename, fields=(), /, **names):
        from collections import namedtuple
        pairs = list(fields) or list(names.items())
        made = namedtuple(typename, [name for name, _ in pairs], module="__main__")
        made.__annotations__ = dict(pairs)
        return made


class NamedTuple(metaclass=_NamedTupleMeta):
    pass


class TypedDict(dict):
    def __init_subclass__(cls, total=True):
        pass
)py";

}  // namespace

NativeModule typing_module() {
  return lazy_module("typing", kText);
}

}  // namespace normscope::notebook::runtime
