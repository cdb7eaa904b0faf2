// SPDX-License-Identifier: MIT
// The module statistics: sums are exact and rounded once, as Python's are.
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/prelude.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::string_view kStatistics = R"py(
from math import isqrt as _isqrt, log as _log, exp as _exp, gcd as _gcd


class StatisticsError(ValueError):
    pass


# Sums are exact: pairs of a numerator and a denominator.
def _exact(data):
    top, bottom, count, kind = 0, 1, 0, int
    for x in data:
        a, b = x.as_integer_ratio()
        top, bottom = top * b + a * bottom, bottom * b
        if bottom > 1 << 64:
            d = _gcd(top, bottom)
            top, bottom = top // d, bottom // d
        count += 1
        if isinstance(x, float):
            kind = float
    return kind, top, bottom, count


def _converted(top, bottom, kind):
    if kind is int and top % bottom == 0:
        return top // bottom
    return top / bottom


def mean(data):
    kind, top, bottom, n = _exact(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return _converted(top, bottom * n, kind)


def fmean(data, weights=None):
    import math
    data = list(data)
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    total = math.fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return math.fsum([x * w for x, w in zip(data, weights)]) / total


def geometric_mean(data):
    try:
        return _exp(fmean(map(_log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def _counts(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return counts


def mode(data):
    counts = _counts(data)
    if not counts:
        raise StatisticsError("no mode for empty data")
    return max(counts, key=counts.get)


def multimode(data):
    counts = _counts(data)
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


# The sum of squared deviations, exact.
def _squares(data, center=None):
    data = list(data)
    kind, top, bottom, n = _exact(data)
    if center is not None:
        c, d = center.as_integer_ratio()
    elif n == 0:
        return kind, 0, 1, 0
    else:
        c, d = top, bottom * n
    s, t = 0, 1
    for x in data:
        a, b = x.as_integer_ratio()
        u, v = a * d - c * b, b * d
        s, t = s * v * v + u * u * t, t * v * v
        g = _gcd(s, t)
        s, t = s // g, t // g
    return kind, s, t, n


def variance(data, xbar=None):
    kind, s, t, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    return _converted(s, t * (n - 1), kind)


def pvariance(data, mu=None):
    kind, s, t, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    return _converted(s, t * n, kind)


# The root of n / m, rounded once: an odd last bit stands for what is cut off.
def _root(n, m):
    bits = (n.bit_length() - m.bit_length() - 109) // 2
    if bits >= 0:
        top, bottom = n, m << 2 * bits
    else:
        top, bottom = n << -2 * bits, m
    a = _isqrt(top // bottom)
    a |= a * a * bottom != top
    return float(a << bits) if bits >= 0 else a / (1 << -bits)


def stdev(data, xbar=None):
    kind, s, t, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root(s, t * (n - 1)) if s else 0.0


def pstdev(data, mu=None):
    kind, s, t, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root(s, t * n) if s else 0.0


def correlation(x, y, /):
    import math
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    sxy = math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y))
    sxx = math.fsum((d := a - xbar) * d for a in x)
    syy = math.fsum((d := b - ybar) * d for b in y)
    try:
        return sxy / math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant")
)py";

}  // namespace

NativeModule statistics_module() {
  return lazy_module("statistics", kStatistics);
}

}  // namespace normscope::notebook::runtime
