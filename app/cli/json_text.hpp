// SPDX-License-Identifier: MIT
// Numbers, positions and lines of the JSON that commands print.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/tensor/shape.hpp"

namespace normscope::cli {

using Json = nlohmann::ordered_json;

/// A number; "nan", "inf" and "-inf", which JSON has no numbers for.
Json number_json(double value);

/// The index of a row-major position, one entry a dimension.
Json index_json(const tensor::Shape& shape, std::int64_t at);

/// The line of an object.
std::string line_of(const Json& json);

}  // namespace normscope::cli
