// SPDX-License-Identifier: MIT
#include "app/cli/output_table.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "core/tensor/shape.hpp"
#include "core/text/numbers.hpp"

namespace normscope::cli {

std::string output_table(const tensor::Tensor& tensor) {
  const tensor::Shape& shape = tensor.shape();
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const std::int64_t rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  const tensor::Shape outer(shape.begin(), shape.size() > 2 ? shape.end() - 2 : shape.begin());
  std::string text;
  std::int64_t at = 0;
  for (const float value : tensor.values()) {
    const std::int64_t column = at % columns;
    const std::int64_t in_matrix = at % (rows * columns);
    if (!outer.empty() && in_matrix == 0) {
      std::string index = tensor::index_to_text(outer, at / (rows * columns));
      index.insert(index.size() - 1, ", :, :");
      text += fmt::format("# {}\n", index);
    }
    text += text::float_to_text(value);
    text += column + 1 == columns ? '\n' : ',';
    ++at;
  }
  return text;
}

}  // namespace normscope::cli
