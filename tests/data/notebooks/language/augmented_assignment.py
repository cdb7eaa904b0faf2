x = 10
x += 5; print(x)
x -= 3; print(x)
x *= 2; print(x)
x /= 4; print(x)
x //= 2; print(x)
x **= 3; print(x)
x %= 10; print(x)
n = 6
n &= 3; print(n)
n |= 8; print(n)
n ^= 1; print(n)
n <<= 2; print(n)
n >>= 1; print(n)
s = "a"
s += "b" * 3
print(s)
v = [1]
w = v
v += [2]
print(v, w, v is w)
v = v + [3]
print(v, w)
v *= 2
print(v)
t = (1,)
t += (2, 3)
print(t)
d = {"n": 0}
d["n"] += 5
m = [[1, 2], [3, 4]]
m[0][1] *= 10
m[-1][-1] -= 1
print(d, m)


class Counter:
    total = 0


c = Counter()
c.total += 1
print(c.total, Counter.total)
