// SPDX-License-Identifier: MIT
// The modules functools and operator.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kFunctools = R"py(
_missing = object()


def reduce(function, iterable, initial=_missing, /):
    items = iter(iterable)
    if initial is _missing:
        for value in items:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        value = initial
    for item in items:
        value = function(value, item)
    return value


class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)] + [repr(a) for a in self.args]
        parts += [f"{k}={v!r}" for k, v in self.keywords.items()]
        return "functools.partial(" + ", ".join(parts) + ")"


def update_wrapper(wrapper, wrapped, assigned=None, updated=None):
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        try:
            setattr(wrapper, name, getattr(wrapped, name))
        except AttributeError:
            pass
    for name, value in getattr(wrapped, "__dict__", {}).items():
        setattr(wrapper, name, value)
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=None, updated=None):
    return partial(update_wrapper, wrapped=wrapped)


class _CacheInfo:
    def __init__(self, hits, misses, maxsize, currsize):
        self.hits, self.misses, self.maxsize, self.currsize = hits, misses, maxsize, currsize

    def __iter__(self):
        return iter((self.hits, self.misses, self.maxsize, self.currsize))

    def __repr__(self):
        return f"CacheInfo(hits={self.hits}, misses={self.misses}, maxsize={self.maxsize}, currsize={self.currsize})"


def _cached(func, maxsize):
    cache = {}
    counts = [0, 0]

    def wrapper(*args, **kwargs):
        key = (args, tuple(kwargs.items())) if kwargs else args
        if key in cache:
            counts[0] += 1
            value = cache[key]
            if maxsize is not None:
                del cache[key]
                cache[key] = value
            return value
        counts[1] += 1
        value = func(*args, **kwargs)
        if maxsize != 0:
            cache[key] = value
        if maxsize is not None and len(cache) > maxsize:
            del cache[next(iter(cache))]
        return value

    def cache_info():
        return _CacheInfo(counts[0], counts[1], maxsize, len(cache))

    def cache_clear():
        cache.clear()
        counts[0] = counts[1] = 0

    wrapper.cache_info = cache_info
    wrapper.cache_clear = cache_clear
    return update_wrapper(wrapper, func)


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128)
    return lambda func: _cached(func, maxsize)


def cache(user_function, /):
    return _cached(user_function, None)


class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = func.__name__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0
    return K


def total_ordering(cls):
    has = [op for op in ("__lt__", "__le__", "__gt__", "__ge__") if op in cls.__dict__]
    if not has:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = has[0]
    below = {
        "__lt__": lambda a, b: a < b,
        "__le__": lambda a, b: not b <= a,
        "__gt__": lambda a, b: not (a > b or a == b),
        "__ge__": lambda a, b: not a >= b,
    }[root]
    made = {
        "__lt__": lambda a, b: below(a, b),
        "__le__": lambda a, b: below(a, b) or a == b,
        "__gt__": lambda a, b: not (below(a, b) or a == b),
        "__ge__": lambda a, b: not below(a, b),
    }
    for name, function in made.items():
        if name not in has:
            setattr(cls, name, function)
    return cls


def singledispatch(func):
    table = {object: func}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in table:
                return table[base]

    def register(cls, f=None):
        if f is None:
            if isinstance(cls, type):
                return lambda g: register(cls, g)
            f = cls
            cls = list(f.__annotations__.values())[0]
        table[cls] = f
        return f

    def wrapper(*args, **kwargs):
        return dispatch(type(args[0]))(*args, **kwargs)

    wrapper.register = register
    wrapper.dispatch = dispatch
    return update_wrapper(wrapper, func)
)py";

constexpr std::string_view kOperator = R"py(
def add(a, b): return a + b
def sub(a, b): return a - b
def mul(a, b): return a * b
def truediv(a, b): return a / b
def floordiv(a, b): return a // b
def mod(a, b): return a % b
def pow(a, b): return a ** b
def matmul(a, b): return a @ b
def neg(a): return -a
def pos(a): return +a
def invert(a): return ~a
def not_(a): return not a
def truth(a): return bool(a)
def and_(a, b): return a & b
def or_(a, b): return a | b
def xor(a, b): return a ^ b
def lshift(a, b): return a << b
def rshift(a, b): return a >> b
def eq(a, b): return a == b
def ne(a, b): return a != b
def lt(a, b): return a < b
def le(a, b): return a <= b
def gt(a, b): return a > b
def ge(a, b): return a >= b
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def contains(a, b): return b in a
def getitem(a, b): return a[b]
def concat(a, b): return a + b


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


def index(a):
    return a.__index__()


def itemgetter(item, *items):
    if not items:
        return lambda obj: obj[item]
    return lambda obj: tuple(obj[i] for i in (item,) + items)


def attrgetter(attr, *attrs):
    def get(obj, path):
        for name in path.split("."):
            obj = getattr(obj, name)
        return obj
    if not attrs:
        return lambda obj: get(obj, attr)
    return lambda obj: tuple(get(obj, a) for a in (attr,) + attrs)


def methodcaller(name, /, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)
)py";

}  // namespace

NativeModule functools_module() {
  return lazy_module("functools", kFunctools);
}
NativeModule operator_module() {
  return lazy_module("operator", kOperator);
}

}  // namespace normscope::notebook::runtime
