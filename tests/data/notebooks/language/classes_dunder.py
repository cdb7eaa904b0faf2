class Vector:
    def __init__(self, *values):
        self.values = list(values)

    def __repr__(self):
        return f"Vector({', '.join(map(repr, self.values))})"

    def __str__(self):
        return "<" + " ".join(str(v) for v in self.values) + ">"

    def __add__(self, other):
        return Vector(*[a + b for a, b in zip(self.values, other.values)])

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vector(*[-v for v in self.values])

    def __mul__(self, k):
        if isinstance(k, Vector):
            return sum(a * b for a, b in zip(self.values, k.values))
        return Vector(*[v * k for v in self.values])

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self * other

    def __truediv__(self, k):
        return Vector(*[v / k for v in self.values])

    def __eq__(self, other):
        return isinstance(other, Vector) and self.values == other.values

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __abs__(self):
        return (self * self) ** 0.5

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        return self.values[i]

    def __setitem__(self, i, v):
        self.values[i] = v

    def __iter__(self):
        return iter(self.values)

    def __contains__(self, v):
        return v in self.values

    def __bool__(self):
        return any(self.values)

    def __call__(self, x):
        return sum(v * x ** i for i, v in enumerate(self.values))

    def __iadd__(self, other):
        for i, v in enumerate(other):
            self.values[i] += v
        return self


a, b = Vector(1, 2), Vector(3, 4)
print(a, repr(a), [a, b], f"{a} {a!r}", str(a), (a,))
print(a + b, a - b, -a, a * 3, 3 * a, a * b, a @ b, b / 2)
print(a == Vector(1, 2), a != b, a < b, a > b, sorted([b, a]), abs(b), len(a), a[0], a[-1])
a[0] = 9
a += b
print(a, list(a), 6 in a, 7 in a, bool(Vector(0, 0)), not a, a(2), max(a), sum(b))
x, y = b
print(x, y, *b, [*a, *b], tuple(b))
