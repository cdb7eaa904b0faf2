// SPDX-License-Identifier: MIT
// The options of operations to and from JSON, with the names that the command line has for them.
#pragma once

#include <nlohmann/json.hpp>

#include "app/notebook/protocol/json_reader.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::notebook::protocol {

nlohmann::json write_options(const ops::NormOptions& options);
nlohmann::json write_options(const ops::SoftmaxOptions& options);

ops::NormOptions read_norm_options(const JsonReader& in);
ops::SoftmaxOptions read_softmax_options(const JsonReader& in);

}  // namespace normscope::notebook::protocol
