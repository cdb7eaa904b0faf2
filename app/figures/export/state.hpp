// SPDX-License-Identifier: MIT
// The state of a figure, from which it can be opened and changed again, is stored in its file: in
// SVG as <metadata id="normscope">, in PDF as an attached file, in PNG as an iTXt chunk. Here the
// state is any text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// Most bytes of a state. A real one holds inputs of at most 64 KB and options: this is a thousand
/// times more, and still fits into memory several times.
inline constexpr std::size_t kMostStateBytes = std::size_t{64} << 20U;

/// Whether every format can store this text.
/// errors  InvalidArgument: broken UTF-8, or a control character other than tab and line ends
///         TooLarge: more than kMostStateBytes
base::Expected<void> check_state(std::string_view state);

/// The state in a figure's file, byte by byte as it was stored. Reading and decompressing is
/// bounded whatever the file claims, and nothing outside of the file is read.
/// errors  Unsupported: neither SVG nor PDF nor PNG; NotFound: a file without a state;
///         Malformed: damaged or cut off; TooLarge: a state beyond kMostStateBytes, or a file that
///         needs more decompressing than a figure's
base::Expected<std::string> read_state(std::string_view file);

/// Errors that the formats share.
tl::unexpected<base::Error> no_state();
tl::unexpected<base::Error> state_too_large();

}  // namespace normscope::figures
