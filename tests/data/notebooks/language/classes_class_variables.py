class Shared:
    items = []
    count = 0

    def __init__(self):
        Shared.count += 1
        self.own = []

    def add(self, x):
        self.items.append(x)
        self.own.append(x)
        return self


a, b = Shared(), Shared()
a.add(1).add(2)
b.add(3)
print(a.items, b.items, a.items is b.items, a.own, b.own, Shared.count)


class Base:
    kind = "base"
    registry = {}

    @classmethod
    def create(cls):
        obj = cls()
        cls.registry[cls.kind] = obj
        return obj


class Special(Base):
    kind = "special"


Base.create(), Special.create()
print(sorted(Base.registry), Special.registry is Base.registry, type(Base.registry["special"]).__name__)


class Outer:
    class Inner:
        value = 7

    def make(self):
        return Outer.Inner()


print(Outer.Inner.value, Outer().make().value, Outer.Inner, Outer.Inner.__qualname__)


class Numbers:
    values = [i * 2 for i in range(4)]
    total = 0
    for v in values:
        total += v
    if total > 10:
        label = "large"


print(Numbers.values, Numbers.total, Numbers.label, Numbers.v)
