// SPDX-License-Identifier: MIT
// A tensor as text for standard output.
#pragma once

#include <string>

#include "core/tensor/tensor.hpp"

namespace normscope::cli {

/// The rows as in a .csv, with the shortest digits that read back as the same float32. Above each
/// matrix of more than two dimensions stands a comment with its index: "# [0, 1, :, :]".
std::string output_table(const tensor::Tensor& tensor);

}  // namespace normscope::cli
