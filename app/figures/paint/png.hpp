// SPDX-License-Identifier: MIT
// Pixels as the bytes of a PNG file.
#pragma once

#include <string>
#include <string_view>

#include "app/figures/paint/pixels.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The keyword of the iTXt chunk that holds the state.
inline constexpr std::string_view kPngKeyword = "normscope";

struct PngOptions {
  double dpi = 0;            // stored resolution in dots per inch; 0: none
  bool transparent = false;  // whether the file has alpha
  std::string_view state{};  // stored for read_state; empty: none
};

/// errors  TooLarge: no memory; Unwritable: libpng fails, with its message
base::Expected<std::string> write_png(const Pixels& pixels, const PngOptions& options);

}  // namespace normscope::figures
