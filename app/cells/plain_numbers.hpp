// SPDX-License-Identifier: MIT
// Numbers of a notebook that are not arrays: a number, or nested lists of numbers as torch.tensor
// accepts them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/notebook/runtime/value.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::cells {

struct PlainNumbers {
  std::string type;  // "float", "int", "bool", "list", "tuple"
  tensor::Tensor values;
};

/// The numbers of a value as float32; nullopt for other values, for lists whose rows differ in
/// length, and for more than `most` numbers.
std::optional<PlainNumbers> plain_numbers(const notebook::runtime::Value& value, std::int64_t most);

}  // namespace normscope::cells
