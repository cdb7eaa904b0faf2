// SPDX-License-Identifier: MIT
// The elements of an array in a file, every type of .npy and .safetensors, converted to float32
// piece by piece while they are read.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/io/npy_header.hpp"
#include "core/io/read_file.hpp"
#include "core/io/read_watch.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

/// Converts out.size() elements; `bytes` holds exactly that many.
/// numeric to the nearest float32, ties to even; a float64 beyond float32's range becomes an
///         infinity, any non-zero bool byte becomes 1
void convert_elements(const NpyElement& element, std::span<const char> bytes, std::span<float> out);

/// The numbers as a file of little-endian float32 holds them.
std::string_view bytes_of(std::span<const float> values);

/// The array that begins where the source goes on, left in its file as Tensor::of_file does; null
/// where `watch` does not allow that or its elements are not as in memory.
std::optional<tensor::Tensor> left_in_file(const ByteSource& source, const NpyHeader& header,
                                           const ReadWatch& watch);

/// Reads the elements of an array of the header's shape into `values`, in C order.
/// errors  as ByteSource::read; Cancelled: stopped by `watch`
/// numeric as convert_elements
base::Expected<void> read_elements(ByteSource& source, const NpyHeader& header,
                                   std::span<float> values, const ReadWatch& watch);

}  // namespace normscope::io
