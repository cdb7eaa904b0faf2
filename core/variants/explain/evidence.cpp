// SPDX-License-Identifier: MIT
#include "core/variants/explain/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace normscope::variants {
namespace {

// That y is a line over x is itself one idea among some hundreds.
constexpr double kIdeaOfLine = 8;

// Sums of the numbers that share a line, about the first of them, so that a large offset loses no
// digits.
struct LineSums {
  double count = 0, x0 = 0, y0 = 0, x = 0, y = 0, xx = 0, xy = 0;
  double xx_about_0 = 0, xy_about_0 = 0;

  void add(double at, double value) {
    if (count == 0) {
      x0 = at;
      y0 = value;
    }
    count += 1;
    x += at - x0;
    y += value - y0;
    xx += (at - x0) * (at - x0);
    xy += (at - x0) * (value - y0);
    xx_about_0 += at * at;
    xy_about_0 += at * value;
  }
  // One number alone has none.
  Line mean() const { return {0, count > 1 ? y0 + y / count : 0.0}; }
  Line multiple() const { return {xx_about_0 > 0 ? xy_about_0 / xx_about_0 : 0.0, 0}; }
  Line line() const {
    const double squares = count > 0 ? xx - x * x / count : 0.0;
    if (!(squares > 0)) return mean();
    const double slope = (xy - x * y / count) / squares;
    return {slope, y0 + y / count - slope * (x0 + x / count)};
  }
};

}  // namespace

Plainly::Plainly(const tensor::Tensor& x, const tensor::Tensor& y, const Precision& shown)
    : x_(&x), y_(&y), shown_(tolerance_of({Arithmetic::kRoundedOnce, shown, {}}, 1)) {
  const tensor::Shape& shape = x.shape();
  const std::int64_t columns = shape.back();
  add(1, 1);
  if (shape.size() > 1) {
    add(1, columns);
    add(columns, x.size() / columns);
  }
  constexpr std::int64_t kMostCounted = 1 << 16;
  for (const float value : y.values()) {
    if (y.size() <= kMostCounted && std::isfinite(value)) occurrences_[value] += 1;
  }
  if (shape.size() > 2) add(x.size() / (shape[0] * shape[1]), shape[1]);
}

void Plainly::add(std::int64_t inner, std::int64_t count) {
  std::vector<LineSums> sums(static_cast<std::size_t>(count));
  const auto n = static_cast<std::int64_t>(y_->values().size());
  const auto finite = [this](std::int64_t at) {
    const auto k = static_cast<std::size_t>(at);
    return std::isfinite(x_->values()[k]) && std::isfinite(y_->values()[k]);
  };
  for (std::int64_t at = 0; at < n; ++at) {
    if (!finite(at)) continue;
    const auto x = static_cast<double>(x_->values()[static_cast<std::size_t>(at)]);
    const auto y = static_cast<double>(y_->values()[static_cast<std::size_t>(at)]);
    sums[static_cast<std::size_t>(at / inner % count)].add(x, y);
  }
  const auto unknowns = static_cast<double>(count);
  std::vector<Way> all{{.inner = inner, .unknowns = unknowns},
                       {.inner = inner, .of_input = true, .unknowns = unknowns},
                       {.inner = inner, .of_input = true, .unknowns = 2 * unknowns}};
  for (const LineSums& shared : sums) {
    all[0].lines.push_back(shared.mean());
    all[1].lines.push_back(shared.multiple());
    all[2].lines.push_back(shared.line());
  }
  for (Way& way : all) {
    double squares = 0;
    double counted = 0;
    for (std::int64_t at = 0; at < n; ++at) {
      if (!finite(at)) continue;
      squares += left(way, at) * left(way, at);
      counted += 1;
    }
    way.deviation = counted > 0 ? std::sqrt(squares / counted) : 0.0;
    ways_.push_back(std::move(way));
  }
}

double Plainly::bits_of(std::int64_t at, double bits) const {
  const auto found = occurrences_.find(y_->values()[static_cast<std::size_t>(at)]);
  if (found == occurrences_.end() || found->second < 2) return bits;
  const double which = std::log2(static_cast<double>(y_->size()) / found->second);
  return std::min(bits, (bits + (found->second - 1) * which) / found->second);
}

double Plainly::left(const Way& way, std::int64_t at) const {
  const auto k = static_cast<std::size_t>(at);
  const auto count = static_cast<std::int64_t>(way.lines.size());
  const Line& line = way.lines[static_cast<std::size_t>(at / way.inner % count)];
  return std::abs(line.residual(
      {static_cast<double>(x_->values()[k]), static_cast<double>(y_->values()[k]), 0}));
}

void BitCount::add(std::int64_t at, double y, double tolerance) {
  // Of many numbers some stand for all.
  constexpr std::int64_t kEach = 100'000;
  constexpr std::int64_t kBeyond = 61;
  const bool early = ++seen_ <= kEach;
  if (!early && seen_ % kBeyond != 0) return;
  const double weight = early ? 1 : kBeyond;
  const double known = std::max(tolerance, plainly_->told(y));
  count_ += weight;
  const double spread = plainly_->ways().front().deviation;
  if (spread > known) spread_bits_ += weight * std::log2(spread / known);
  for (std::size_t k = 0; k < bits_.size(); ++k) {
    const Plainly::Way& way = plainly_->ways()[k];
    // What a line leaves is its own at each number: where it fits, it says as much.
    const double left =
        way.of_input ? std::min(way.deviation, plainly_->left(way, at)) : way.deviation;
    if (left > known) bits_[k] += weight * plainly_->bits_of(at, std::log2(left / known));
  }
}

double BitCount::each() const {
  return count_ > 0 ? spread_bits_ / count_ : 0.0;
}

double BitCount::saved(double cost, double unknowns, bool is_line) const {
  const double number = each() + 0.5 * std::log2(std::max(count_, 1.0));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < bits_.size(); ++k) {
    const Plainly::Way& way = plainly_->ways()[k];
    if (way.of_input && is_line) continue;
    least = std::min(least, bits_[k] + way.unknowns * number + (way.of_input ? kIdeaOfLine : 0));
  }
  return least - cost - unknowns * number;
}

}  // namespace normscope::variants
