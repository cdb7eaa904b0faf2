def f(): yield
def f(): x = yield
def f(): x = yield y
def f(): yield x, y
def f(): yield *a, b
def f(): yield from x
def f(): x = (yield x) + 1
def f(): return *a, b
def f(): x: int = yield
def f(): x += yield y
def f(): return (yield)
def f(): await_ = 1
class A: pass
class A(): pass
class A(B): pass
class A(B, metaclass=C): pass
class A(*b, **c): pass
class A(B, C,): x = 1
try: x
except A as e: y
@a
def f(): pass
