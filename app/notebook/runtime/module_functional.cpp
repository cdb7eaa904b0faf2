// SPDX-License-Identifier: MIT
// The modules functools, itertools and operator.
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

constexpr std::string_view kItertools = R"py(
class chain:
    def __init__(self, *iterables):
        self._items = (item for each in iterables for item in each)

    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._items = (item for each in iterables for item in each)
        return made

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)


class count:
    def __init__(self, start=0, step=1):
        self._at = start
        self._step = step

    def __iter__(self):
        return self

    def __next__(self):
        value = self._at
        self._at += self._step
        return value

    def __repr__(self):
        return f"count({self._at!r})" if self._step == 1 else f"count({self._at!r}, {self._step!r})"


def cycle(iterable):
    saved = list(iterable)
    while saved:
        for item in saved:
            yield item


def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object


def accumulate(iterable, func=None, *, initial=None):
    items = iter(iterable)
    total = initial
    if initial is None:
        for total in items:
            break
        else:
            return
    yield total
    for item in items:
        total = total + item if func is None else func(total, item)
        yield total


def islice(iterable, *args):
    part = slice(*args)
    start, stop, step = part.start or 0, part.stop, 1 if part.step is None else part.step
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iter(iterable), start, stop, step)


def _islice(items, start, stop, step):
    at = 0
    wanted = start
    while stop is None or at < stop:
        try:
            item = next(items)
        except StopIteration:
            return
        if at == wanted:
            wanted += step
            yield item
            if stop is not None and wanted >= stop and at + 1 >= stop:
                return
        at += 1


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item


def dropwhile(predicate, iterable):
    items = iter(iterable)
    for item in items:
        if not predicate(item):
            yield item
            break
    yield from items


def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item


def compress(data, selectors):
    return (item for item, keep in zip(data, selectors) if keep)


def starmap(function, iterable):
    for args in iterable:
        yield function(*args)


def pairwise(iterable):
    items = iter(iterable)
    for before in items:
        break
    else:
        return
    for item in items:
        yield before, item
        before = item


def zip_longest(*iterables, fillvalue=None):
    items = [iter(each) for each in iterables]
    open_ones = len(items)
    if not open_ones:
        return
    done = [False] * len(items)
    while True:
        row = []
        for i, each in enumerate(items):
            value = fillvalue
            if not done[i]:
                try:
                    value = next(each)
                except StopIteration:
                    done[i] = True
                    open_ones -= 1
                    if not open_ones:
                        return
            row.append(value)
        yield tuple(row)


def product(*iterables, repeat=1):
    pools = [tuple(each) for each in iterables] * repeat
    indices = [0] * len(pools)
    if any(not pool for pool in pools):
        return
    while True:
        yield tuple(pool[i] for pool, i in zip(pools, indices))
        for at in reversed(range(len(pools))):
            indices[at] += 1
            if indices[at] < len(pools[at]):
                break
            indices[at] = 0
        else:
            return


def permutations(iterable, r=None):
    pool = tuple(iterable)
    r = len(pool) if r is None else r

    def place(chosen, used):
        if len(chosen) == r:
            yield tuple(pool[i] for i in chosen)
            return
        for i in range(len(pool)):
            if i not in used:
                yield from place(chosen + [i], used | {i})
    return place([], frozenset())


def combinations(iterable, r):
    pool = tuple(iterable)

    def choose(start, chosen):
        if len(chosen) == r:
            yield tuple(pool[i] for i in chosen)
            return
        for i in range(start, len(pool)):
            yield from choose(i + 1, chosen + [i])
    return choose(0, [])


def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)

    def choose(start, chosen):
        if len(chosen) == r:
            yield tuple(pool[i] for i in chosen)
            return
        for i in range(start, len(pool)):
            yield from choose(i, chosen + [i])
    return choose(0, [])


def groupby(iterable, key=None):
    group = []
    current = None
    for item in iterable:
        k = item if key is None else key(item)
        if group and k != current:
            yield current, iter(group)
            group = []
        current = k
        group.append(item)
    if group:
        yield current, iter(group)


def tee(iterable, n=2):
    saved = []
    items = iter(iterable)

    def reader():
        at = 0
        while True:
            if at == len(saved):
                try:
                    saved.append(next(items))
                except StopIteration:
                    return
            yield saved[at]
            at += 1
    return tuple(reader() for _ in range(n))
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
  return prelude_module("functools", kFunctools);
}
NativeModule itertools_module() {
  return prelude_module("itertools", kItertools);
}
NativeModule operator_module() {
  return prelude_module("operator", kOperator);
}

}  // namespace normscope::notebook::runtime
