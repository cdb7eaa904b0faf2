// SPDX-License-Identifier: MIT
// The modules dataclasses, abc, copy and __future__.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kDataclasses = R"py(
class _Missing:
    def __repr__(self):
        return "<dataclasses._MISSING_TYPE object>"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = metadata or {}
        self.kw_only = kw_only


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _collect(cls, kw_only):
    found = {}
    for base in reversed(cls.__mro__[1:]):
        for f in base.__dict__.get("__dataclass_fields__", {}).values():
            found[f.name] = f
    for name, typ in cls.__dict__.get("__annotations__", {}).items():
        if "ClassVar" in str(typ):
            continue
        default = cls.__dict__.get(name, MISSING)
        if isinstance(default, Field):
            f = default
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
        else:
            if isinstance(default, (list, dict, set)):
                raise ValueError(f"mutable default {type(default)} for field {name} is not allowed: "
                                 "use default_factory")
            f = field(default=default)
        f.name = name
        f.type = typ
        if f.kw_only is MISSING:
            f.kw_only = kw_only
        found[name] = f
    return found


def _make_init(cls, all_fields, frozen):
    names = {"_MISSING": MISSING, "_set": object.__setattr__}
    plain, keyword, body = [], [], []
    seen_default = False
    for f in all_fields:
        store = f"    _set(self, {f.name!r}, %s)" if frozen else f"    self.{f.name} = %s"
        if f.default_factory is not MISSING:
            names["_factory_" + f.name] = f.default_factory
            if f.init:
                value = f"_factory_{f.name}() if {f.name} is _MISSING else {f.name}"
            else:
                value = f"_factory_{f.name}()"
            default = "_MISSING"
        elif f.default is not MISSING:
            names["_default_" + f.name] = f.default
            default = "_default_" + f.name
            value = f.name if f.init else default
        else:
            default = None
            value = f.name
            if not f.init:
                continue
        body.append(store % value)
        if f.init:
            if default is None and seen_default and not f.kw_only:
                raise TypeError(f"non-default argument {f.name!r} follows default argument")
            seen_default = seen_default or (default is not None and not f.kw_only)
            (keyword if f.kw_only else plain).append(f.name if default is None else f"{f.name}={default}")
    if hasattr(cls, "__post_init__"):
        body.append("    self.__post_init__()")
    parameters = ["self"] + plain + (["*"] + keyword if keyword else [])
    text = "\ndef __init__(" + ", ".join(parameters) + "):\n" + "\n".join(body or ["    pass"]) + "\n"
    init = _compile(text, "__init__", names)
    init.__qualname__ = cls.__qualname__ + ".__init__"
    return init


def _annotation(note):
    if getattr(note, "__module__", None) == "typing":
        return repr(note).replace("typing.", "")
    if isinstance(note, type) and not hasattr(note, "__origin__"):
        return note.__qualname__ if note.__module__ == "builtins" else note.__module__ + "." + note.__qualname__
    return repr(note)


# What a class says of itself where it has no text: its name and the parameters of its __init__.
def _described(cls, all_fields):
    parts = []
    given = [f for f in all_fields if f.init and not f.kw_only]
    keyword = [f for f in all_fields if f.init and f.kw_only]
    for f in given + ["*"] * bool(keyword) + keyword:
        if f == "*":
            parts.append(f)
            continue
        text = f"{f.name}: {_annotation(f.type)}"
        if f.default_factory is not MISSING:
            text += " = <factory>"
        elif f.default is not MISSING:
            text += f" = {f.default!r}"
        parts.append(text)
    return cls.__name__ + "(" + ", ".join(parts) + ")"


def _process(cls, init, repr_, eq, order, unsafe_hash, frozen, kw_only):
    found = _collect(cls, kw_only)
    cls.__dataclass_fields__ = found
    all_fields = list(found.values())
    shown = [f.name for f in all_fields if f.repr]
    compared = [f.name for f in all_fields if f.compare]

    def key(obj):
        return tuple([getattr(obj, name) for name in compared])

    def __repr__(self):
        return type(self).__qualname__ + "(" + ", ".join(f"{n}={getattr(self, n)!r}" for n in shown) + ")"

    def __eq__(self, other):
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self):
        return hash(key(self))

    def __lt__(self, other):
        return key(self) < key(other) if other.__class__ is self.__class__ else NotImplemented

    def __le__(self, other):
        return key(self) <= key(other) if other.__class__ is self.__class__ else NotImplemented

    def __gt__(self, other):
        return key(self) > key(other) if other.__class__ is self.__class__ else NotImplemented

    def __ge__(self, other):
        return key(self) >= key(other) if other.__class__ is self.__class__ else NotImplemented

    def put(function):
        if function.__name__ not in cls.__dict__ or function is __hash__:
            setattr(cls, function.__name__, function)

    if init:
        cls.__init__ = _make_init(cls, all_fields, frozen)
    if repr_:
        put(__repr__)
    own_hash = cls.__dict__.get("__hash__") is not None
    if eq:
        put(__eq__)
        if (frozen or unsafe_hash) and not own_hash:
            put(__hash__)
        elif not own_hash:
            cls.__hash__ = None
    if order:
        for function in (__lt__, __le__, __gt__, __ge__):
            put(function)
    if frozen:
        put(_compile("\ndef __setattr__(self, name, value):\n\n"
                     "  raise FrozenInstanceError(f'cannot assign to field {name!r}')\n", "__setattr__", {}))
        put(_compile("\ndef __delattr__(self, name):\n\n"
                     "  raise FrozenInstanceError(f'cannot delete field {name!r}')\n", "__delattr__", {}))
    cls.__match_args__ = tuple(f.name for f in all_fields if f.init)
    if cls.__doc__ is None:
        cls.__doc__ = _described(cls, all_fields)
    return cls


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    def wrap(c):
        return _process(c, init, repr, eq, order, unsafe_hash, frozen, kw_only)
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    try:
        return tuple(class_or_instance.__dataclass_fields__.values())
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None


def is_dataclass(obj):
    return hasattr(obj, "__dataclass_fields__")


def _plain(value):
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, (list, tuple)):
        return type(value)([_plain(v) for v in value])
    if isinstance(value, dict):
        return {_plain(k): _plain(v) for k, v in value.items()}
    return value


def asdict(obj):
    return _plain(obj)


def astuple(obj):
    return tuple(astuple(v) if is_dataclass(v) else v for v in (getattr(obj, f.name) for f in fields(obj)))


def replace(obj, /, **changes):
    for f in fields(obj):
        if f.init and f.name not in changes:
            changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)
)py";

constexpr std::string_view kAbc = R"py(
def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj


class ABCMeta(type):
    @property
    def __abstractmethods__(cls):
        names = [name for base in cls.__mro__ for name in vars(base)]
        found = [(n, getattr(cls, n, None)) for n in names]
        found = [(n, getattr(value, "fget", value)) for n, value in found]
        return frozenset([n for n, value in found if getattr(value, "__isabstractmethod__", False)])


class ABC(metaclass=ABCMeta):
    pass
)py";

constexpr std::string_view kCopy = R"py(
def copy(x):
    own = getattr(type(x), "__copy__", None)
    if own is not None:
        return own(x)
    if isinstance(x, (list, dict, set)) and type(x) in (list, dict, set):
        return x.copy()
    if x is None or isinstance(x, (int, float, str, bool, tuple, frozenset, type, range)) or not hasattr(x, "__dict__") or callable(x) and not hasattr(type(x), "__call__"):
        return x
    if isinstance(x, (list, dict, set)):
        made = type(x).__new__(type(x))
        made.extend(x) if isinstance(x, list) else made.update(x)
    else:
        made = object.__new__(type(x))
    made.__dict__.update(x.__dict__)
    return made


def deepcopy(x, memo=None):
    if memo is None:
        memo = {}
    if id(x) in memo:
        return memo[id(x)][0]
    own = getattr(type(x), "__deepcopy__", None)
    if own is not None:
        made = own(x, memo)
    elif type(x) is list:
        made = []
        memo[id(x)] = (made, x)
        for item in x:
            made.append(deepcopy(item, memo))
    elif type(x) is tuple:
        made = tuple([deepcopy(item, memo) for item in x])
    elif type(x) is set:
        made = {deepcopy(item, memo) for item in x}
    elif isinstance(x, dict):
        made = {} if type(x) is dict else type(x).__new__(type(x))
        memo[id(x)] = (made, x)
        if type(x) is not dict:
            made.__dict__.update({k: deepcopy(v, memo) for k, v in x.__dict__.items()})
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
    elif x is None or isinstance(x, (int, float, str, frozenset, type, range)) or not hasattr(x, "__dict__") or hasattr(x, "__code__"):
        return x
    else:
        made = object.__new__(type(x))
        memo[id(x)] = (made, x)
        for name, value in x.__dict__.items():
            made.__dict__[name] = deepcopy(value, memo)
    memo[id(x)] = (made, x)
    return made
)py";

constexpr std::string_view kFuture = R"py(
annotations = division = print_function = unicode_literals = generator_stop = absolute_import = None
)py";

}  // namespace

NativeModule dataclasses_module() {
  return lazy_module("dataclasses", kDataclasses);
}
NativeModule abc_module() {
  return lazy_module("abc", kAbc);
}
NativeModule copy_module() {
  return lazy_module("copy", kCopy);
}
NativeModule future_module() {
  return lazy_module("__future__", kFuture);
}

}  // namespace normscope::notebook::runtime
