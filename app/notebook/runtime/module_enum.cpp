// SPDX-License-Identifier: MIT
// The module enum: members are made when their class is, and looked up by value and by name.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kEnum = R"py(
class auto:
    value = None

    def __or__(self, other):
        return _Later(lambda a, b: a | b, self, other)

    def __and__(self, other):
        return _Later(lambda a, b: a & b, self, other)

    def __xor__(self, other):
        return _Later(lambda a, b: a ^ b, self, other)

    def __add__(self, other):
        return _Later(lambda a, b: a + b, self, other)

    def __invert__(self):
        return _Later(lambda a, b: ~a, self, 0)

    __ror__ = __or__


# What a class body makes of auto() before the members have their values.
class _Later(auto):
    def __init__(self, function, *parts):
        self.function = function
        self.parts = parts

    @property
    def value(self):
        return self.function(*[p.value if isinstance(p, auto) else p for p in self.parts])


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


def _is_hidden(name):
    return name.startswith("__") and name.endswith("__") or name.startswith("_") and name in (
        "_ignore_", "_order_", "_generate_next_value_", "_missing_")


def _is_descriptor(value):
    return isinstance(value, (_function, staticmethod, classmethod, property)) or hasattr(value, "__get__")


def _function_type():
    def f():
        pass
    return type(f)


_function = _function_type()


class EnumType(type):
    def __new__(meta, name, bases, names, boundary=None, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base.__dict__.get("_member_names_"):
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        found = {}
        ignored = names.get("_ignore_", [])
        if isinstance(ignored, str):
            ignored = ignored.replace(",", " ").split()
        for key in list(names):
            value = names[key]
            if key in ignored:
                del names[key]
            elif isinstance(value, nonmember):
                names[key] = value.value
            elif not _is_hidden(key) and not (key.startswith("_") and not key.endswith("_") and key.startswith(f"_{name}__")) and (isinstance(value, member) or not _is_descriptor(value)):
                found[key] = value.value if isinstance(value, member) else value
                del names[key]
        cls = super().__new__(meta, name, bases, names, **kwds)
        cls._member_names_ = []
        cls._member_map_ = {}
        cls._value2member_map_ = {}
        mixin = None
        for base in cls.__mro__[1:]:
            if base in (int, float, str, tuple) and mixin is None:
                mixin = base
        cls._member_type_ = mixin or object
        first = [base for base in bases if isinstance(base, EnumType)][-1:]
        if mixin is not None and first:
            for method in ("__repr__", "__str__", "__format__"):
                owner = [base for base in cls.__mro__ if method in base.__dict__][0]
                if owner is mixin or owner is object:
                    setattr(cls, method, getattr(first[0], method))
        own_new = None
        for base in cls.__mro__:
            if base in (Enum, IntEnum, StrEnum, Flag, IntFlag, ReprEnum, object, int, str, float, tuple):
                continue
            if "__new__" in base.__dict__:
                own_new = base.__dict__["__new__"]
                break
        is_flag = Flag is not None and Flag in cls.__mro__
        last_values = []
        for key, value in found.items():
            if isinstance(value, _Later):
                value = value.value
            elif isinstance(value, auto):
                value.value = cls._generate_next_value_(key, 1, len(last_values), last_values[:])
                value = value.value
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                value = tuple(cls._generate_next_value_(key, 1, len(last_values), last_values[:]) if isinstance(v, auto) else v for v in value)
            args = value if isinstance(value, tuple) else (value,)
            if mixin is tuple:
                args = (value,)
            if own_new is not None:
                made = own_new.__func__(cls, *args) if isinstance(own_new, staticmethod) else own_new(cls, *args)
                if not hasattr(made, "_value_"):
                    made._value_ = value if mixin is None else mixin(*args)
            elif mixin is not None:
                if StrEnum is not None and StrEnum in cls.__mro__:
                    for each in args:
                        if not isinstance(each, str):
                            raise TypeError(f"{each!r} is not a string")
                made = mixin.__new__(cls, *args)
                made._value_ = mixin(*args)
            else:
                made = object.__new__(cls)
                made._value_ = value
            value = made._value_
            made._name_ = key
            made.__objclass__ = cls
            made._sort_order_ = len(cls._member_names_)
            made.__init__(*args)
            last_values.append(value)
            same = None
            for other in cls._member_map_.values():
                if other._value_ == value:
                    same = other
                    break
            if same is not None:
                made = same
            elif is_flag and isinstance(value, int) and (value == 0 or value & (value - 1)):
                pass
            else:
                cls._member_names_.append(key)
            cls._member_map_[key] = made
            type.__setattr__(cls, key, made)
            try:
                if same is None:
                    cls._value2member_map_[value] = made
            except TypeError:
                pass
        return cls

    def __init__(cls, *args, **kwds):
        pass

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls._find(value)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        body = {}
        if isinstance(names, dict):
            body.update(names)
        else:
            used = []
            for n, each in enumerate(names):
                if isinstance(each, str):
                    body[each] = cls._generate_next_value_(each, start, n, used[:])
                    used.append(body[each])
                else:
                    body[each[0]] = each[1]
        bases = (cls,) if type is None else (type, cls)
        return EnumType(value, bases, body)

    def _find(cls, value):
        if isinstance(value, cls):
            return value
        try:
            if value in cls._value2member_map_:
                return cls._value2member_map_[value]
        except TypeError:
            for each in cls._member_map_.values():
                if each._value_ == value:
                    return each
        made = cls._missing_(value)
        if isinstance(made, cls):
            return made
        if made is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {made!r} instead of None or a valid member")

    def __getattr__(cls, name):
        raise AttributeError(name) from None

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        if isinstance(value, Enum):
            return False
        raise TypeError("unsupported operand type(s) for 'in': '%s' and '%s'" % (type(value).__qualname__, cls.__class__.__qualname__))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __repr__(cls):
        if Flag is not None and Flag in cls.__mro__:
            return f"<flag {cls.__name__!r}>"
        return f"<enum {cls.__name__!r}>"

    @property
    def __members__(cls):
        return dict(cls._member_map_)


EnumMeta = EnumType
IntEnum = StrEnum = Flag = IntFlag = ReprEnum = Enum = None


class Enum(metaclass=EnumType):
    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return max(last_values) + 1

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __setattr__(self, name, value):
        if name in ("name", "value"):
            raise AttributeError(f"<enum {self.__class__.__name__!r}> cannot set attribute {name!r}")
        object.__setattr__(self, name, value)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    __str__ = int.__repr__
    __format__ = int.__format__


class StrEnum(str, ReprEnum):
    __str__ = str.__str__
    __format__ = str.__format__

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        return 2 ** max(last_values).bit_length()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        every = 0
        for each in cls._member_map_.values():
            every |= each._value_
        if value < 0:
            value = every + 1 + value if every & (every + 1) == 0 else every & value
        if value & ~every and not issubclass(cls, int):
            raise ValueError(f"{cls!r} invalid value {value!r}\n    given {bin(value)}\n  allowed {bin(every)}")
        if value in cls._value2member_map_:
            return cls._value2member_map_[value]
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        names = [m._name_ for m in cls if m._value_ & value]
        made._value_ = value
        made._name_ = "|".join(names) if names else None
        made._sort_order_ = value
        rest = value
        for m in cls:
            rest &= ~m._value_
        if rest and names:
            made._name_ += f"|{rest}"
        cls._value2member_map_[value] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return (m for m in self.__class__ if m._value_ & self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _other(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if isinstance(self, int) and isinstance(other, int):
            return int(other)
        return None

    def __or__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ | bits)

    def __and__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ & bits)

    def __xor__(self, other):
        bits = self._other(other)
        return NotImplemented if bits is None else self.__class__(self._value_ ^ bits)

    def __invert__(self):
        every = 0
        for each in self.__class__:
            every |= each._value_
        return self.__class__(every & ~self._value_)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __hash__(self):
        return hash(self._value_)


class IntFlag(int, ReprEnum, Flag):
    __or__ = __ror__ = Flag.__or__
    __and__ = __rand__ = Flag.__and__
    __xor__ = __rxor__ = Flag.__xor__
    __invert__ = Flag.__invert__
    __str__ = int.__repr__
    __format__ = int.__format__


def unique(enumeration):
    doubles = []
    for name, each in enumeration._member_map_.items():
        if name != each._name_:
            doubles.append((name, each._name_))
    if doubles:
        text = ", ".join([f"{alias} -> {name}" for alias, name in doubles])
        raise ValueError(f"duplicate values found in {enumeration!r}: {text}")
    return enumeration
)py";

}  // namespace

NativeModule enum_module() {
  return prelude_module("enum", kEnum);
}

}  // namespace normscope::notebook::runtime
