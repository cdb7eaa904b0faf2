(x) + (y)
((x)) + 1
x < y
x < y <= z != w
x == y is z is not w
x in y not in z
x > y >= z
(x < y) < z
not x in y
x and y
x and y and z
x or y or z
x and y or z and w
x and (y and z)
(x or y) or z
x if y else z
x if y else z if w else v
(x if y else z) if w else v
lambda: 1
lambda x: x
