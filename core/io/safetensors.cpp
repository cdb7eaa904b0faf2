// SPDX-License-Identifier: MIT
#include "core/io/safetensors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/quote.hpp"
#include "core/text/json.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::io {

using nlohmann::json;
using tensor::Tensor;

namespace {

constexpr text::JsonSentences kBeyondHeader{
    .levels = text::tr_later("in its header, lists and objects nest deeper than {most} levels"),
    .containers = text::tr_later("in its header, lists and objects are more than {most}"),
    .values = text::tr_later("in its header, values are more than {most}"),
    .text = text::tr_later("in its header, texts are longer than {most} bytes")};

constexpr std::size_t kLengthBytes = 8;
constexpr std::string_view kMetadata = "__metadata__";

using Kind = NpyElement::Kind;

struct StoredType {
  std::string_view name;
  Kind kind;
  std::size_t size;  // bytes
};
constexpr std::array<StoredType, 15> kTypes{{
    {"F64", Kind::kFloat, 8},
    {"F32", Kind::kFloat, 4},
    {"F16", Kind::kFloat, 2},
    {"BF16", Kind::kBfloat16, 2},
    {"F8_E4M3", Kind::kFloat8E4m3, 1},
    {"F8_E5M2", Kind::kFloat8E5m2, 1},
    {"I64", Kind::kSigned, 8},
    {"I32", Kind::kSigned, 4},
    {"I16", Kind::kSigned, 2},
    {"I8", Kind::kSigned, 1},
    {"U64", Kind::kUnsigned, 8},
    {"U32", Kind::kUnsigned, 4},
    {"U16", Kind::kUnsigned, 2},
    {"U8", Kind::kUnsigned, 1},
    {"BOOL", Kind::kBool, 1},
}};

// A tensor as the header describes it; `begin` and `end` count from the first byte after the
// header.
struct StoredTensor {
  ArrayEntry entry;
  std::optional<NpyElement> element;  // none: a type that cannot be read
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

tl::unexpected<base::Error> malformed(std::string sentence) {
  return fail(ErrorKind::kMalformed, std::move(sentence));
}

std::uint64_t length_in(std::string_view front) {
  std::uint64_t length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    length = (length << 8) | static_cast<unsigned char>(front[i]);
  }
  return length;
}

// The header as JSON, without a key that stands twice in one object.
Expected<json> parse_header(std::string_view text, const std::stop_token& stop) {
  const text::JsonBounds bounds{.stop = stop};
  auto header = text::read_json(text, bounds);
  if (header && header->is_object()) return *std::move(header);
  if (header) return malformed(tr("its header is no JSON object"));
  using Fault = text::JsonFault::Kind;
  const text::JsonFault& fault = header.error();
  if (fault.kind == Fault::kStopped) return fail(ErrorKind::kCancelled, tr("reading was stopped"));
  if (fault.kind == Fault::kTwice) {
    return malformed(tr("its header has {key} twice", arg("key", quote(fault.key))));
  }
  if (!fault.beyond_bounds()) return malformed(tr("its header is no JSON"));
  return malformed(fault.sentence(bounds, kBeyondHeader));
}

std::optional<std::uint64_t> whole(const json& value) {
  return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

Expected<tensor::Shape> shape_of(const std::string& name, const json& value) {
  const auto wrong = [&] {
    return malformed(tr("the shape of {name} is no list of sizes", arg("name", quote(name))));
  };
  if (!value.is_array()) return wrong();
  tensor::Shape shape;
  for (const json& size : value) {
    const auto known = whole(size);
    if (!known || *known > static_cast<std::uint64_t>(INT64_MAX)) return wrong();
    shape.push_back(static_cast<std::int64_t>(*known));
  }
  const auto count = tensor::element_count(shape);
  if (!count) return tl::unexpected(count.error());
  return shape;
}

Expected<void> take_type(StoredTensor& tensor) {
  ArrayEntry& entry = tensor.entry;
  const auto* const known = std::ranges::find(kTypes, entry.type, &StoredType::name);
  if (known == kTypes.end()) {
    entry.problem = tr("its type {type} is unknown here", arg("type", quote(entry.type)));
    return {};
  }
  tensor.element = NpyElement{known->kind, known->size, false, std::string(known->name)};
  entry.type = type_name(*tensor.element);
  // At most 2^40 elements of 8 bytes: no overflow.
  const auto needed = static_cast<std::uint64_t>(tensor::product(entry.shape)) * known->size;
  if (tensor.end - tensor.begin == needed) return {};
  return malformed(
      tr("{name} has {end} bytes, but its shape {shape} of {known_name} needs {needed}",
         arg("name", quote(entry.name)), arg("end", tensor.end - tensor.begin),
         arg("shape", tensor::shape_to_text(entry.shape)), arg("known_name", known->name),
         arg("needed", needed)));
}

Expected<StoredTensor> tensor_of(const std::string& name, const json& value) {
  if (name.empty()) return malformed(tr("a tensor has no name"));
  if (!value.is_object() || value.size() != 3 || !value.contains("dtype") ||
      !value.contains("shape") || !value.contains("data_offsets") || !value["dtype"].is_string()) {
    return malformed(
        tr("{name} is not described by dtype, shape and data_offsets", arg("name", quote(name))));
  }
  auto shape = shape_of(name, value["shape"]);
  if (!shape) return tl::unexpected(shape.error());
  const json& places = value["data_offsets"];
  const bool pair = places.is_array() && places.size() == 2;
  const auto begin = pair ? whole(places[0]) : std::nullopt;
  const auto end = pair ? whole(places[1]) : std::nullopt;
  if (!begin || !end || *begin > *end) {
    return malformed(
        tr("the data_offsets of {name} are no range of bytes", arg("name", quote(name))));
  }
  StoredTensor tensor{
      {name, value["dtype"].get<std::string>(), *std::move(shape)}, std::nullopt, *begin, *end};
  if (const auto taken = take_type(tensor); !taken) return tl::unexpected(taken.error());
  return tensor;
}

Expected<void> check_metadata(const json& value) {
  const bool fits = value.is_object() &&
                    std::ranges::all_of(value, [](const json& text) { return text.is_string(); });
  if (fits) return {};
  return malformed(tr("{metadata} is no object of texts", arg("metadata", kMetadata)));
}

// Checks that the tensors, by place, cover the bytes after the header exactly.
Expected<void> check_places(const std::vector<StoredTensor>& tensors, std::uint64_t bytes) {
  std::uint64_t covered = 0;
  for (const StoredTensor& tensor : tensors) {
    const std::string name = quote(tensor.entry.name);
    if (tensor.end > bytes) {
      return malformed(tr("{name} ends at byte {end}, but only {bytes} bytes follow the header",
                          arg("name", name), arg("end", tensor.end), arg("bytes", bytes)));
    }
    if (tensor.begin < covered) {
      return malformed(tr("{name} overlaps the tensor before it", arg("name", name)));
    }
    if (tensor.begin > covered) {
      return malformed(tr("{begin} bytes before {name} belong to no tensor",
                          arg("begin", tensor.begin - covered), arg("name", name)));
    }
    covered = tensor.end;
  }
  if (covered == bytes) return {};
  return malformed(
      tr("{bytes} bytes at its end belong to no tensor", arg("bytes", bytes - covered)));
}

// Reads and checks the header; the source is then at the first byte after it.
Expected<std::vector<StoredTensor>> read_index(ByteSource& source, const std::stop_token& stop) {
  if (source.remaining() < kLengthBytes) return malformed(tr("it ends within its header"));
  std::string front(kLengthBytes, '\0');
  if (const auto read = source.read(front); !read) return tl::unexpected(read.error());
  const std::uint64_t length = length_in(front);
  if (length > base::kMaxSafetensorsHeaderBytes) {
    return fail(ErrorKind::kTooLarge,
                tr("its header claims {length} bytes; {most} are the most", arg("length", length),
                   arg("most", base::kMaxSafetensorsHeaderBytes)));
  }
  if (length > source.remaining()) return malformed(tr("it ends within its header"));
  std::string text(static_cast<std::size_t>(length), '\0');
  if (const auto read = source.read(text); !read) return tl::unexpected(read.error());
  const auto header = parse_header(text, stop);
  if (!header) return tl::unexpected(header.error());
  std::vector<StoredTensor> tensors;
  for (const auto& [name, value] : header->items()) {
    if (name == kMetadata) {
      if (const auto fits = check_metadata(value); !fits) return tl::unexpected(fits.error());
      continue;
    }
    auto tensor = tensor_of(name, value);
    if (!tensor) return tl::unexpected(tensor.error());
    tensors.push_back(*std::move(tensor));
  }
  std::ranges::sort(tensors, {}, [](const StoredTensor& tensor) {
    return std::tuple(tensor.begin, tensor.end, tensor.entry.name);
  });
  const auto covered = check_places(tensors, source.remaining());
  if (!covered) return tl::unexpected(covered.error());
  return tensors;
}

std::vector<ArrayEntry> entries_of(const std::vector<StoredTensor>& tensors) {
  std::vector<ArrayEntry> entries;
  entries.reserve(tensors.size());
  for (const StoredTensor& tensor : tensors) entries.push_back(tensor.entry);
  return entries;
}

}  // namespace

bool is_safetensors(std::string_view front) {
  return front.size() > kLengthBytes && front[kLengthBytes] == '{' &&
         length_in(front) <= base::kMaxSafetensorsHeaderBytes;
}

Expected<Arrays> safetensors_arrays(ByteSource source, const std::stop_token& stop) {
  auto tensors = read_index(source, stop);
  if (!tensors) return tl::unexpected(tensors.error());
  Arrays arrays{entries_of(*tensors)};
  arrays.stored = [tensors = *tensors,
                   from = std::make_shared<const ByteSource>(std::move(source))](std::size_t at) {
    const StoredTensor& tensor = tensors[at];
    auto numbers = std::make_shared<ByteSource>(from->again());
    numbers->skip(tensor.begin);
    return StoredNumbers{std::move(numbers), {*tensor.element, false, tensor.entry.shape}};
  };
  arrays.read = [entries = arrays.entries, stored = arrays.stored](
                    std::size_t at, const ReadWatch& watch) -> Expected<Tensor> {
    if (!entries[at].problem.empty()) return fail(ErrorKind::kUnsupported, entries[at].problem);
    const StoredNumbers numbers = stored(at);
    return read_numbers(numbers.source->again(), numbers.header, watch);
  };
  return arrays;
}

Expected<std::string> safetensors_front(std::span<const NamedShape> tensors) {
  std::string header;
  std::uint64_t begin = 0;
  for (const auto& [name, shape] : tensors) {
    if (name.empty() || name == kMetadata || text::first_invalid(name)) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("{name} cannot be the name of a tensor", arg("name", quote(name))));
    }
    const std::uint64_t end =
        begin + static_cast<std::uint64_t>(tensor::product(shape)) * sizeof(float);
    header += fmt::format(R"({}{}:{{"dtype":"F32","shape":[{}],"data_offsets":[{},{}]}})",
                          header.empty() ? "" : ",", json(name).dump(), fmt::join(shape, ","),
                          begin, end);
    begin = end;
  }
  header = fmt::format("{{{}}}", header);
  header.append((kLengthBytes - header.size() % kLengthBytes) % kLengthBytes, ' ');
  std::string front;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    front += static_cast<char>((header.size() >> (8 * i)) & 0xFFU);
  }
  return front + header;
}

Expected<void> write_safetensors(std::span<const NamedTensor> tensors, const ByteSink& sink) {
  std::vector<NamedShape> shapes;
  shapes.reserve(tensors.size());
  for (const auto& [name, tensor] : tensors) shapes.push_back({name, tensor->shape()});
  const auto front = safetensors_front(shapes);
  if (!front) return tl::unexpected(front.error());
  if (auto written = sink(*front); !written) return written;
  for (const NamedTensor& named : tensors) {
    if (auto written = sink(bytes_of(named.tensor->values())); !written) return written;
  }
  return {};
}

}  // namespace normscope::io
