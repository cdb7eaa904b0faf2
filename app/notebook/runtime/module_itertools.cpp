// SPDX-License-Identifier: MIT
// The module itertools.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

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

}  // namespace

NativeModule itertools_module() {
  return lazy_module("itertools", kItertools);
}

}  // namespace normscope::notebook::runtime
