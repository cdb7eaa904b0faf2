// SPDX-License-Identifier: MIT
// The operands of the steps of a hand-written chain. A chain holds values alone; the names of its
// steps are those of the built-in traces and say what each step was made from.
#pragma once

#include "app/document/document.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

/// Gives each step after the input its primitive and operands, by its name. A step whose values do
/// not follow from its operands by that primitive stays kGiven with the same operands; a step of an
/// unknown name was made from the input.
/// shape   parts: all values kept, groups and affine laid out, gamma and beta set where they are on
/// numeric an element agrees within two float32 roundings; a statistic within the error of a
///         float32 sum in any order
void assign_roles(trace::TraceParts& parts, const document::HandWritten& hand_written);

}  // namespace normscope::results
