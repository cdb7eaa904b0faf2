// SPDX-License-Identifier: MIT
#include "core/compute/lost_digits.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/text/translate.hpp"

namespace normscope::compute {

namespace {

// The standard deviation and the largest magnitude of a group's numbers.
struct Spread {
  double deviation = 0;
  double largest = 0;
};

template <class Value>
Spread spread_of(const tensor::GroupLayout& groups, std::int64_t group, Value value) {
  // About the first number, so that a large offset does not cancel.
  const double first = groups.size > 0 ? value(groups.base(group)) : 0;
  double sum = 0;
  double squares = 0;
  Spread spread;
  for (std::int64_t k = 0; k < groups.size; ++k) {
    const double x = value(groups.base(group) + groups.offset(k));
    sum += x - first;
    squares += (x - first) * (x - first);
    spread.largest = std::max(spread.largest, std::abs(x));
  }
  const auto n = static_cast<double>(std::max<std::int64_t>(groups.size, 1));
  const double left = squares - sum * sum / n;
  spread.deviation = left < 0 ? 0 : std::sqrt(left / n);
  return spread;
}

// Whether numbers that were rounded to this many bits may differ from the true ones by more than
// the share; infinite and undefined spreads count as such.
bool may_differ(const Spread& spread, int bits) {
  return !(std::ldexp(spread.largest, -bits) <= kLostShare * spread.deviation);
}

}  // namespace

bool may_lack_digits(const tensor::GroupLayout& groups, std::span<const float> x) {
  for (std::int64_t group = 0; group < groups.count; ++group) {
    const Spread spread = spread_of(groups, group, [&](std::int64_t at) {
      return static_cast<double>(x[static_cast<std::size_t>(at)]);
    });
    if (spread.largest > 0 && may_differ(spread, 24)) return true;
  }
  return false;
}

std::optional<LostDigits> lost_digits(const tensor::GroupLayout& groups, std::span<const float> x,
                                      std::span<const double> doubles,
                                      std::optional<std::int64_t> inexact) {
  const auto exact = [&](std::int64_t at) { return doubles[static_cast<std::size_t>(at)]; };
  const auto rounded = [&](std::int64_t at) { return x[static_cast<std::size_t>(at)]; };
  const auto lost = [&](std::int64_t at) {
    const double error = exact(at) - static_cast<double>(rounded(at));
    return std::isnan(error) ? 0 : error;  // an infinity or NaN that was read as such
  };
  for (std::int64_t group = 0; group < groups.count; ++group) {
    const Spread errors = spread_of(groups, group, lost);
    const bool holds_inexact = inexact && groups.locate(*inexact).group == group;
    if (errors.largest == 0 && !holds_inexact) continue;
    const Spread numbers = spread_of(groups, group, exact);
    const bool overflows = !std::isfinite(numbers.deviation) && std::isfinite(numbers.largest);
    const bool in_double = overflows || (holds_inexact && may_differ(numbers, 53));
    if (!in_double && errors.deviation <= kLostShare * numbers.deviation) continue;
    std::int64_t at = groups.base(group);
    for (std::int64_t k = 0; k < groups.size && lost(at) == 0; ++k) {
      at = groups.base(group) + groups.offset(k);
    }
    if (in_double && !overflows) at = *inexact;
    return LostDigits{at, exact(at), rounded(at), in_double};
  }
  return std::nullopt;
}

std::string sentence_of(const LostDigits& lost, const tensor::Shape& shape) {
  const std::string place = tensor::index_to_text(shape, lost.at);
  if (lost.in_double) {
    return tr(
        "even double precision loses digits that matter: it has {number} for the number at {place}",
        arg("number", lost.number), arg("place", place));
  }
  return tr("float32 loses digits that matter: {number} at {place} becomes {rounded}",
            arg("number", lost.number), arg("place", place),
            arg("rounded", static_cast<double>(lost.rounded)));
}

}  // namespace normscope::compute
