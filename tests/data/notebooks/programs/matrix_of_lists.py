class Matrix:
    def __init__(self, rows):
        self.rows = [list(map(float, r)) for r in rows]
        if len({len(r) for r in self.rows}) != 1:
            raise ValueError("ragged rows")

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @classmethod
    def identity(cls, n):
        return cls([[1 if i == j else 0 for j in range(n)] for i in range(n)])

    def __matmul__(self, other):
        n, k = self.shape
        k2, m = other.shape
        if k != k2:
            raise ValueError(f"cannot multiply {n}x{k} by {k2}x{m}")
        cols = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in cols] for r in self.rows])

    def __add__(self, o):
        if isinstance(o, (int, float)):
            return Matrix([[v + o for v in r] for r in self.rows])
        return Matrix([[a + b for a, b in zip(x, y)] for x, y in zip(self.rows, o.rows)])

    __radd__ = __add__

    def __mul__(self, s):
        return Matrix([[v * s for v in r] for r in self.rows])

    __rmul__ = __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + -o

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = float(v)

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __iter__(self):
        return iter(self.rows)

    def __len__(self):
        return len(self.rows)

    def __eq__(self, o):
        return isinstance(o, Matrix) and self.rows == o.rows

    def __pow__(self, n):
        r = Matrix.identity(len(self))
        for _ in range(n):
            r = r @ self
        return r

    def __str__(self):
        w = max(len(f"{v:g}") for r in self.rows for v in r)
        return "\n".join("[" + " ".join(f"{v:>{w}g}" for v in r) + "]" for r in self.rows)

    def __repr__(self):
        return f"Matrix({self.rows!r})"

    def __bool__(self):
        return any(any(r) for r in self.rows)


A = Matrix([[1, 2], [3, 4.5]])
I = Matrix.identity(2)
print(A, A @ I == A, (A @ A).rows, A.T, sep="\n")
print(repr(2 * A + 1 - I), A[1, 1], len(A), A ** 3, bool(A - A), sep="\n")
A[0, 0] = -7
print(A)
for f in (lambda: A @ Matrix([[1, 2, 3]]), lambda: Matrix([[1], [2, 3]]), lambda: A["x"], lambda: A + "s", lambda: A @ 3):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "-", e)
