// SPDX-License-Identifier: MIT
#include "core/stats/sample.hpp"

#include <algorithm>
#include <cstddef>

namespace normscope::stats {
namespace {

// Values of a run: four cache lines. Shorter runs would cost a cache miss for each few values,
// longer ones would see fewer places.
constexpr std::int64_t kRun = 64;

// Calls add(first, count) for each run of the sample of `size` elements.
template <class Add>
void for_each_run(std::int64_t size, std::int64_t most, Add add) {
  if (size <= most) {
    add(std::int64_t{0}, size);
    return;
  }
  const std::int64_t runs = std::max<std::int64_t>(most / kRun, 1);
  const std::int64_t length = std::min(kRun, most);
  // The last run ends with the last element. Its position times the runs stays far below 2^63.
  for (std::int64_t run = 0; run < runs; ++run) {
    add(runs == 1 ? 0 : run * (size - length) / (runs - 1), length);
  }
}

}  // namespace

std::vector<float> sample(std::span<const float> values, std::int64_t most) {
  std::vector<float> found;
  const auto size = static_cast<std::int64_t>(values.size());
  found.reserve(static_cast<std::size_t>(std::min(size, most)));
  for_each_run(size, most, [&](std::int64_t first, std::int64_t count) {
    const auto run =
        values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    found.insert(found.end(), run.begin(), run.end());
  });
  return found;
}

std::vector<float> group_sample(std::span<const float> values, const tensor::GroupLayout& layout,
                                std::int64_t group, std::int64_t most) {
  const std::int64_t base = layout.base(group);
  if (layout.contiguous()) {
    return sample(
        values.subspan(static_cast<std::size_t>(base), static_cast<std::size_t>(layout.size)),
        most);
  }
  std::vector<float> found;
  found.reserve(static_cast<std::size_t>(std::min(layout.size, most)));
  for_each_run(layout.size, most, [&](std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first; i < first + count; ++i) {
      found.push_back(values[static_cast<std::size_t>(base + layout.offset(i))]);
    }
  });
  return found;
}

}  // namespace normscope::stats
