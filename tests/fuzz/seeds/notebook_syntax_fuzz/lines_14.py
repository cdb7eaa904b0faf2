x = (*a, b)
for_ = 1
match = 1
match.case
match(x)
match[x] = 1
match, case = 1, 2
print(match := 1)
case: int = 5
_ = 5
type = 5
print("a", sep='', end="\n")
é = 1
π = 3.14
变量 = 1
x2 = _a = __b__ = 1
x if not y else not z
x == (y, z)
x, y == z, w
a = b, c = d
