// SPDX-License-Identifier: MIT
// Every number type of .npy, converted to float32.
#pragma once

#include <span>

#include "core/io/npy_header.hpp"

namespace normscope::io {

/// Converts out.size() elements; `bytes` holds exactly that many.
/// numeric to the nearest float32, ties to even; a float64 beyond float32's range becomes an
///         infinity, any non-zero bool byte becomes 1
void convert_elements(const NpyElement& element, std::span<const char> bytes, std::span<float> out);

}  // namespace normscope::io
