x = 3
y = [1.5, 2.5]
s = "text"
print(f"{x=}")
print(f"{x = }")
print(f"{x= }")
print(f"{x + 1=}, {x*2 = :>5}, {y=}, {s=}, {s=!s}, {s = !r:>8}")
print(f"{sum(y) = :.3f} {len(s)=} {y[0]=} {(x, s)=}")
print(f"{x == 3} {x != 3} {x <= 3} {x >= 4}")
print(f"{x == 3 = }")
