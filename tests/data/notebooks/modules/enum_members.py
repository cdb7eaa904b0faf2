# enum: members, values, flags, mixed-in types, errors.
from enum import Enum, IntEnum, auto, unique, Flag, IntFlag, StrEnum
import enum
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color["BLUE"], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED == 1, Color.RED is Color(1), Color, type(Color.RED), isinstance(Color.RED, Color), Color.RED in Color, {Color.RED: 1}[Color.RED], f"{Color.RED}", f"{Color.RED:>12}", "%s" % Color.RED, str(Color.GREEN), [c.name for c in Color], Color.__members__)
for f in (lambda: Color(9), lambda: Color["X"], lambda: Color.X, lambda: Color.RED < Color.BLUE, lambda: setattr(Color, "RED", 3), lambda: Color.RED.foo):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class N(IntEnum):
    A = 1
    B = 2
print(N.A, repr(N.A), N.A + 1, N.A < N.B, N.A == 1, N(2), f"{N.A}", f"{N.B:03d}", [10, 20, 30][N.A], sorted([N.B, N.A]), int(N.B), isinstance(N.A, int), max(N), sum(N), N.A.value, hash(N.A) == hash(1), {1: "x"}[N.A])
class S(str, Enum):
    X = "x"
    Y = "y"
print(S.X, repr(S.X), S.X == "x", S("y"), S.X.value, S.X.upper(), S.X + "z", f"{S.X}", {"x": 5}[S.X], len(S.X))
class T(StrEnum):
    FOO = auto()
    BAR = "b"
print(T.FOO, repr(T.FOO), T.FOO == "foo", f"{T.BAR}", T("b"))
class A(Enum):
    ONE = auto()
    TWO = auto()
    TEN = 10
    ELEVEN = auto()
print([(m.name, m.value) for m in A])
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.4e23, 3.39e6)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def g(self): return 6.67e-11 * self.mass / self.radius ** 2
    @classmethod
    def heavy(cls): return max(cls, key=lambda p: p.mass)
print(Planet.EARTH, Planet.EARTH.value, Planet.MARS.g, Planet.heavy(), Planet((6.4e23, 3.39e6)))
class Op(Enum):
    ADD = "+"
    SUB = "-"
    def __call__(self, a, b): return a + b if self is Op.ADD else a - b
    def __str__(self): return f"op {self.value}"
print(Op.ADD(1, 2), Op.SUB, repr(Op.SUB), f"{Op.ADD}")
@unique
class U(Enum):
    A = 1
try:
    @unique
    class V(Enum):
        A = 1
        B = 1
except ValueError as e: print(e)
class P(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
print(P.R, repr(P.R), P.R | P.X, repr(P.R | P.X), P.RW, repr(P.RW), P.R in P.RW, P.X in P.RW, ~P.R, P.R & P.W, bool(P.R & P.W), list(P), list(P.RW), P(3), P(0), P.R.value, (P.R | P.W) is P.RW, len(P.RW))
class Q(IntFlag):
    A = 1
    B = 2
print(Q.A, repr(Q.A), Q.A | Q.B, repr(Q.A | Q.B), Q.A | 4, Q.A + 1)
E = Enum("E", "X Y Z")
print(list(E), E.X.value, E)
E2 = Enum("E2", ["P", "Q"])
print(list(E2))
try:
    class Sub(Color): pass
except TypeError as e: print(e)
class Base(Enum):
    def hello(self): return "hello " + self.name
class Der(Base):
    K = 1
print(Der.K.hello(), Der.K)
class Missing(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A
print(Missing(77))
d = {c: c.value for c in Color}
print(d)
print(Color.RED != Color.BLUE, Color.RED is not Color.BLUE, sorted(Color, key=lambda c: -c.value), [c for c in reversed(Color)])
print(isinstance(Color, type), enum.Enum, Color.__name__, Color.RED.__class__, hasattr(Color, "RED"))
import copy
print(copy.copy(Color.RED) is Color.RED, copy.deepcopy([Color.RED])[0] is Color.RED)
class W(Enum):
    A = [1, 2]
    B = {"k": 1}
    f = lambda x: x
    def m(self): return 1
print(list(W), W([1, 2]))
