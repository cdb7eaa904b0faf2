# A class with every operator, reflected and in place, and the errors where it has none.
class Vec:
    def __init__(self, *c): self.c = c
    def __repr__(self): return f"Vec{self.c}"
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self.c, o.c))) if isinstance(o, Vec) else NotImplemented
    def __radd__(self, o): print("radd", o); return self if o == 0 else NotImplemented
    def __iadd__(self, o): print("iadd"); self.c = (self + o).c; return self
    def __mul__(self, k): return Vec(*(a * k for a in self.c))
    __rmul__ = __mul__
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.c, o.c))
    def __neg__(self): return self * -1
    def __pos__(self): return self
    def __abs__(self): return self.__matmul__(self) ** .5
    def __invert__(self): return "inv"
    def __eq__(self, o): return isinstance(o, Vec) and self.c == o.c
    def __lt__(self, o): return self.c < o.c
    def __len__(self): return len(self.c)
    def __getitem__(self, i): print("get", i); return self.c[i]
    def __contains__(self, x): return x in self.c
    def __bool__(self): return any(self.c)
    def __call__(self, *a, **k): return a, k
    def __hash__(self): return hash(self.c)
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __complex__(self): return 1
    def __round__(self, n=None): return ("round", n)
    def __divmod__(self, o): return ("divmod", o)
    def __rdivmod__(self, o): return ("rdivmod", o)
    def __pow__(self, o, m=None): return ("pow", o, m)
    def __rpow__(self, o): return ("rpow", o)
    def __lshift__(self, o): return ("lshift", o)
    def __rrshift__(self, o): return ("rrshift", o)
    def __and__(self, o): return ("and", o)
    def __ror__(self, o): return ("ror", o)
    def __ixor__(self, o): return ("ixor", o)
    def __floordiv__(self, o): return ("fd", o)
    def __rtruediv__(self, o): return ("rtd", o)
    def __mod__(self, o): return ("mod", o)
    def __trunc__(self): return 11
    def __floor__(self): return 12
    def __ceil__(self): return 13
    def __reversed__(self): return iter("rev")
    def __sizeof__(self): return 1
import math
a, b = Vec(1, 2), Vec(3, 4)
print(a + b, sum([a, b]), a * 2, 2 * a, a @ b, -a, +a, abs(b), ~a, a == b, a != b, a < b, a > b, len(a), a[0], a[1:], 1 in a, bool(Vec(0)), a(1, x=2), hash(a) == hash((1, 2)), int(a), float(a), [1,2,3][a], range(5)[a], round(a), round(a, 2), divmod(a, 1), divmod(1, a), a ** 2, pow(a, 2, 3), 2 ** a, a << 1, 1 >> a, a & 1, 1 | a, a // 1, 1 / a, a % 1, math.trunc(a), math.floor(a), math.ceil(a), list(reversed(a)), "abc"[a], hex(a), chr(a + b if False else 97))
a += b
print(a)
a ^= 3
print(a)
for t in ("a + 1", "a - b", "1 - b", "b >= Vec(1)", "b << Vec(1)", "'x' + b", "b @ 3", "b | 1", "b >> 1", "1 << b", "b -= 1", "b &= 1"):
    pass
for f in (lambda: b + 1, lambda: b - b, lambda: 1 - b, lambda: b >= Vec(1), lambda: "x" + b, lambda: b | 1, lambda: b >> 1, lambda: 1 << b, lambda: 5 + b, lambda: [] + b, lambda: b.foo, lambda: b[5], lambda: b["x"], lambda: {}[b], lambda: b.__sub__):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try:
    b -= 1
except TypeError as e: print(e)
x, y = b
print(x, y, *b, [*b], list(b), tuple(b), max(b), sorted(b), dict.fromkeys(b), 3 in b)
