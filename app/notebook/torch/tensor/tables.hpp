// SPDX-License-Identifier: MIT
// Handlers of the names in the table of signatures, by subject. A name without one is written in
// Python (torch/_composed).
#pragma once

#include <span>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

std::span<const Row> creation_rows();
std::span<const Row> elementwise_rows();
std::span<const Row> layer_rows();
std::span<const Row> reduction_rows();
std::span<const Row> shape_rows();
std::span<const Row> setting_rows();
std::span<const Row> gradient_rows();
std::span<const Row> method_rows();
std::span<const Row> in_place_rows();

/// The handler of an elementwise operation of the arrays' tables, in place where the name ends in
/// "_"; null where they have none of that name.
Handler elementwise_handler(std::string_view name);

}  // namespace normscope::notebook::torch
