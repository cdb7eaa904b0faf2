// SPDX-License-Identifier: MIT
// Counts what the C library's functions of memory walk over. A program that links
// counted_bytes.cpp calls the functions there.
#pragma once

#include <cstdint>

namespace normscope::testing {

/// Bytes that were copied, moved, compared and searched since the program began.
std::uint64_t counted_bytes();

}  // namespace normscope::testing
