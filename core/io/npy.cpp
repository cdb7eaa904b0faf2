// SPDX-License-Identifier: MIT
#include "core/io/npy.hpp"

#include <fmt/format.h>

#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/npz.hpp"
#include "core/io/quote.hpp"

namespace normscope::io {

using base::Error;
using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Tensor;

namespace {

// The magic string and the two bytes of the version.
constexpr std::size_t kBeforeLength = 8;

Error ends_in_header() {
  return {ErrorKind::kMalformed, "it ends within its .npy header"};
}

// A pickle begins with the opcode PROTO and a version from 2 to 5.
bool is_pickle(std::string_view front) {
  return front.size() >= 2 && front[0] == '\x80' && front[1] >= 2 && front[1] <= 5;
}

// The error for a file whose first bytes are not those of an .npy file: names the format it has.
Error explain_front(std::string_view front) {
  if (front.empty()) return {ErrorKind::kMalformed, "it is empty"};
  if (is_zip(front)) {
    return {ErrorKind::kUnsupported, "it is a zip archive (.npz or a PyTorch file), not one array",
            "in Python, numpy.save one array of it as .npy"};
  }
  if (is_pickle(front)) {
    return {ErrorKind::kUnsupported, "it is a Python pickle, which is never loaded",
            "in Python, numpy.save the array as .npy"};
  }
  if (kNpyMagic.starts_with(front)) return ends_in_header();
  return {ErrorKind::kMalformed, fmt::format("it is not an .npy file: it begins with {}, expected "
                                             "the bytes \\x93NUMPY",
                                             quote(front))};
}

// Reads everything before the data.
Expected<NpyHeader> read_header(ByteSource& source) {
  const auto front = source.peek(kBeforeLength);
  if (!front) return tl::unexpected(front.error());
  if (!front->starts_with(kNpyMagic)) return tl::unexpected(explain_front(*front));
  if (front->size() < kBeforeLength) return tl::unexpected(ends_in_header());
  const int major = static_cast<unsigned char>((*front)[6]);
  const int minor = static_cast<unsigned char>((*front)[7]);
  if (major < 1 || major > 3 || minor != 0) {
    return fail(ErrorKind::kUnsupported,
                fmt::format("its .npy format version {}.{} is unknown, expected 1.0, 2.0 or 3.0",
                            major, minor));
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  std::string start(kBeforeLength + length_bytes, '\0');
  if (source.remaining() < start.size()) return tl::unexpected(ends_in_header());
  if (const auto done = source.read(start); !done) return tl::unexpected(done.error());
  std::size_t length = 0;
  for (std::size_t i = start.size(); i-- > kBeforeLength;) {
    length = (length << 8) | static_cast<unsigned char>(start[i]);
  }
  if (length > base::kMaxNpyHeaderBytes) {
    return fail(ErrorKind::kTooLarge,
                fmt::format("its .npy header claims {} bytes; {} are the most", length,
                            base::kMaxNpyHeaderBytes));
  }
  if (source.remaining() < length) return tl::unexpected(ends_in_header());
  std::string dictionary(length, '\0');
  if (const auto done = source.read(dictionary); !done) return tl::unexpected(done.error());
  return parse_npy_header(dictionary);
}

Expected<void> check_data_size(const NpyHeader& header, std::uint64_t found) {
  // At most 2^40 elements of 8 bytes: no overflow.
  const auto count = static_cast<std::uint64_t>(tensor::product(header.shape));
  const std::uint64_t announced = count * header.element.size;
  if (announced == found) return {};
  return fail(
      ErrorKind::kMalformed,
      fmt::format("its header announces {} bytes of data (shape {}, dtype {}), but {} follow",
                  announced, tensor::shape_to_text(header.shape), header.element.descr, found));
}

}  // namespace

bool is_npy(std::string_view front) {
  return front.starts_with(kNpyMagic) || is_pickle(front);
}

Expected<NpyHeader> read_npy_header(ByteSource& source) {
  auto header = read_header(source);
  if (!header) return header;
  const auto fits = check_data_size(*header, source.remaining());
  if (!fits) return tl::unexpected(fits.error());
  return header;
}

Expected<Tensor> read_npy(ByteSource source, const ReadWatch& watch) {
  const auto header = read_npy_header(source);
  if (!header) return tl::unexpected(header.error());
  return read_numbers(std::move(source), *header, watch);
}

Expected<void> write_npy(const Tensor& tensor, const ByteSink& sink) {
  auto front = sink(npy_front(tensor.shape()));
  if (!front) return front;
  return sink(bytes_of(tensor.values()));
}

}  // namespace normscope::io
