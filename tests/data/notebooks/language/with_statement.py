class Manager:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.name == "quiet"


with Manager("a") as a:
    print("inside", a)
with Manager("b") as b, Manager("c") as c:
    print(b, c)
with Manager("quiet"):
    raise ValueError("swallowed")
print("went on")
try:
    with Manager("loud"):
        raise KeyError("k")
except KeyError as e:
    print("caught", e)


def f():
    with Manager("r") as r:
        return r


print(f())
for i in range(3):
    with Manager(f"loop{i}"):
        if i == 1:
            break
with (Manager("p") as p,
      Manager("q") as q):
    print(p + q)
