// SPDX-License-Identifier: MIT
// Numbers together with how precisely their file shows them, for those who ask what a number that
// was rounded may have been.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

struct ShownNumbers {
  tensor::Tensor values;
  std::string type{};             // of an array: "float16"; empty: a text
  std::optional<int> decimals{};  // of a text: as decimals_shown
};

/// The most digits after the decimal mark that a number of a text has; nothing where a number has
/// an exponent.
std::optional<int> decimals_shown(std::string_view text, char decimal_mark = '.');

/// Reads a file of arrays or a table, as read_tensor.
/// errors  as read_tensor
base::Expected<ShownNumbers> read_shown(const ArrayPlace& place);

}  // namespace normscope::io
