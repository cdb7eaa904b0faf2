with (a if b else c): pass
with (): pass
with (*a, b): pass
with (a for a in b): pass
with (a := b): pass
with open(x) as f: f.read()
def f(): pass
def f(x): return x
def f(x, y=1, *args, z, w=2, **kw): return
def f(x: int, y: str = 'a', *args: int, z: float = 1.0, **kw: dict) -> None: pass
def f(*, a): pass
def f(*, a=1, b): pass
def f(a, /): pass
def f(a, /, b): pass
def f(a, b=1, /, c=2, *, d, **e): pass
def f(a,): pass
def f(*a,): pass
def f(**a,): pass
def f(*args: *Ts): pass
def f() -> (int, str): pass
