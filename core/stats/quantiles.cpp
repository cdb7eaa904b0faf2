// SPDX-License-Identifier: MIT
#include "core/stats/quantiles.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"

namespace normscope::stats {

namespace {

// The two neighbouring ranks of a probability, and the fraction of the way from lower to upper.
struct Place {
  std::int64_t lower;
  std::int64_t upper;
  double fraction;
};

bool is_finite(float value) {
  return std::isfinite(value);
}

Place place_of(double probability, std::int64_t count, Interpolation interpolation) {
  const double rank = probability * static_cast<double>(count - 1);
  const auto lower = static_cast<std::int64_t>(std::floor(rank));
  const auto upper = static_cast<std::int64_t>(std::ceil(rank));
  switch (interpolation) {
    case Interpolation::kLinear:
      return {lower, upper, rank - std::floor(rank)};
    case Interpolation::kLower:
      return {lower, lower, 0.0};
    case Interpolation::kHigher:
      return {upper, upper, 0.0};
    case Interpolation::kMidpoint:
      return {lower, upper, 0.5};
    case Interpolation::kNearest:
      break;
  }
  const double fraction = rank - std::floor(rank);
  const bool up = fraction > 0.5 || (fraction == 0.5 && lower % 2 == 1);
  const std::int64_t nearest = up ? upper : lower;
  return {nearest, nearest, 0.0};
}

// A float's place in the order of all floats. Keys of negative numbers are their bits inverted, so
// that -0 comes just before 0; NaN and the infinities lie at both ends.
constexpr std::uint32_t kSign = 0x80000000U;

std::uint32_t key_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

float value_of(std::uint32_t key) {
  return std::bit_cast<float>((key & kSign) != 0 ? key & ~kSign : ~key);
}

// Keys are found from their leading digit to the last: all values are counted by the digit, and
// only those that share the leading digits found so far are counted by the next one.
struct Digit {
  int before;  // bits of the digits before this one
  int after;   // bits of the digits after this one
};

// The leading digit of a key is its sign and its exponent. An exponent of ones, which no finite
// value has, gives the first and the last one.
constexpr int kLeadingBits = 9;
constexpr std::size_t kDigitValues = std::size_t{1} << kLeadingBits;
constexpr std::array<Digit, 4> kDigits = {{{0, 23}, {9, 15}, {17, 7}, {25, 0}}};

// The leading digits of the ranks that are looked for, ascending and each once.
using Prefixes = std::vector<std::uint32_t>;

// For each prefix, the number of values with each next digit.
using Counts = std::vector<std::array<std::int64_t, kDigitValues>>;

// The position of each leading digit's first prefix; the number of prefixes where it has none.
std::array<std::size_t, kDigitValues> starts_of(const Prefixes& prefixes, const Digit& digit) {
  std::array<std::size_t, kDigitValues> starts{};
  if (digit.before == 0) return starts;
  starts.fill(prefixes.size());
  for (std::size_t i = prefixes.size(); i-- > 0;) {
    starts[prefixes[i] >> (digit.before - kLeadingBits)] = i;
  }
  return starts;
}

void count_digits(std::span<const float> values, const Prefixes& prefixes, const Digit& digit,
                  Counts& counts) {
  const auto starts = starts_of(prefixes, digit);
  const std::uint32_t mask = (std::uint32_t{1} << (32 - digit.before - digit.after)) - 1;
  for (const float value : values) {
    const std::uint32_t key = key_of(value);
    std::size_t at = starts[key >> (32 - kLeadingBits)];
    // In 64 bits, where a shift by all 32 is defined.
    const auto prefix = static_cast<std::uint32_t>(std::uint64_t{key} >> (32 - digit.before));
    while (at < prefixes.size() && prefixes[at] < prefix) ++at;
    if (at < prefixes.size() && prefixes[at] == prefix) {
      ++counts[at][(key >> digit.after) & mask];
    }
  }
}

// Values of one piece of parallel work: enough to outweigh adding up the counts.
constexpr std::int64_t kGrain = std::int64_t{1} << 18;

Counts counts_of(std::span<const float> values, const Prefixes& prefixes, const Digit& digit) {
  const auto size = static_cast<std::int64_t>(values.size());
  const auto count =
      std::clamp<std::int64_t>(size / kGrain, 1, std::int64_t{base::hardware_threads()});
  std::vector<Counts> parts(static_cast<std::size_t>(count), Counts(prefixes.size()));
  base::parallel_for(count, 1, 0, [&](std::int64_t first, std::int64_t last) {
    for (auto part = first; part < last; ++part) {
      const auto from = static_cast<std::size_t>(part * size / count);
      const auto to = static_cast<std::size_t>((part + 1) * size / count);
      count_digits(values.subspan(from, to - from), prefixes, digit,
                   parts[static_cast<std::size_t>(part)]);
    }
  });
  Counts total = std::move(parts.front());
  for (std::size_t part = 1; part < parts.size(); ++part) {
    for (std::size_t i = 0; i < total.size(); ++i) {
      std::ranges::transform(total[i], parts[part][i], total[i].begin(), std::plus{});
    }
  }
  return total;
}

// A rank among the values of one prefix.
struct Search {
  std::int64_t rank;
  std::uint32_t prefix = 0;
};

// Finds the next digit of each search.
void advance(std::span<Search> searches, const Prefixes& prefixes, const Counts& counts,
             const Digit& digit) {
  const int bits = 32 - digit.before - digit.after;
  for (Search& search : searches) {
    const auto found = std::ranges::lower_bound(prefixes, search.prefix);
    const auto& by_digit = counts[static_cast<std::size_t>(found - prefixes.begin())];
    std::uint32_t next = 0;
    while (search.rank >= by_digit[next]) search.rank -= by_digit[next++];
    search.prefix = (search.prefix << bits) | next;
  }
}

Prefixes prefixes_of(std::span<const Search> searches) {
  Prefixes prefixes;
  prefixes.reserve(searches.size());
  for (const Search& search : searches) prefixes.push_back(search.prefix);
  std::ranges::sort(prefixes);
  prefixes.erase(std::unique(prefixes.begin(), prefixes.end()), prefixes.end());
  return prefixes;
}

// The finite values at these ranks, for many values: nothing is copied.
std::vector<float> by_counting(std::span<const float> values, std::span<const std::int64_t> ranks) {
  std::vector<Search> searches;
  searches.reserve(ranks.size());
  for (const std::int64_t rank : ranks) searches.push_back({rank});
  for (const Digit& digit : kDigits) {
    const Prefixes prefixes = prefixes_of(searches);
    Counts counts = counts_of(values, prefixes, digit);
    if (digit.before == 0) counts.front().front() = counts.front().back() = 0;  // not finite
    advance(searches, prefixes, counts, digit);
  }
  std::vector<float> found;
  found.reserve(searches.size());
  for (const Search& search : searches) found.push_back(value_of(search.prefix));
  return found;
}

// The same for few values, where counting by digits would take longer than ordering a copy.
constexpr std::size_t kFew = std::size_t{1} << 18;

// The last bin of a histogram includes its upper edge.
constexpr float kNoEnd = std::numeric_limits<float>::infinity();

// The least float that is not below an edge.
float float_from(double edge) {
  const auto nearest = static_cast<float>(edge);
  return static_cast<double>(nearest) < edge ? std::nextafter(nearest, kNoEnd) : nearest;
}

// Values of which most pieces have none in a bin that is looked for: counting without a branch
// tells which have some.
constexpr std::size_t kPiece = 256;

void gather(std::span<const float> values, float low, float high, std::vector<float>& found) {
  int count = 0;
  for (const float value : values) {
    count += static_cast<int>(value >= low) & static_cast<int>(value < high);
  }
  if (count == 0) return;
  std::ranges::copy_if(values, std::back_inserter(found),
                       [&](float value) { return value >= low && value < high; });
}

// Values of which few ranks are found by selection, more by sorting.
constexpr std::size_t kFewRanks = 8;

std::vector<float> by_ordering(std::span<const float> values, std::span<const std::int64_t> ranks) {
  std::vector<float> ordered;
  ordered.reserve(values.size());
  std::ranges::copy_if(values, std::back_inserter(ordered), is_finite);
  if (ranks.size() > kFewRanks) {
    std::ranges::sort(ordered);
  } else {
    std::vector<std::int64_t> ascending(ranks.begin(), ranks.end());
    std::ranges::sort(ascending);
    auto from = ordered.begin();  // all values before are in their places
    for (const std::int64_t rank : ascending) {
      const auto at = ordered.begin() + rank;
      if (at < from) continue;
      std::nth_element(from, at, ordered.end());
      from = at + 1;
    }
  }
  std::vector<float> found;
  found.reserve(ranks.size());
  for (const std::int64_t rank : ranks) found.push_back(ordered[static_cast<std::size_t>(rank)]);
  return found;
}

// The finite values at these ranks, of which all have been counted: those of the ranks' bins are
// gathered and ordered.
std::vector<float> in_bins(std::span<const float> values, const Histogram& counts,
                           std::span<const std::int64_t> ranks) {
  struct Bin {
    float low;            // of its values, the least that there can be
    float high;           // above all of its values
    std::int64_t before;  // values of the bins before it
    std::vector<float> values{};
  };
  std::vector<std::int64_t> ascending(ranks.begin(), ranks.end());
  std::ranges::sort(ascending);
  std::vector<Bin> bins;
  std::int64_t before = 0;
  std::int64_t gathered = 0;
  auto rank = ascending.begin();
  for (std::size_t bin = 0; bin < counts.counts.size() && rank != ascending.end(); ++bin) {
    const std::int64_t count = counts.counts[bin];
    if (*rank < before + count) {
      const bool last = bin + 1 == counts.counts.size();
      bins.push_back({float_from(counts.edges[bin]),
                      last ? kNoEnd : float_from(counts.edges[bin + 1]), before});
      gathered += count;
    }
    before += count;
    while (rank != ascending.end() && *rank < before) ++rank;
  }
  // Where a few values are far away, the others share bins, and ordering them takes longer.
  if (gathered > static_cast<std::int64_t>(kFew)) return by_counting(values, ranks);
  for (; !values.empty(); values = values.subspan(std::min(kPiece, values.size()))) {
    const auto piece = values.first(std::min(kPiece, values.size()));
    for (Bin& bin : bins) gather(piece, bin.low, bin.high, bin.values);
  }
  for (Bin& bin : bins) std::ranges::sort(bin.values);
  std::vector<float> found;
  found.reserve(ranks.size());
  for (const std::int64_t wanted : ranks) {
    const auto bin = std::ranges::find_if(bins, [&](const Bin& one) {
      return wanted < one.before + static_cast<std::int64_t>(one.values.size());
    });
    found.push_back(bin->values[static_cast<std::size_t>(wanted - bin->before)]);
  }
  return found;
}

// The quantiles of so many finite values, from what finds those at the ranks it is given.
template <typename Find>
base::Expected<Quantiles> quantiles_of(std::int64_t finite, std::span<const double> probabilities,
                                       Interpolation interpolation, Find&& find) {
  for (const double probability : probabilities) {
    if (!(probability >= 0.0 && probability <= 1.0)) {
      return base::fail(base::ErrorKind::kInvalidArgument,
                        tr("a quantile needs a probability from 0 to 1, but got {probability}",
                           arg("probability", probability)));
    }
  }
  Quantiles result;
  if (finite == 0) {
    result.values.assign(probabilities.size(), std::numeric_limits<double>::quiet_NaN());
    return result;
  }
  std::vector<Place> places;
  std::vector<std::int64_t> ranks;
  places.reserve(probabilities.size());
  ranks.reserve(2 * probabilities.size());
  for (const double probability : probabilities) {
    places.push_back(place_of(probability, finite, interpolation));
    ranks.push_back(places.back().lower);
    ranks.push_back(places.back().upper);
  }
  const std::vector<float> found = find(std::span<const std::int64_t>(ranks));
  result.values.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    result.values.push_back(std::lerp(static_cast<double>(found[2 * i]),
                                      static_cast<double>(found[2 * i + 1]), places[i].fraction));
  }
  return result;
}

}  // namespace

base::Expected<Quantiles> quantiles(std::span<const float> values,
                                    std::span<const double> probabilities,
                                    Interpolation interpolation) {
  const auto finite = static_cast<std::int64_t>(std::ranges::count_if(values, is_finite));
  auto result = quantiles_of(finite, probabilities, interpolation, [&](auto ranks) {
    return values.size() <= kFew ? by_ordering(values, ranks) : by_counting(values, ranks);
  });
  if (result) result->left_out = static_cast<std::int64_t>(values.size()) - finite;
  return result;
}

base::Expected<Quantiles> quantiles(std::span<const float> values, const Histogram& counts,
                                    std::span<const double> probabilities,
                                    Interpolation interpolation) {
  return quantiles_of(static_cast<std::int64_t>(values.size()), probabilities, interpolation,
                      [&](auto ranks) { return in_bins(values, counts, ranks); });
}

}  // namespace normscope::stats
