// SPDX-License-Identifier: MIT
#include "core/tensor/print_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/limits.hpp"

namespace normscope::tensor {

using base::ErrorKind;
using base::fail;

base::Expected<void> check_print_options(const PrintOptions& options) {
  if (options.precision < 0 || options.precision > kMaxPrecision) {
    return fail(ErrorKind::kInvalidArgument, fmt::format("precision must be 0 to {}, but is {}",
                                                         kMaxPrecision, options.precision));
  }
  if (options.edge_items < 1) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("edgeitems must be at least 1, but is {}", options.edge_items));
  }
  return {};
}

PrintOptions within_bounds(PrintOptions options) {
  options.precision = std::clamp(options.precision, 0, kMaxPrecision);
  // Beyond these bounds the print does not change, and within them the sums of the layout cannot
  // overflow.
  options.edge_items = std::clamp<std::int64_t>(options.edge_items, 1, base::kMaxElements);
  options.line_width = std::clamp<std::int64_t>(options.line_width, 0, base::kMaxElements);
  return options;
}

}  // namespace normscope::tensor
