// SPDX-License-Identifier: MIT
// Groups of one number: what an operation makes of them says nothing of the number, and something
// else was probably meant.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.hpp"
#include "core/ops/operation.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::ops {

/// The number of groups where each has one number; 0 where groups have more, where the operation
/// leaves such a number as it is, or where the shape does not fit.
std::int64_t groups_of_one_number(const tensor::Shape& x, const Operation& operation);

/// "each of the 3 groups has one number, so that every result is 0 before gamma and beta: a column;
/// did you mean --transpose, or one row?"; empty where groups have more, or the shape does not fit.
std::string one_number_note(const tensor::Shape& x, const Operation& operation);

/// Whether PyTorch's function takes an input of this shape in training: a batch norm needs more
/// than one value a channel. The formula itself has a result, which lessons show.
/// errors  InvalidArgument: one value a channel; its hint names running statistics
/// source  torch.nn.functional.batch_norm with training=True
base::Expected<void> check_training(const tensor::Shape& x, const Operation& operation);

}  // namespace normscope::ops
