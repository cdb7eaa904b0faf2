// SPDX-License-Identifier: MIT
// Checks of parts of a document, shared by edits and the session reader.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace normscope::document {

/// The options as they go over to a kind of normalization: those that it does not have (groups,
/// normalized shape, centring, what is returned) at their defaults. What some tutorials' classes
/// return instead of the normalized values belongs to layer norm alone.
ops::NormOptions options_of_kind(ops::Normalization kind, ops::NormOptions options);

/// Checks a layer, independently of its input.
/// errors  InvalidArgument: no outputs, or more than kMaxWeights; TooLarge: the position
base::Expected<void> check_layer(const Layer& layer);

/// Checks layers for an input of this shape.
/// errors  as set_layers in edits.hpp
base::Expected<void> check_layers(const tensor::Shape& x, const std::vector<Layer>& layers);

/// Checks a name for the input at `self`; `self` past the end: a new input.
/// errors  InvalidArgument: the name is empty or belongs to another input
base::Expected<void> check_name(const std::vector<Input>& inputs, std::size_t self,
                                std::string_view name);

}  // namespace normscope::document
