# collections.abc: what is one, and classes that derive from them.
from collections.abc import *
import collections.abc as cabc
from typing import Iterable as TI
for v in ([], (), {}, set(), "a", 1, range(3), iter([]), (i for i in []), len, {}.keys(), {}.items(), None, lambda: 0, frozenset()):
    print(type(v).__name__, [c.__name__ for c in (Iterable, Iterator, Sequence, MutableSequence, Mapping, MutableMapping, Set, MutableSet, Hashable, Sized, Container, Collection, Callable, Generator, Reversible) if isinstance(v, c)])
class M(Mapping):
    def __init__(self, d): self.d = d
    def __getitem__(self, k): return self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = M({"a": 1, "b": 2})
print(m.get("a"), m.get("z", 0), "a" in m, list(m.keys()), list(m.items()), list(m.values()), len(m), dict(m), m == {"a": 1, "b": 2}, {**m}, isinstance(m, Mapping))
class S(Sequence):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i):
        if isinstance(i, slice): return [self[j] for j in range(*i.indices(self.n))]
        if i < 0: i += self.n
        if not 0 <= i < self.n: raise IndexError(i)
        return i * i
s = S(5)
print(list(s), 9 in s, s.index(4), s.count(16), list(reversed(s)), s[1:3], s[-1])
class It(Iterator):
    def __init__(self): self.i = 0
    def __next__(self):
        self.i += 1
        if self.i > 3: raise StopIteration
        return self.i
print(list(It()), isinstance(It(), Iterable))
try:
    class Bad(Sequence): pass
    Bad()
except TypeError as e: print(e)
class MM(MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
mm = MM(); mm["a"] = 1; mm.update(b=2); mm.update({"c": 3}); print(mm.pop("a"), mm.setdefault("z", 9), dict(mm), mm.pop("q", None)); mm.clear(); print(len(mm))
class Duck:
    def __iter__(self): return iter([])
    def __len__(self): return 0
print(isinstance(Duck(), Iterable), isinstance(Duck(), Sized), isinstance(Duck(), Sequence), isinstance(5, Iterable))
def f(x: Iterable[int], y: Callable[[int], str]) -> Mapping[str, int]: return {}
print(f([1], str))
