import math
import torch


def naive_var(xs):
    n = len(xs)
    s = sum(xs)
    s2 = sum(x * x for x in xs)
    return (s2 - s * s / n) / n


def two_pass(xs):
    m = sum(xs) / len(xs)
    return sum((x - m) ** 2 for x in xs) / len(xs)


class Welford:
    __slots__ = ("n", "mean", "m2")

    def __init__(self):
        self.n, self.mean, self.m2 = 0, 0.0, 0.0

    def update(self, x):
        self.n += 1
        d = x - self.mean
        self.mean += d / self.n
        self.m2 += d * (x - self.mean)
        return self

    @property
    def variance(self):
        return self.m2 / self.n if self.n else float("nan")

    def __repr__(self):
        return f"Welford(n={self.n}, mean={self.mean:.6g}, var={self.variance:.6g})"

    def __add__(self, other):
        r = Welford()
        r.n = self.n + other.n
        d = other.mean - self.mean
        r.mean = self.mean + d * other.n / r.n
        r.m2 = self.m2 + other.m2 + d * d * self.n * other.n / r.n
        return r


for offset in (0, 1e3, 1e6, 1e8, 1e9, 1e12):
    xs = [offset + v for v in (4.0, 7.0, 13.0, 16.0)]
    w = Welford()
    for x in xs:
        w.update(x)
    print(f"{offset:>8.0e}  naive={naive_var(xs):<14.6g} two-pass={two_pass(xs):<10.6g} {w!r}")
a, b = Welford(), Welford()
for v in range(5):
    a.update(v)
for v in range(5, 12):
    b.update(v)
print(a, b, a + b, sep="\n")
x = torch.tensor([4.0, 7.0, 13.0, 16.0]) + 1e4
print(x.var(unbiased=False), (x * x).mean() - x.mean() ** 2)
try:
    a.other = 1
except AttributeError as e:
    print(e)
