// SPDX-License-Identifier: MIT
// Writes tables, see table.hpp.

#include "core/io/table.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// Bytes passed to the sink at a time: few system calls, little memory.
constexpr std::size_t kPiece = std::size_t{1} << 16;

}  // namespace

Expected<void> write_table(const tensor::Tensor& tensor, char separator, const ByteSink& sink) {
  if (tensor.rank() > 2) {
    return fail(ErrorKind::kUnsupported,
                tr("a text table has 2 dimensions at most, but the tensor has {rank}",
                   arg("rank", tensor.rank())),
                tr("write .npy, or reshape the tensor first"));
  }
  if (tensor.size() == 0) {
    return fail(ErrorKind::kUnsupported,
                tr("a text table cannot hold the shape {shape}, which has no elements",
                   arg("shape", tensor::shape_to_text(tensor.shape()))),
                tr("write .npy"));
  }
  const auto columns = static_cast<std::size_t>(tensor.rank() == 0 ? 1 : tensor.shape().back());
  std::string text;
  std::size_t column = 0;
  for (const float value : tensor.values()) {
    text += text::float_to_text(value);
    ++column;
    text += column == columns ? '\n' : separator;
    if (column == columns) column = 0;
    if (text.size() < kPiece) continue;
    if (auto done = sink(text); !done) return done;
    text.clear();
  }
  return sink(text);
}

}  // namespace normscope::io
