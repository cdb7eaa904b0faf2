// SPDX-License-Identifier: MIT
// The chains that tests/oracle/trace.py ran in PyTorch, and the traces that must give their values.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/trace/operations.hpp"

namespace normscope::trace::goldens {

/// Numbers in [-2, 2) that float32 holds exactly, the same as in the script; then an offset.
TensorRef sequence(const tensor::Shape& shape, std::int64_t salt, float offset = 0.0F);

/// tests/data/trace/trace.json.
const nlohmann::json& file();

/// A case's input: a sequence, or the rows with infinities, NaN and other special values.
TensorRef input_of(const nlohmann::json& golden);

ops::NormOptions norm_options(const nlohmann::json& golden, const tensor::Shape& shape);
ops::SoftmaxOptions softmax_options(const nlohmann::json& golden);
/// gamma or beta by the name of the option; null where the case has none.
TensorRef parameter(const nlohmann::json& golden, const char* name, const tensor::Shape& shape);

/// The first difference between a trace and the recorded steps, as text; empty when there is none.
std::string difference(const Trace& trace, const nlohmann::json& golden);

}  // namespace normscope::trace::goldens
