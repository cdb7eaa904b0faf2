// SPDX-License-Identifier: MIT
#include "core/tensor/print_options.hpp"

#include <algorithm>

#include "core/base/limits.hpp"

namespace normscope::tensor {

PrintOptions within_bounds(PrintOptions options) {
  options.precision = std::clamp(options.precision, 0, kMaxPrecision);
  // Beyond these bounds the print does not change, and within them the sums of the layout cannot
  // overflow.
  options.edge_items = std::clamp<std::int64_t>(options.edge_items, 1, base::kMaxElements);
  options.line_width = std::clamp<std::int64_t>(options.line_width, 0, base::kMaxElements);
  return options;
}

}  // namespace normscope::tensor
