// SPDX-License-Identifier: MIT
#include "core/variants/explain/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {
namespace {

using ops::NormOptions;

constexpr std::size_t kMostSame = 40;
constexpr std::size_t kMostWorse = 4;
// Bits by which the errors of one explanation are more likely than those of another.
constexpr double kToldApart = 10;

// Whether two differ in nothing but a number of the range of both.
bool differs_in_number(const Explanation& a, const Explanation& b) {
  const auto* one = std::get_if<NormOptions>(&a.operation);
  const auto* other = std::get_if<NormOptions>(&b.operation);
  if (one == nullptr || other == nullptr || a.kind != b.kind || !b.preset.empty()) return false;
  NormOptions same = *one;
  same.epsilon = other->epsilon;
  return same == *other;
}

std::tuple<int, double, bool, bool, int> simplicity(const Accepted& a) {
  return {a.oddity, a.unknowns, a.explanation.preset.empty(), !a.explanation.kind.empty(),
          a.explanation.kind.empty() ? deviations(a.explanation.operation) : 0};
}

}  // namespace

void add_where_told(std::vector<Accepted>& all, Accepted accepted, const OutputGap& gap,
                    double bits) {
  if (bits < kEnoughEvidence) return;
  accepted.explanation.fit = Fit::kExplained;
  accepted.explanation.largest_error = gap.largest;
  accepted.explanation.ulps = gap.ulps;
  accepted.explanation.allowed_error = gap.allowed;
  accepted.explanation.bits = bits;
  accepted.count = gap.count;
  // Each unknown takes an error away.
  accepted.deviation = std::sqrt(gap.squares / std::max(1.0, gap.count - accepted.unknowns));
  all.push_back(std::move(accepted));
}

Ranking ranked(std::vector<Accepted> all, double rounding) {
  double least = std::numeric_limits<double>::infinity();
  const bool even = std::ranges::any_of(all, [](const Accepted& a) { return a.oddity < 2; });
  for (Accepted& a : all) {
    // Roundings are as likely as each other.
    a.deviation = std::max(a.deviation, 0.6 * rounding);
    // A number that was fitted takes some of the error along.
    if (!even || a.oddity < 2) least = std::min(least, a.deviation);
  }
  const auto told = [least](const Accepted& a) {
    return a.count * std::log2(a.deviation / least) > kToldApart;
  };
  std::ranges::stable_sort(all, {}, [&](const Accepted& a) {
    return std::tuple(a.oddity < 2 ? 0 : a.oddity, told(a), simplicity(a));
  });
  Ranking ranking;
  for (Accepted& a : all) {
    const auto known = [&a](const Explanation& other) {
      const Explanation& e = a.explanation;
      return (other.kind == e.kind && other.words == e.words) || differs_in_number(other, e);
    };
    if (!ranking.best) {
      ranking.best = std::move(a);
      continue;
    }
    const bool nobody_writes = a.oddity == 3;
    if (nobody_writes || known(ranking.best->explanation) ||
        std::ranges::any_of(ranking.same, known) || std::ranges::any_of(ranking.worse, known)) {
      continue;
    }
    if (told(a)) {
      a.explanation.fit = Fit::kNotExplained;
      if (ranking.worse.size() < kMostWorse) ranking.worse.push_back(std::move(a.explanation));
    } else if (ranking.same.size() < kMostSame) {
      ranking.same.push_back(std::move(a.explanation));
    }
  }
  return ranking;
}

}  // namespace normscope::variants
