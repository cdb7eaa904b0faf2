lambda x, y=1, *args, z, w=2, **kw: (x, y)
lambda *, a: a
lambda x, /, y: x
lambda x=1, /: x
lambda *args: args
lambda **kw: kw
lambda: (yield)
lambda x: lambda y: x + y
lambda x,: x
f()
f(x)
f(x, y)
f(x, y,)
f(*a)
f(**k)
f(x, *a, y, b=1, *c, **d)
f(a=1, b=2,)
f(a=1, *b)
f(**a, b=1)
f(x for x in y)
