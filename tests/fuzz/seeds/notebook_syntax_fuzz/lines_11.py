f((x for x in y), 1)
f(x := 1)
f(x)(y)[z].w
f(lambda x: x)
f(a if b else c)
f(not a)
a.b.c
a.b().c
a[0]
a[0][1]
a[0, 1]
a[0, 1, ]
a[1:2]
a[:]
a[::]
a[::2]
a[1:2:3]
a[:, None]
a[..., 0]
a[1:2, ::3]
