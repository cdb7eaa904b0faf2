// SPDX-License-Identifier: MIT
// What the steps of the golden files are told, read from their JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "app/notebook/arrays/dtype.hpp"

namespace normscope::notebook::arrays::testing {

/// A number; infinities and NaN are written as words.
Scalar number_of(const nlohmann::json& value);
Dtype dtype_named(const nlohmann::json& name);

}  // namespace normscope::notebook::arrays::testing
