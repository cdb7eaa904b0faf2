import math

print(math.pi, math.e, math.inf, math.nan, math.tau)
print(math.sqrt(2), math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000), math.log1p(1e-10))
print(math.sin(0.5), math.cos(0.5), math.tan(0.5), math.asin(0.5), math.acos(0.5), math.atan(0.5), math.atan2(1, 2))
print(math.sinh(1), math.cosh(1), math.tanh(1), math.erf(0.5), math.gamma(5), math.expm1(1e-5))
print(math.floor(2.7), math.ceil(2.1), math.trunc(-2.7), math.floor(-2.5), math.ceil(-2.5), type(math.floor(2.5)))
print(math.fabs(-3), math.pow(2, 3), math.fmod(7, 3), math.fmod(-7, 3), math.copysign(1, -0.0), math.hypot(3, 4))
print(math.factorial(10), math.gcd(12, 18), math.comb(5, 2), math.perm(5, 2), math.prod([1, 2, 3, 4]), math.isqrt(17), math.lcm(4, 6))
print(math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(0.1 + 0.2, 0.3), math.isclose(1, 1.1, rel_tol=0.2))
print(math.fsum([0.1] * 10), sum([0.1] * 10), math.degrees(math.pi), math.radians(180), math.dist([0, 0], [3, 4]))
for bad in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1), lambda: math.sqrt("a"), lambda: math.floor(math.inf)):
    try:
        print(bad())
    except (ValueError, OverflowError, TypeError) as e:
        print(type(e).__name__, e)
