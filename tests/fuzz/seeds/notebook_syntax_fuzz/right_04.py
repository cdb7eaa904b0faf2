@a.b
@c(d)
@e[0]
@(f := g)
def f():
    pass
@dataclass
class A(B):
    """Doc."""
    x: int
    y: int = 5

    def __init__(self, x):
        super().__init__()
        self.x = x

    @property
    def p(self):
        return self.x

    @p.setter
    def p(self, value):
        self.x = value

    @staticmethod
    def s(): pass
def gen(n):
    for i in range(n):
        got = yield i
        if got is not None:
            yield from got
def f():
    def g():
        yield
    return lambda: (yield)
