// SPDX-License-Identifier: MIT
#include "core/stats/finite.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>

#include "core/base/memory.hpp"

namespace normscope::stats {

base::Expected<FiniteValues> finite_values(std::span<const float> values) {
  const std::uint64_t bytes = values.size_bytes();
  if (const auto fits = base::check_memory(bytes, "a copy of the values"); !fits) {
    return tl::unexpected(fits.error());
  }
  FiniteValues result;
  try {
    result.values.reserve(values.size());
  } catch (const std::bad_alloc&) {
    return base::fail(
        base::ErrorKind::kTooLarge,
        "there is no memory left for a copy of the values, " + base::bytes_to_text(bytes));
  }
  std::ranges::copy_if(values, std::back_inserter(result.values),
                       [](float value) { return std::isfinite(value); });
  result.left_out = static_cast<std::int64_t>(values.size() - result.values.size());
  return result;
}

}  // namespace normscope::stats
