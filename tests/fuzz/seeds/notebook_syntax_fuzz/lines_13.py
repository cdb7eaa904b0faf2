[x for x, in y]
[x for *x, y in z]
[x for (x) in y]
[x for x.a in y]
[x := 1, 2]
[x := f(y) for y in z]
{x for x in y}
{x: y for x, y in z}
{x: y for x, y in z if x}
(x for x in y)
(x for x in y if x or y)
[x for x in (1, 2)]
[x for x in lambda_ or y]
[[x for x in y] for y in z]
(x := 1)
(x := 1, 2)
print(x := 5)
(yield_)
x = *a, b
x = *a,
