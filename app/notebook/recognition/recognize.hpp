// SPDX-License-Identifier: MIT
// A normalization or a softmax that somebody wrote by hand, read back from the record of an array:
// which operation it is, with which options, and its steps as a Trace that holds the chain's own
// values. Built-in layer_norm and softmax come out the same way, so that both stand side by side.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/recognition/place.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/trace/trace.hpp"

namespace normscope::notebook::recognition {

struct Recognized {
  std::variant<ops::NormOptions, ops::SoftmaxOptions> options;
  trace::Trace trace;
  std::vector<Place> places;  // one a step of the trace
  trace::TensorRef gamma;     // of the options' affine shape; null: there is none
  trace::TensorRef beta;
  std::string_view preset;  // the preset's id of a normalization like this ("V5"), or empty
};

/// What made this array; nothing where the record is no chain that is known, or where a part of the
/// chain was changed in place since.
/// math    normalizations over trailing dimensions, over all but dimension 1, and over those behind
///         it; any preset but V9, which leaves no record; scaled and shifted or not,
///         by numbers that the groups share as gamma and beta.
///         softmax over one dimension: maximum subtracted or not, with a temperature, log
/// numeric the trace's values are those of the arrays, float64 rounded to float32; of a built-in
///         operation they are the chain's in the `torch` arithmetic (core/trace)
std::optional<Recognized> recognize(const arrays::Array& array);

}  // namespace normscope::notebook::recognition
