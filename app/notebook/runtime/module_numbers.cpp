// SPDX-License-Identifier: MIT
// The modules fractions and timeit.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kFractions = R"py(
import math as _math


# [sign] digits [/ digits], or a decimal number; None: neither.
def _read(text):
    text = text.strip()
    sign, digits = 1, text
    if text[:1] in ("-", "+"):
        sign, digits = (-1 if text[0] == "-" else 1), text[1:]
    if "/" in digits:
        top, _, bottom = digits.partition("/")
        if top.isdigit() and bottom.isdigit():
            return sign * int(top), int(bottom)
        return None
    number, _, exponent = digits.lower().partition("e")
    if "e" in digits.lower():
        bare = exponent[1:] if exponent[:1] in ("-", "+") else exponent
        if not bare.isdigit():
            return None
    whole, _, part = number.partition(".")
    if not (whole + part).isdigit():
        return None
    top, bottom = int(whole + part), 10 ** len(part)
    power = int(exponent) if exponent else 0
    return (sign * top * 10 ** power, bottom) if power >= 0 else (sign * top, bottom * 10 ** -power)


class Fraction:
    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if isinstance(numerator, (int, Fraction)):
                self._numerator, self._denominator = int(numerator.numerator), int(numerator.denominator)
                return self
            if isinstance(numerator, str):
                read = _read(numerator)
                if read is None:
                    raise ValueError(f"Invalid literal for Fraction: {numerator!r}")
                numerator, denominator = read
            elif hasattr(numerator, "as_integer_ratio"):
                self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            else:
                raise TypeError("argument should be a string or a Rational instance")
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        shared = _math.gcd(numerator, denominator)
        if denominator < 0:
            shared = -shared
        self._numerator, self._denominator = numerator // shared, denominator // shared
        return self

    @classmethod
    def from_float(cls, f):
        return cls(*f.as_integer_ratio())

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        below, above = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return above if abs(above - self) <= abs(below - self) else below

    def __repr__(self):
        return f"{type(self).__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def _with(self, other, exact, inexact, swapped=False):
        if isinstance(other, (int, Fraction)):
            a, b = (other, self) if swapped else (self, other)
            return exact(a.numerator, a.denominator, b.numerator, b.denominator)
        if isinstance(other, float):
            return inexact(other, float(self)) if swapped else inexact(float(self), other)
        return NotImplemented

    def __add__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y)

    def __radd__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d + c * b, b * d), lambda x, y: x + y, True)

    def __sub__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y)

    def __rsub__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d - c * b, b * d), lambda x, y: x - y, True)

    def __mul__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y)

    def __rmul__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * c, b * d), lambda x, y: x * y, True)

    def __truediv__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y)

    def __rtruediv__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction(a * d, b * c), lambda x, y: x / y, True)

    def __floordiv__(self, other):
        return self._with(other, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y)

    def __rfloordiv__(self, other):
        return self._with(other, lambda a, b, c, d: (a * d) // (b * c), lambda x, y: x // y, True)

    def __mod__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y)

    def __rmod__(self, other):
        return self._with(other, lambda a, b, c, d: Fraction((a * d) % (c * b), b * d), lambda x, y: x % y, True)

    def __divmod__(self, other):
        return self // other, self % other

    def __pow__(self, other):
        if isinstance(other, (int, Fraction)):
            if other.denominator != 1:
                return float(self) ** float(other)
            power = other.numerator
            if power >= 0:
                return Fraction(self._numerator ** power, self._denominator ** power)
            return Fraction(self._denominator ** -power, self._numerator ** -power)
        return float(self) ** other

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other ** self._numerator
        return other ** float(self)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __float__(self):
        return self._numerator / self._denominator

    def __int__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    __trunc__ = __int__

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            low, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator:
                return low
            return low + 1 if rest * 2 > self._denominator or low % 2 else low
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __bool__(self):
        return bool(self._numerator)

    def __hash__(self):
        if self._denominator == 1:
            return hash(self._numerator)
        # Equal numbers have equal hashes.
        near = self._numerator / self._denominator
        return hash(near) if near == self else hash((self._numerator, self._denominator))

    def __eq__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator == other.numerator and self._denominator == other.denominator
        if isinstance(other, float):
            return self == Fraction(other) if _math.isfinite(other) else 0.0 == other
        return NotImplemented

    def _below(self, other, compare):
        if isinstance(other, float):
            if not _math.isfinite(other):
                return compare(0.0, other)
            other = Fraction(other)
        if isinstance(other, (int, Fraction)):
            return compare(self._numerator * other.denominator, other.numerator * self._denominator)
        return NotImplemented

    def __lt__(self, other):
        return self._below(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._below(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._below(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._below(other, lambda a, b: a >= b)
)py";

constexpr std::string_view kTimeit = R"py(
import time as _time

default_timer = _time.perf_counter
default_number = 1000000
default_repeat = 5


def _callable(stmt, setup, globals):
    if not callable(stmt) or not (callable(setup) or setup == "pass"):
        _not_supported("timeit of text", "timeit of a function, such as a lambda")


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        _callable(stmt, setup, globals)
        self._stmt, self._setup, self._timer = stmt, setup, timer

    def timeit(self, number=default_number):
        if callable(self._setup):
            self._setup()
        begin = self._timer()
        for _ in range(number):
            self._stmt()
        return self._timer() - begin

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        power = 1
        while True:
            for step in 1, 2, 5:
                number = power * step
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            power *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
)py";

}  // namespace

NativeModule fractions_module() {
  return prelude_module("fractions", kFractions);
}
NativeModule timeit_module() {
  return prelude_module("timeit", kTimeit,
                        {{"_not_supported", [](Vm& vm, const Args& args) -> Value {
                            return vm.raise_not_supported(text_of(args[0]), text_of(args[1]));
                          }}});
}

}  // namespace normscope::notebook::runtime
