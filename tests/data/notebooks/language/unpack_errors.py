def attempt(f):
    try:
        f()
    except Exception as e:
        print(type(e).__name__ + ":", e)


def few():
    a, b, c = [1, 2]


def many():
    a, b = (1, 2, 3)


def starred():
    a, *b, c = [1]


def number():
    a, b = 5


def text():
    a, b = "abc"


def nested():
    (a, b), c = 1, 2


def none():
    x, y = None


for f in (few, many, starred, number, text, nested, none):
    attempt(f)


def needs(a, b, c=3, *, d):
    pass


attempt(lambda: needs())
attempt(lambda: needs(1))
attempt(lambda: needs(1, 2))
attempt(lambda: needs(1, 2, 3, 4, d=5))
attempt(lambda: needs(1, 2, d=4, e=5))
attempt(lambda: needs(1, 2, a=1, d=2))


class Thing:
    def method(self, x):
        return x


attempt(lambda: Thing(1))
attempt(lambda: Thing().method())
attempt(lambda: Thing().method(1, 2))
attempt(lambda: Thing.method())
attempt(lambda: Thing().other)
attempt(lambda: Thing.other)
attempt(lambda: Thing()())
attempt(lambda: Thing() + 1)
attempt(lambda: 1 + Thing())
attempt(lambda: Thing()[0])
attempt(lambda: len(Thing()))
attempt(lambda: iter(Thing()))
attempt(lambda: Thing() < Thing())
