// SPDX-License-Identifier: MIT
// A file embedded into the program at build time, so that the program needs no data files next to
// it. cmake/Embed.cmake generates the tables.
#pragma once

#include <string_view>

namespace normscope::base {

struct EmbeddedFile {
  std::string_view name;   // without its folder
  std::string_view bytes;  // the whole file, unchanged
};

}  // namespace normscope::base
