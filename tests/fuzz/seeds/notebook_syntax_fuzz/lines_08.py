{1: 2, 'a': b, }
{**a, 'b': 1, **c}
{**a}
-x
+x
~x
not x
not not x
- - x
-x ** -y
x ** y ** z
2 ** -1
x + y - z
x * y / z // w % v @ u
x << 1 >> 2
x & y | z ^ w
x + y * z
(x + y) * z
x * (y + z)
-(x)
