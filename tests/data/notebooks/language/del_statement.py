x = 1
del x
try:
    print(x)
except NameError as e:
    print(e)
v = [1, 2, 3, 4]
del v[0], v[-1]
print(v)
d = {"a": 1, "b": 2}
del d["a"]
print(d)


class C:
    pass


c = C()
c.x = 5
del c.x
print(hasattr(c, "x"))
a, b = 1, 2
del a, b
try:
    del d["zz"]
except KeyError as e:
    print("KeyError", e)


def f():
    y = 1
    del y
    try:
        return y
    except UnboundLocalError as e:
        return str(e)


print(f())
