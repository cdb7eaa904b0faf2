a[:-1]
a[x := 1]
a[*b]
a[*b, c]
a[b][c:d].e
a[(1, 2)]
a[lambda: 1]
(x).y
(x)[0]
(x)()
"a".join(b)
[1][0]
{1: 2}[1]
1 .real
1.0.real
[x for x in y]
[x for x in y if z]
[x for x in y if z if w]
[x for x in y for z in x if z]
[(x, y) for x, y in z]
