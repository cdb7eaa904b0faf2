a, b, c = [1, 2, 3]
print(a, b, c)
(a, b), c = (1, 2), 3
print(a, b, c)
first, *rest = [1, 2, 3, 4]
print(first, rest)
*head, last = "abcd"
print(head, last)
a, *middle, z = (1, 2)
print(a, middle, z)
[x, y] = "hi"
print(x, y)
for name, (low, high) in {"a": (1, 2), "b": (3, 4)}.items():
    print(name, low, high)
print([*range(3), *"ab"], (*[1], *[2]), {*[1, 2], 3} == {1, 2, 3}, {**{"a": 1}, **{"b": 2}})


def f(a, b, c=0, *args, **kwargs):
    return a, b, c, args, kwargs


print(f(*[1, 2]), f(*(1, 2, 3, 4), x=5), f(**{"a": 1, "b": 2}), f(1, *[2], **{"z": 3}))
a = b = c = []
a.append(1)
print(a, b, c, a is c)
i, values = 0, [10, 20, 30]
i, values[i] = 1, 99
print(i, values)
x, y, z = map(int, "1 2 3".split())
print(x + y + z)
_, second, *_ = "abcde"
print(second, _)
