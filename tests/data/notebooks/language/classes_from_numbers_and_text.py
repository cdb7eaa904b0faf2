# Classes that derive from int, float and str: operators, attributes, what stays plain.
class Money(int):
    def __new__(cls, v, cur="EUR"):
        o = super().__new__(cls, v)
        o.cur = cur
        return o
    def __repr__(self): return f"Money({int(self)}, {self.cur!r})"
    def __add__(self, o): return Money(int(self) + int(o), self.cur)
m = Money(5, "USD")
print(m, repr(m), m + 3, m * 2, m == 5, m > 3, hash(m) == hash(5), [0, 1, 2, 3, 4, 5][m], f"{m:05d}", f"{m}", str(m), int(m), float(m), m.cur, isinstance(m, int), -m, abs(m), m // 2, 10 / m, 7 % m, m & 1, {5: "a"}[m], range(m), bool(Money(0)), sum([m, m]), max(m, 3), m.bit_length(), divmod(m, 2), m ** 2, 2 ** m, "ab" * m, type(m + 1), type(m * 1), type(+m), round(m), m.real, "%d" % m, bin(m))
class Temp(float):
    def __str__(self): return f"{float(self):.1f}C"
    def f(self): return self * 9 / 5 + 32
t = Temp(36.66)
print(t, repr(t), t.f(), t + 1, t > 30, f"{t:.3f}", f"{t}", round(t), int(t), type(t + 1), t == 36.66, hash(t) == hash(36.66), max(t, 40), -t, t.is_integer(), sum([t]), [t], abs(t), t // 1, 2 ** Temp(0.5))
class Name(str):
    def shout(self): return self.upper() + "!"
    def __add__(self, o): return Name(str(self) + "+" + o)
    @property
    def first(self): return self[0]
n = Name("bob")
print(n, repr(n), n.shout(), n + "x", type(n + "x").__name__, n.first, n == "bob", {"bob": 1}[n], hash(n) == hash("bob"), n.upper(), type(n.upper()).__name__, len(n), n[1:], type(n[1:]).__name__, f"{n:>5}", f"{n}", "%s" % n, "-".join([n, n]), n in "bobby", n.split("o"), isinstance(n, str), n * 2, [n], {n: 1}, sorted([n, "a"]), list(n), n < "z", "b" in n, str(n) == n, type(str(n)).__name__, n.replace("b", "c"), n.x if hasattr(n, "x") else "nox")
n.extra = 5
print(n.extra, n.__dict__)
class U(str):
    def __new__(cls, v): return super().__new__(cls, v.upper())
print(U("abc"), U("abc") == "ABC")
class Color(int): RED = 1
print(Color.RED, Color(3), Color("7"), Color())
