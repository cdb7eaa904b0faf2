v = list(range(10))
print(v[2:5], v[:3], v[7:], v[:], v[-3:], v[:-3], v[::2], v[1::3], v[::-1], v[8:2:-2])
print(v[100:], v[-100:2], v[5:2], v[3:3], v[2:8:3], v[-1:-4:-1])
v[2:4] = ["a", "b", "c"]
print(v)
v[::2] = [0] * len(v[::2])
print(v)
v[1:1] = [True, False]
print(v)
del v[3:6]
print(v)
del v[::2]
print(v)
v[:] = [1]
print(v)
s = "normalization"
print(s[:4], s[4:], s[-4:], s[::3], s[::-1], s[2:-2])
print((1, 2, 3, 4)[1:3], range(10)[2:5], list(range(10)[::-3]), range(0, 20, 3)[2])
cut = slice(1, 4)
print(s[cut], cut, slice(None, None, -1), [1, 2, 3, 4, 5][slice(None, None, 2)])
