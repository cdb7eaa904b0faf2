// SPDX-License-Identifier: MIT
#include "core/text/json_levels.hpp"

#include <cstddef>

namespace normscope::text {

bool nests_deeper(std::string_view json, int most) {
  int level = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size() && level <= most; ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') ++level;
    if (c == ']' || c == '}') --level;
  }
  return level > most;
}

}  // namespace normscope::text
