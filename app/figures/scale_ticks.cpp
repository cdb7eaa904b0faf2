// SPDX-License-Identifier: MIT
// Ticks of axes that are not linear. Decades are thinned to multiples of a whole number, so that
// the same ones remain when an axis moves a little.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "app/figures/ticks.hpp"

namespace normscope::figures {
namespace {

/// Powers of ten with exponents between these are written as plain decimals.
constexpr int kPlainBelow = 5;
constexpr int kPlainAbove = -5;
/// Most decades with minor ticks at 2 to 9 times the power: more ticks would merge.
constexpr int kMostWithMinorTicks = 12;
/// Most decades with room for labels at 2 and 5 times the power.
constexpr int kFewDecades = 3;
/// Rounding error allowed in logarithms: far above rounding, far below what is visible.
constexpr double kTolerance = 1e-9;

double power(int exponent) {
  return std::pow(10.0, exponent);
}

int first_decade(double low) {
  return static_cast<int>(std::ceil(std::log10(low) - kTolerance));
}
int last_decade(double high) {
  return static_cast<int>(std::floor(std::log10(high) + kTolerance));
}

bool multiple(int decade, int step) {
  return ((decade % step) + step) % step == 0;
}

/// The smallest of 1, 2, 3, 5, 10, 20, ... that is at least `least`.
int round_step(int least) {
  for (int unit = 1;; unit *= 10) {
    for (const int times : {1, 2, 3, 5}) {
      if (times * unit >= least) return times * unit;
    }
  }
}

bool plain(int first, int last) {
  return first > kPlainAbove && last < kPlainBelow;
}

std::string decade_text(int decade, bool plain, TickStyle style) {
  static constexpr std::array<std::string_view, 5> kLetters = {"", "k", "M", "G", "T"};
  if (style == TickStyle::kSi && decade >= 0 && decade < 15) {
    const auto letter = static_cast<std::size_t>(decade < 4 ? 0 : decade / 3);
    const int zeros = decade < 4 ? decade : decade % 3;
    return fmt::format("{:.0f}{}", power(zeros), kLetters[letter]);
  }
  if (decade == 0) return "1";
  if (plain) return fmt::format("{:.{}f}", power(decade), std::max(0, -decade));
  return power_of_ten(decade).substr(std::string_view("\u00d7").size());
}

/// Minor ticks at 2 to 9 times a power of ten, within the axis.
void add_minor_ticks(int decade, double low, double high, double sign, std::vector<double>& minor) {
  for (int part = 2; part < 10; ++part) {
    const double value = part * power(decade);
    if (value >= low && value <= high) minor.push_back(sign * value);
  }
}

/// Major ticks at 1, 2 and 5 times every power of ten.
Ticks fine_ticks(double low, double high, int first, int last) {
  Ticks ticks;
  for (int decade = first - 1; decade <= last; ++decade) {
    for (int part = 1; part < 10; ++part) {
      const double value = part * power(decade);
      if (value < low * (1 - kTolerance) || value > high * (1 + kTolerance)) continue;
      if (part == 1 || part == 2 || part == 5) {
        ticks.major.push_back(value);
        ticks.labels.push_back(number_text(value, 1));
      } else {
        ticks.minor.push_back(value);
      }
    }
  }
  return ticks;
}

Ticks logarithmic_ticks(const Axis& axis, int at_most) {
  const int first = first_decade(axis.low);
  const int last = last_decade(axis.high);
  const int count = last - first + 1;
  if (count <= kFewDecades) {
    Ticks fine = fine_ticks(axis.low, axis.high, first, last);
    const auto shown = static_cast<int>(fine.major.size());
    if (shown > 1 && shown <= at_most) return fine;
  }
  if (count < 2) {
    Ticks even = linear_ticks(axis.low, axis.high, at_most, axis.ticks);
    if (!even.major.empty() || count < 1) return even;
  }
  Ticks ticks;
  const int step = round_step((count + at_most - 1) / at_most);
  for (int decade = first; decade <= last; ++decade) {
    if (multiple(decade, step)) {
      ticks.major.push_back(power(decade));
      ticks.labels.push_back(decade_text(decade, plain(first, last), axis.ticks));
    } else {
      ticks.minor.push_back(power(decade));
    }
  }
  for (int decade = first - 1; step == 1 && count <= kMostWithMinorTicks && decade <= last;
       ++decade) {
    add_minor_ticks(decade, axis.low, axis.high, 1, ticks.minor);
  }
  return ticks;
}

std::string negative(std::string text) {
  static constexpr std::string_view kMinus = "\u2212";
  if (text == "0") return text;
  if (text.rfind(kMinus, 0) == 0) return text.substr(kMinus.size());
  return std::string(kMinus) + text;
}

Ticks mirrored(Ticks ticks) {
  std::reverse(ticks.major.begin(), ticks.major.end());
  std::reverse(ticks.labels.begin(), ticks.labels.end());
  for (double& value : ticks.major) value = -value;
  for (double& value : ticks.minor) value = -value;
  for (std::string& label : ticks.labels) label = negative(std::move(label));
  return ticks;
}

/// The decades of a symmetric-log axis beyond its linear part, on both sides of 0.
struct Decades {
  int first = 0;
  int above = 0;  // the last decade of each side; less than `first` where a side has none
  int below = 0;
  int top() const { return std::max(above, below); }
  int labelled(int step) const {
    int count = 0;
    for (int decade = first; decade <= top(); ++decade) {
      if (!multiple(top() - decade, step)) continue;
      count += (decade <= above ? 1 : 0) + (decade <= below ? 1 : 0);
    }
    return count;
  }
};

Ticks symmetric_ticks_of(const Axis& axis, const Decades& decades, int at_most) {
  const bool zero = axis.low <= 0 && axis.high >= 0;
  const int room = at_most - (zero ? 1 : 0);
  const int all = decades.top() - decades.first + 1;
  int step = 1;
  while (decades.labelled(step) > room && step < all) step = round_step(step + 1);
  const bool only_zero = zero && decades.labelled(step) > room;

  Ticks ticks;
  const auto add = [&](int decade, double sign) {
    if (multiple(decades.top() - decade, step) && !only_zero) {
      std::string text = decade_text(decade, plain(decades.first, decades.top()), axis.ticks);
      ticks.major.push_back(sign * power(decade));
      ticks.labels.push_back(sign < 0 ? negative(std::move(text)) : std::move(text));
    } else {
      ticks.minor.push_back(sign * power(decade));
    }
    if (step == 1 && all <= kMostWithMinorTicks / 2) {
      add_minor_ticks(decade, axis.linear_below, sign < 0 ? -axis.low : axis.high, sign,
                      ticks.minor);
    }
  };
  for (int decade = decades.below; decade >= decades.first; --decade) add(decade, -1);
  if (zero) {
    ticks.major.push_back(0);
    ticks.labels.emplace_back("0");
  }
  for (int decade = decades.first; decade <= decades.above; ++decade) add(decade, 1);
  return ticks;
}

Ticks symmetric_ticks(const Axis& axis, int at_most) {
  const double linear = axis.linear_below;
  if (axis.low >= linear) return logarithmic_ticks(axis, at_most);
  if (axis.high <= -linear) {
    Axis other = axis;
    other.low = -axis.high;
    other.high = -axis.low;
    return mirrored(logarithmic_ticks(other, at_most));
  }
  const int first = first_decade(linear);
  const Decades decades{first, axis.high >= linear ? last_decade(axis.high) : first - 1,
                        -axis.low >= linear ? last_decade(-axis.low) : first - 1};
  if (decades.top() < first) return linear_ticks(axis.low, axis.high, at_most, axis.ticks);
  return symmetric_ticks_of(axis, decades, at_most);
}

Ticks category_ticks(const Axis& axis, int at_most) {
  const auto count = static_cast<double>(axis.categories.size());
  const double first = std::clamp(std::ceil(axis.low), 0.0, count);
  const double last = std::clamp(std::floor(axis.high), -1.0, count - 1);
  Ticks ticks;
  if (last < first) return ticks;
  const auto begin = static_cast<std::size_t>(first);
  const auto end = static_cast<std::size_t>(last);
  const auto most = static_cast<std::size_t>(at_most);
  const std::size_t step = (end - begin + most) / most;
  for (std::size_t i = begin; i <= end; ++i) {
    if ((i - begin) % step != 0) continue;
    ticks.major.push_back(static_cast<double>(i));
    ticks.labels.push_back(axis.categories[i]);
  }
  return ticks;
}

}  // namespace

Ticks axis_ticks(const Axis& axis, int at_most) {
  if (axis.ticks == TickStyle::kNone || at_most < 1) return {};
  switch (axis.scale) {
    case Scale::kLogarithmic:
      return logarithmic_ticks(axis, at_most);
    case Scale::kSymmetricLogarithmic:
      return symmetric_ticks(axis, at_most);
    case Scale::kCategorical:
      if (!axis.categories.empty()) return category_ticks(axis, at_most);
      return linear_ticks(axis.low, axis.high, at_most, TickStyle::kSi);
    case Scale::kLinear:
      break;
  }
  return linear_ticks(axis.low, axis.high, at_most, axis.ticks);
}

}  // namespace normscope::figures
