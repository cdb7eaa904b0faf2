// SPDX-License-Identifier: MIT
#include "core/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/npy_header.hpp"
#include "core/io/quote.hpp"

namespace normscope::io {

using base::Error;
using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Tensor;

// The bytes of floats are written in the order they have in memory.
static_assert(std::endian::native == std::endian::little, "the .npy writer needs little-endian");

namespace {

// The memory of the numbers as bytes.
template <class Float>
auto bytes_of(std::span<Float> values) {
  using Byte = std::conditional_t<std::is_const_v<Float>, const char, char>;
  // char may alias any type. NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  return std::span<Byte>(reinterpret_cast<Byte*>(values.data()), values.size_bytes());
}

// Elements converted at a time: at most 512 KiB, which stays in a processor's second-level cache.
constexpr std::size_t kPiece = std::size_t{1} << 16;

// Elements read at a time where nothing is converted: enough to outweigh the call and the report of
// its progress.
constexpr std::size_t kStoredPiece = std::size_t{1} << 22;

// The magic string and the two bytes of the version.
constexpr std::size_t kBeforeLength = 8;

Error ends_in_header() {
  return {ErrorKind::kMalformed, "it ends within its .npy header"};
}

bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
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

// Reorders values from Fortran order, where the first index varies fastest, to C order.
class FortranScatter {
 public:
  explicit FortranScatter(std::span<const std::int64_t> shape)
      : shape_(shape), strides_(shape.size()), index_(shape.size()) {
    std::int64_t stride = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      strides_[d] = stride;
      stride *= shape[d];
    }
  }

  void put(std::span<const float> values, std::span<float> out) {
    while (!values.empty()) {
      const auto run =
          std::min<std::size_t>(values.size(), static_cast<std::size_t>(shape_[0] - index_[0]));
      for (std::size_t i = 0; i < run; ++i) {
        out[static_cast<std::size_t>(offset_)] = values[i];
        offset_ += strides_[0];
      }
      index_[0] += static_cast<std::int64_t>(run);
      values = values.subspan(run);
      carry();
    }
  }

 private:
  void carry() {
    for (std::size_t d = 0; d + 1 < shape_.size() && index_[d] == shape_[d]; ++d) {
      offset_ += strides_[d + 1] - index_[d] * strides_[d];
      index_[d] = 0;
      ++index_[d + 1];
    }
  }

  std::span<const std::int64_t> shape_;
  std::vector<std::int64_t> strides_;
  std::vector<std::int64_t> index_;
  std::int64_t offset_ = 0;
};

// Calls read(first, count) for one piece after the other.
template <class Read>
Expected<void> in_pieces(std::size_t size, std::size_t piece, const ReadWatch& watch, Read read) {
  for (std::size_t done = 0; done < size; done += piece) {
    if (watch.stop.stop_requested()) return fail(ErrorKind::kCancelled, "reading was stopped");
    watch.report(static_cast<double>(done) / static_cast<double>(size));
    if (auto part = read(done, std::min(piece, size - done)); !part) return part;
  }
  return {};
}

bool is_scattered(const NpyHeader& header) {
  return header.fortran_order && header.shape.size() > 1;
}

// Whether the file has the numbers as a tensor has them.
bool is_as_stored(const NpyHeader& header) {
  const NpyElement& element = header.element;
  return element.kind == NpyElement::Kind::kFloat && element.size == sizeof(float) &&
         !element.swapped && !is_scattered(header);
}

Expected<void> read_values(ByteSource& source, const NpyHeader& header, std::span<float> values,
                           const ReadWatch& watch) {
  if (values.empty()) return {};
  const NpyElement& element = header.element;
  const bool scattered = is_scattered(header);
  if (is_as_stored(header)) {
    return in_pieces(values.size(), kStoredPiece, watch, [&](std::size_t first, std::size_t count) {
      return source.read(bytes_of(values.subspan(first, count)));
    });
  }
  const std::size_t piece = std::min(kPiece, values.size());
  std::vector<char> bytes(piece * element.size);
  std::vector<float> converted(scattered ? piece : 0);
  FortranScatter scatter(header.shape);
  const auto convert = [&](std::size_t first, std::size_t count) -> Expected<void> {
    const std::span<char> part(bytes.data(), count * element.size);
    if (auto read = source.read(part); !read) return read;
    const auto floats =
        scattered ? std::span(converted).first(count) : values.subspan(first, count);
    convert_elements(element, part, floats);
    if (scattered) scatter.put(floats, values);
    return {};
  };
  return in_pieces(values.size(), piece, watch, convert);
}

// The header, checked against the size of what follows.
Expected<NpyHeader> read_checked_header(ByteSource& source) {
  auto header = read_header(source);
  if (!header) return header;
  const auto fits = check_data_size(*header, source.remaining());
  if (!fits) return tl::unexpected(fits.error());
  return header;
}

}  // namespace

bool is_array(std::string_view front) {
  return front.starts_with(kNpyMagic) || is_zip(front) || is_pickle(front);
}

Expected<tensor::Shape> read_npy_shape(ByteSource source) {
  auto header = read_checked_header(source);
  if (!header) return tl::unexpected(header.error());
  return std::move(header->shape);
}

Expected<Tensor> read_npy(ByteSource source, const ReadWatch& watch) {
  const auto header = read_checked_header(source);
  if (!header) return tl::unexpected(header.error());
  const auto place = source.place();
  if (watch.may_stay && place && is_as_stored(*header)) {
    auto staying = Tensor::of_file(header->shape, place->descriptor, place->offset);
    if (staying) return *std::move(staying);
  }
  auto result = Tensor::unfilled(header->shape);
  if (!result) return result;
  const auto done = read_values(source, *header, result->values(), watch);
  if (!done) return tl::unexpected(done.error());
  return result;
}

Expected<void> write_npy(const Tensor& tensor, const ByteSink& sink) {
  auto front = sink(npy_front(tensor.shape()));
  if (!front) return front;
  const auto bytes = bytes_of(tensor.values());
  return sink({bytes.data(), bytes.size()});
}

}  // namespace normscope::io
