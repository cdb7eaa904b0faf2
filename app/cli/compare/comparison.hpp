// SPDX-License-Identifier: MIT
// What `normscope compare` found, for its text and its JSON alike.
#pragma once

#include <optional>
#include <string>

#include "app/cli/compare/side.hpp"
#include "core/variants/separate.hpp"

namespace normscope::cli {

/// The input that both sides computed from.
struct ComparedInput {
  std::string file;  // empty: two files were compared, and there is no input
  tensor::Shape shape{};
  std::string arithmetic{};  // what computed; empty: nothing was computed
};

struct Comparison {
  ComparedInput input;
  Side a;
  Side b;
  tensor::Tensor of_a{};  // the outputs
  tensor::Tensor of_b{};
  variants::Difference difference{};
  bool steps_compared = false;  // both sides are operations, and the input is small
  std::optional<variants::Parting> parting{};
  std::optional<variants::Separation> separation{};  // where both sides are operations
};

}  // namespace normscope::cli
