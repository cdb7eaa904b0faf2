// SPDX-License-Identifier: MIT
// Elements of 16 bits: IEEE binary16 and bfloat16. They are stored, moved and printed; operations
// compute in float32 and round the result (see torch/arguments/sixteen_bits.hpp).
#pragma once

#include <type_traits>

#include "core/formats/stored.hpp"

namespace normscope::notebook::arrays {

using formats::Bfloat16;
using formats::Float16;

template <class T>
inline constexpr bool kIsSixteenBits = std::is_same_v<T, Float16> || std::is_same_v<T, Bfloat16>;
/// Floating types, the standard's and those of 16 bits.
template <class T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || kIsSixteenBits<T>;

}  // namespace normscope::notebook::arrays
