import math as m
from math import sqrt, pi as PI
from math import (exp,
                  log)

print(m.sqrt(16), sqrt(2), PI, exp(0), log(1), m.floor(PI))


def gaussian(x, mu=0.0, sigma=1.0):
    return exp(-0.5 * ((x - mu) / sigma) ** 2) / (sigma * sqrt(2 * PI))


for x in (-2, -1, 0, 1, 2):
    print(f"{x:>3} {gaussian(x):.6f}", "#" * int(gaussian(x) * 50))


def gelu(x):
    return 0.5 * x * (1 + m.erf(x / sqrt(2)))


print([round(gelu(v / 2), 4) for v in range(-4, 5)])
area = sum(gaussian(-5 + i * 0.01) * 0.01 for i in range(1001))
print(round(area, 6))
