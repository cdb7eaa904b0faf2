for v in [0.1, 0.1 + 0.2, 1 / 3, 2 / 3, 1e15, 1e16, 1e17, 123456789.123, 1e-4, 1e-5, 1.5e-7,
          1e100, 1e22, 1e23, 5e-324, 1.7976931348623157e308, 100.0, -0.0, 3.0, 2.5e20]:
    print(v, repr(v), str(-v))
print(float("inf"), float("-inf"), float("nan"), float("  1.5e3 "), float("1_000.5"))
print(1e308 * 10, -1e308 * 10, float("inf") - float("inf"))
print(0.1 + 0.2 == 0.3, abs(0.1 + 0.2 - 0.3) < 1e-9, 0.5 + 0.25)
nan = float("nan")
print(nan == nan, nan != nan, nan < 1, nan is nan, [nan] == [nan])
print((0.5).is_integer(), (2.0).is_integer(), (0.75).as_integer_ratio(), 1.5 .__add__(1))
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, 2), round(1e20))
print(round(0.5), round(1.5), round(5, 2), round(5.0), round(5.0, 0), round(1234.5, -2))
print(1.0 == 1, 1 == True, 0.0 == False, hash(1.0) == hash(1))
