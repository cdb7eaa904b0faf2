from collections import namedtuple
from typing import NamedTuple, List, Optional
import random


class Sq(NamedTuple):
    """A square."""
    side: float = 1.0
    tags: List[str] = []

    def area(self) -> float:
        return self.side ** 2

    @property
    def double(self):
        return self._replace(side=self.side * 2)

    @classmethod
    def unit(cls):
        return cls(1)

    def __str__(self):
        return f"Sq<{self.side}>"


class Plain(NamedTuple):
    x: int
    y: Optional[int] = None


s = Sq(2)
print(s, repr(s), s.area(), s.double, Sq.unit(), Sq(), Sq(3) == (3, []), Sq._field_defaults, Sq._fields, Sq.__annotations__, Sq.__doc__)
print(isinstance(s, Sq), isinstance(s, tuple), issubclass(Sq, tuple), Sq.__mro__, type(s), Sq.__name__, len(s), s[0], s._asdict())
a, b = Plain(1)
print(a, b, Plain(x=1, y=2), Plain.__doc__, Plain._make([5, 6]), Plain(1) < Plain(2, 0), hash(Plain(1, 2)) == hash((1, 2)), {Plain(1, 2): "v"}[(1, 2)], max(Plain(1, 2), Plain(3)).x)
P = NamedTuple("P", [("x", int), ("y", float)])
print(P(1, 2.5), P.__annotations__, P._fields)
Q = namedtuple("Q", "a b")
print(Q.__doc__, Q(1, 2), Q.__mro__)
for f in (lambda: Plain(), lambda: Plain(1, 2, 3), lambda: Plain(1, z=2), lambda: s.nope, lambda: setattr(s, "side", 5), lambda: Plain(1)._replace(q=1), lambda: Plain._make([1])):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    class Bad(NamedTuple):
        a: int = 1
        b: str
except TypeError as e:
    print(e)
try:
    class Bad2(NamedTuple):
        a: int
        def _replace(self): pass
except AttributeError as e:
    print(e)


class Child(Plain):
    def norm(self):
        return abs(self.x)


print(Child(-3).norm(), Child(-3), isinstance(Child(1), Plain))
random.seed(42)
print([random.gammavariate(a, 1.5) for a in (0.3, 0.5, 1.0, 2.0, 9.5)], random.betavariate(2, 3), random.betavariate(0.5, 0.5))
