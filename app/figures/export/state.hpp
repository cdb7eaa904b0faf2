// SPDX-License-Identifier: MIT
// What made a figure travels within its file, so that the figure can be opened and changed again:
// SVG <metadata id="normscope">, PDF an attached file, PNG an iTXt chunk. The state is a text; what
// it says is not known here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::figures {

/// Most bytes of a state: it holds inputs of 64 KB at most, and the rest is options; a thousand
/// times that is no state, and still fits into memory several times over.
inline constexpr std::size_t kMostStateBytes = std::size_t{64} << 20U;

/// Whether each of the formats can carry this text.
/// errors  InvalidArgument: broken UTF-8, or a control character but tab and ends of lines
///         TooLarge: more than kMostStateBytes
base::Expected<void> check_state(std::string_view state);

/// The state that a figure's file carries, byte by byte as it was put in. What is read and unpacked
/// is bounded, whatever the file says of itself; nothing outside of the file is looked at.
/// errors  Unsupported: neither SVG nor PDF nor PNG; NotFound: a file without a state;
///         Malformed: damaged or cut off; TooLarge: a state beyond kMostStateBytes, or a file that
///         needs more unpacking than a figure's
base::Expected<std::string> read_state(std::string_view file);

/// The sentences that the formats share.
tl::unexpected<base::Error> no_state();
tl::unexpected<base::Error> state_too_large();

}  // namespace normscope::figures
