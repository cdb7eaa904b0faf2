// SPDX-License-Identifier: MIT
// Checks of parts of a document, shared by edits and the session reader.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace normscope::document {

/// Checks a layer, independently of its input.
/// errors  InvalidArgument: no outputs, or more than kMaxWeights; TooLarge: the position
base::Expected<void> check_layer(const Layer& layer);

/// Checks layers for an input of this shape.
/// errors  as set_layers in edits.hpp
base::Expected<void> check_layers(const tensor::Shape& x, const std::vector<Layer>& layers);

/// The numbers of a group of the output, of which a target is one.
/// errors  as output_shape, and as ops::plan_softmax
base::Expected<std::int64_t> answers_of(const Document& document);

/// Checks the target of the backward pass, where it has one.
/// errors  InvalidArgument: no number of a group of the output; as output_shape
base::Expected<void> check_target(const Document& document);

/// Checks a name for the input at `self`; `self` past the end: a new input.
/// errors  InvalidArgument: the name is empty or belongs to another input
base::Expected<void> check_name(const std::vector<Input>& inputs, std::size_t self,
                                std::string_view name);

}  // namespace normscope::document
