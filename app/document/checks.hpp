// SPDX-License-Identifier: MIT
// What must hold of parts of a document, whether an edit or a session file brings them.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace normscope::document {

/// A place as sentences count it, from 1; one that lies outside may be any number at all.
inline std::int64_t from_one(std::int64_t index) {
  return index == std::numeric_limits<std::int64_t>::max() ? index : index + 1;
}

/// A layer by itself, whatever comes in.
/// errors  InvalidArgument: no outputs, or more than kMaxWeights; TooLarge: the position
base::Expected<void> check_layer(const Layer& layer);

/// Layers over an input of this shape.
/// errors  as set_layers in edits.hpp
base::Expected<void> check_layers(const tensor::Shape& x, const std::vector<Layer>& layers);

/// Whether an input other than `self` may have this name; `self` past the end: a new one.
/// errors  InvalidArgument: empty, or another input's
base::Expected<void> check_name(const std::vector<Input>& inputs, std::size_t self,
                                std::string_view name);

}  // namespace normscope::document
