// SPDX-License-Identifier: MIT
// Pictures as bytes of PNG.
#pragma once

#include <string>
#include <string_view>

#include "app/figures/paint/cells.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The keyword of the iTXt chunk that holds the state.
inline constexpr std::string_view kPngKeyword = "normscope";

struct PngOptions {
  double dpi = 0;            // how large it is to be shown; 0: not said
  bool transparent = false;  // else alpha is left out
  std::string_view state{};  // for read_state; empty: none
};

/// errors  TooLarge: no memory; Unwritable: libpng refuses, in its own words
base::Expected<std::string> write_png(const Pixels& pixels, const PngOptions& options);

}  // namespace normscope::figures
