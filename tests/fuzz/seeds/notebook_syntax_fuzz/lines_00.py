x
x = 1
x = y = z = 2
x, y = 1, 2
x, = t
(x, y), [z, *w] = t
*a, b = c
a, *b = c
[a, b] = c
(a) = 1
(a.b) = (c[0]) = d
x += 1; y -= 2; z *= 3
x /= 1; x //= 2; x %= 3; x @= y; x **= 2; x <<= 1; x >>= 1; x &= 1; x |= 2; x ^= 3
a.b += 1
a[b] += yield_ + 1
(a) += 1
x: int
x: int = 5
(x): int = 5
a.b: int = 1
