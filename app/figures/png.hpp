// SPDX-License-Identifier: MIT
// Pictures as bytes of PNG.
#pragma once

#include <string>
#include <string_view>

#include "app/figures/cells.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

struct PngOptions {
  double dpi = 0;            // how large it is to be shown; 0: not said
  bool transparent = false;  // else alpha is left out
  std::string_view state{};  // for read_state; empty: none
};

/// errors  TooLarge: no memory; Unwritable: libpng refuses, in its own words
base::Expected<std::string> write_png(const Pixels& pixels, const PngOptions& options);

/// The state that a PNG carries, which is told by its first bytes already.
/// errors  as read_state
base::Expected<std::string> read_png_state(std::string_view file);

}  // namespace normscope::figures
