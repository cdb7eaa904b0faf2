// SPDX-License-Identifier: MIT
// A tensor of a few elements within a sentence.
#pragma once

#include <string>

#include "core/tensor/tensor.hpp"

namespace normscope::variants {

/// "[1.0000, -1.0000]", "[[1], [0]]": with `precision` decimals, without leading dimensions of 1.
std::string small_text(const tensor::Tensor& values, int precision);

}  // namespace normscope::variants
