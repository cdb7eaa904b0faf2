// SPDX-License-Identifier: MIT
// A file that was made part of the program when it was built, so that the program needs no files
// beside it. cmake/Embed.cmake writes the tables.
#pragma once

#include <string_view>

namespace normscope::base {

struct EmbeddedFile {
  std::string_view name;   // without its folder
  std::string_view bytes;  // whole, as it was
};

}  // namespace normscope::base
