// SPDX-License-Identifier: MIT
#include "core/stats/finite.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/memory.hpp"
#include "core/text/translate.hpp"

namespace normscope::stats {

base::Expected<FiniteValues> finite_values(std::span<const float> values) {
  const std::uint64_t bytes = values.size_bytes();
  if (const auto fits = base::check_memory(bytes, text::tr_later("a copy of the values")); !fits) {
    return tl::unexpected(fits.error());
  }
  return base::within_memory(
      text::tr("a copy of the values, {bytes}", text::arg("bytes", base::bytes_to_text(bytes))),
      [values]() -> base::Expected<FiniteValues> {
        FiniteValues result;
        result.values.reserve(values.size());
        std::ranges::copy_if(values, std::back_inserter(result.values),
                             [](float value) { return std::isfinite(value); });
        result.left_out = static_cast<std::int64_t>(values.size() - result.values.size());
        return result;
      });
}

}  // namespace normscope::stats
