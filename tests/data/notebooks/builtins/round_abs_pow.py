for x in (0.5, 1.5, 2.5, -0.5, 2.675, 1.005, 1234.5678, -2.5, 1e-10):
    print(x, round(x), round(x, 2), round(x, 1), round(x, -2))
print(round(7), round(7, 1), round(77, -1), round(75, -1), round(85, -1), round(2 ** 70, -3))
print(type(round(2.0)), type(round(2.0, 0)), round(3.14159, 3), round(1e16 + 0.5), round(0.1 + 0.2, 10))
print(pow(2, 3), pow(2.0, 3), pow(2, -1), pow(2, 10, 7), pow(-2, 3), 0 ** 0, 0.0 ** 0)
print(divmod(10, 3), divmod(-10, 3), divmod(10.5, 3), divmod(10, -3))
try:
    round(float("nan"))
except ValueError as e:
    print(e)
try:
    round(float("inf"))
except OverflowError as e:
    print(e)
try:
    2.0 ** 10000
except OverflowError as e:
    print(e)
