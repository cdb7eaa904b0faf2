class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ValueError("rows of different lengths")

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    @property
    def T(self):
        return Matrix(zip(*self.rows))

    def __getitem__(self, key):
        if isinstance(key, tuple):
            i, j = key
            return self.rows[i][j]
        return self.rows[key]

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"shapes {self.shape} and {other.shape} do not fit")
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*other.rows)] for r in self.rows])

    def __mul__(self, k):
        return Matrix([[v * k for v in r] for r in self.rows])

    __rmul__ = __mul__

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __pow__(self, n):
        out = Matrix.identity(len(self.rows))
        for _ in range(n):
            out = out @ self
        return out

    def __eq__(self, other):
        return self.rows == other.rows

    def __repr__(self):
        width = max(len(str(v)) for r in self.rows for v in r)
        return "\n".join("[" + " ".join(str(v).rjust(width) for v in r) + "]" for r in self.rows)


m = Matrix([[1, 2], [3, 4]])
print(m, m.T, m @ m, 2 * m, m + m, m ** 5, sep="\n\n")
print(m.shape, m[1, 0], m[0], m @ Matrix.identity(2) == m, m.T.T == m)
for attempt in (lambda: m @ Matrix([[1, 2, 3]]), lambda: Matrix([[1], [1, 2]]), lambda: m[5, 0]):
    try:
        attempt()
    except (ValueError, IndexError) as e:
        print(type(e).__name__, e)
