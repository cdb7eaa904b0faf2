// SPDX-License-Identifier: MIT
// The elements of an array in a file, every type of .npy and .safetensors, converted to float32
// piece by piece while they are read.
#pragma once

#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/npy.hpp"
#include "core/io/read_file.hpp"
#include "core/io/read_watch.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

/// The numbers as a file of little-endian float32 holds them.
std::string_view bytes_of(std::span<const float> values);

/// Whether elements of this type may have digits that float32 has not.
bool may_lose_digits(const NpyElement& element);

/// Reads out.size() elements that follow each other.
/// errors  as ByteSource::read
/// numeric to the nearest float32, ties to even; a float64 beyond float32's range becomes an
///         infinity, any non-zero bool byte becomes 1
base::Expected<void> read_elements(ByteSource& source, const NpyElement& element,
                                   std::span<float> out);

/// The array whose elements begin where the source goes on: left in its file where that may be.
/// errors  as ByteSource::read; TooLarge: past the machine's memory; Cancelled: stopped by `watch`
/// numeric as read_elements
base::Expected<tensor::Tensor> read_numbers(ByteSource source, const NpyHeader& header,
                                            const ReadWatch& watch);

}  // namespace normscope::io
