x = 10
config = {"lr": 0.1}


def read():
    return x


def shadow():
    x = 5
    return x


def modify():
    global x
    x += 1
    config["lr"] *= 2
    return x


def broken():
    print(x)
    x = 3


def counter():
    n = 0

    def inc():
        nonlocal n
        n += 1
        return n
    return inc


class Scope:
    x = "class"
    y = [x for _ in range(2)]

    def get(self):
        return x, self.x


print(read(), shadow(), modify(), read(), config, Scope().get(), Scope.y)
c1, c2 = counter(), counter()
print(c1(), c1(), c2(), c1.__closure__[0].cell_contents, c1.__code__.co_freevars)
try:
    broken()
except UnboundLocalError as e:
    print(type(e).__name__, e)
try:
    del undefined
except NameError as e:
    print(e)
print([i for i in range(3)], "i" in globals(), "x" in globals(), sorted(k for k in locals() if not k.startswith("_"))[:4])
for i in range(2):
    pass
print(i, dir(Scope)[-3:], vars(Scope()).keys(), Scope.__dict__["x"])
exec_ok = True
if True:
    inner_var = 1
print(inner_var, __name__, broken.__code__.co_varnames)
def default_trap(a, seen=[]):
    seen.append(a)
    return seen
print(default_trap(1), default_trap(2), default_trap.__defaults__)
