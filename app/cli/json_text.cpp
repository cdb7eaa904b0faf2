// SPDX-License-Identifier: MIT
#include "app/cli/json_text.hpp"

#include <cmath>
#include <cstddef>

namespace normscope::cli {

Json number_json(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json index_json(const tensor::Shape& shape, std::int64_t at) {
  return tensor::index_of(shape, at);
}

// JSON is UTF-8, but a path of the system may not be.
std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace normscope::cli
