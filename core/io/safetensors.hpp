// SPDX-License-Identifier: MIT
// The .safetensors format of model weights: the length of a header in 8 bytes, the header as JSON
// (name, type, shape and place of each tensor), the numbers. Nothing in it can be executed, and
// the header is checked before a number is read.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/io/archive.hpp"
#include "core/io/read_file.hpp"
#include "core/io/write_files.hpp"

namespace normscope::io {

/// Whether a file that begins with these bytes (at least nine) has the form of the format.
bool is_safetensors(std::string_view front);

/// The tensors in the order of their places in the file.
/// errors  Malformed: a header that is no JSON of the format, a name twice, a place that is outside
///         of the file, of another size than shape and type need, or that overlaps another or
///         leaves a hole; TooLarge: a header past its bound, or a shape as tensor::element_count
///         Of Arrays::read: as ByteSource; Unsupported: another type than F64, F32, F16, BF16, I8
///         to I64, U8 to U64 or BOOL; Cancelled: stopped by `watch`
/// numeric to the nearest float32, ties to even; F16 and BF16 exactly. A large F32 of a file on disk
///         is mapped and not copied where `watch` lets it stay
/// source  github.com/huggingface/safetensors, README.md, "Format"
base::Expected<Arrays> safetensors_arrays(ByteSource source, const std::stop_token& stop = {});

struct NamedShape {
  std::string name;
  tensor::Shape shape{};
};

/// The bytes before the numbers of a file of tensors of F32. Names are unique.
/// errors  InvalidArgument: a name that is empty, no UTF-8 or the format's own "__metadata__"
base::Expected<std::string> safetensors_front(std::span<const NamedShape> tensors);

struct NamedTensor {
  std::string name;
  const tensor::Tensor* tensor = nullptr;  // must outlive the call
};

/// Writes tensors as F32. Names are unique.
/// errors  as safetensors_front and the sink
base::Expected<void> write_safetensors(std::span<const NamedTensor> tensors, const ByteSink& sink);

}  // namespace normscope::io
