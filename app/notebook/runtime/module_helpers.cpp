// SPDX-License-Identifier: MIT
// The small modules: heapq, bisect, string, types, textwrap.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kHeapq = R"py(
def _down(heap, start, at):
    item = heap[at]
    while at > start:
        above = (at - 1) >> 1
        if not item < heap[above]:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = item


def _up(heap, at):
    end = len(heap)
    start = at
    item = heap[at]
    child = 2 * at + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = item
    _down(heap, start, at)


def heappush(heap, item):
    heap.append(item)
    _down(heap, 0, len(heap) - 1)


def heappop(heap):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if heap:
        first = heap[0]
        heap[0] = last
        _up(heap, 0)
        return first
    return last


def heapreplace(heap, item):
    if not heap:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    _up(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _up(heap, 0)
    return item


def heapify(x):
    for i in reversed(range(len(x) // 2)):
        _up(x, i)


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[:max(n, 0)]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[:max(n, 0)]


def merge(*iterables, key=None, reverse=False):
    open_ = []
    for order, each in enumerate(iterables):
        source = iter(each)
        for item in source:
            open_.append([item, order, source])
            break
    while open_:
        best = 0
        for i in range(1, len(open_)):
            a, b = open_[i][0], open_[best][0]
            if key is not None:
                a, b = key(a), key(b)
            if (b < a) if reverse else (a < b):
                best = i
        item, order, source = open_[best]
        yield item
        for item in source:
            open_[best][0] = item
            break
        else:
            del open_[best]
)py";

constexpr std::string_view kBisect = R"py(
def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
)py";

constexpr std::string_view kString = R"py(
whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join(map(str.capitalize, s.split(sep)))
)py";

constexpr std::string_view kTypes = R"py(
def _f():
    yield


class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        parts = ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()])
        return ("namespace" if type(self) is SimpleNamespace else type(self).__name__) + f"({parts})"

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


FunctionType = LambdaType = type(_f)
CodeType = type(_f.__code__)
GeneratorType = type(_f())
MethodType = type(SimpleNamespace().__repr__)
BuiltinFunctionType = BuiltinMethodType = type(len)
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(...)
)py";

constexpr std::string_view kTextwrap = R"py(
def dedent(text):
    lines = text.split("\n")
    margin = None
    for n, line in enumerate(lines):
        if not line.strip(" \t"):
            lines[n] = ""
            continue
        indent = line[:len(line) - len(line.lstrip(" \t"))]
        if margin is None or margin.startswith(indent):
            margin = indent
        elif not indent.startswith(margin):
            for at, (a, b) in enumerate(zip(margin, indent)):
                if a != b:
                    margin = margin[:at]
                    break
    if margin:
        lines = [line[len(margin):] if line.startswith(margin) else line for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        predicate = str.strip
    return "".join([prefix + line if predicate(line) else line for line in text.splitlines(True)])
)py";

}  // namespace

NativeModule heapq_module() {
  return lazy_module("heapq", kHeapq);
}
NativeModule bisect_module() {
  return lazy_module("bisect", kBisect);
}
NativeModule string_module() {
  return lazy_module("string", kString);
}
NativeModule types_module() {
  return lazy_module("types", kTypes);
}
NativeModule textwrap_module() {
  return lazy_module("textwrap", kTextwrap);
}

}  // namespace normscope::notebook::runtime
