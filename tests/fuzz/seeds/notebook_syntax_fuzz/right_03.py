with a as b:
    with c:
        d
with (
    a as b,
    c
):
    pass
def f(x):
    """Docstring."""
    return x
def f(a,
      b=1,
      *args):
    def g():
        nonlocal a
        global c
        a = c = b
        return a
    return g
