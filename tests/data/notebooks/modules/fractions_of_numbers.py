from fractions import Fraction
import math

a, b = Fraction(1, 3), Fraction("0.25")
print(a, b, repr(a), a + b, a - b, a * b, a / b, a ** 2, a ** -2, -a, abs(-a), a // b, a % b, divmod(Fraction(7, 2), 1))
print(Fraction(0.1), Fraction(0.5), Fraction(3), Fraction("3/9"), Fraction(" -1.5e-2 "), Fraction(2.25), Fraction(6, -4), Fraction())
print(a + 1, 1 - a, 2 * a, 1 / a, a + 0.5, 2 ** Fraction(2), a ** 0.5, Fraction(1, 4) ** Fraction(1, 2), 0.5 - b)
print(a < b, a > b, a == Fraction(2, 6), b == 0.25, a == 1 / 3, a <= 1, a < 0.4, Fraction(4, 2) == 2, bool(Fraction(0)), hash(Fraction(2)) == hash(2), hash(Fraction(1, 2)) == hash(0.5))
print(float(a), int(Fraction(-7, 2)), round(Fraction(5, 2)), round(Fraction(7, 2)), round(Fraction(22, 7), 2), math.floor(Fraction(-7, 2)), math.ceil(Fraction(-7, 2)), math.trunc(Fraction(7, 2)))
print(Fraction(math.pi).limit_denominator(1000), Fraction(math.pi).limit_denominator(10), Fraction(0.1).limit_denominator())
print(sum([Fraction(1, n) for n in range(1, 11)]), max(a, b), sorted([Fraction(1, 2), Fraction(1, 3), 0.4]), a.numerator, a.denominator, a.as_integer_ratio())
print({Fraction(1, 2): "half"}[0.5], f"{a}", f"{str(a):>8}", "%s" % a, [a, b])
for f in (lambda: Fraction(1, 0), lambda: Fraction("x"), lambda: Fraction(1.5, 2), lambda: a / 0, lambda: Fraction([]), lambda: a + "s", lambda: Fraction("1/0"), lambda: a < "s"):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
mean = sum(map(Fraction, [0.1, 0.2, 0.3])) / 3
print(mean, float(mean), (0.1 + 0.2 + 0.3) / 3)
