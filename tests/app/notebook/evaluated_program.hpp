// SPDX-License-Identifier: MIT
// A chain's steps as text, and their values in double, worked out in plain loops from what the
// steps say alone: the judge of what recognition makes of records.
#pragma once

#include <string>
#include <vector>

#include "app/notebook/protocol/records_of.hpp"
#include "app/notebook/recognition/chain_program.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::testing {

using Program = std::vector<notebook::recognition::ProgramStep>;

/// "input (2, 3); exp 0; sum 1 over 1 kept; div 1 2": operands by position, numbers after a colon.
std::string text_of(const Program& program);

/// The values of all steps; `given` has those of the input and the parameters.
std::vector<std::vector<double>> evaluated(const Program& program,
                                           const std::vector<tensor::Tensor>& given);

/// Expects each step, worked out, to be the array of its record, where its values are held.
void expect_values(const Program& program, const notebook::protocol::Records& records);

}  // namespace normscope::testing
