// SPDX-License-Identifier: MIT
#include "core/io/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "core/base/limits.hpp"
#include "core/io/npy_elements.hpp"
#include "core/io/npz.hpp"
#include "core/io/quote.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

using base::Error;
using tensor::Tensor;

namespace {

using Kind = NpyElement::Kind;

constexpr std::string_view kConvertHint =
    text::tr_later("in Python, save array.astype(numpy.float32)");

struct NamedElement {
  std::string_view code;  // as NumPy writes it, after the byte order
  std::string_view name;  // the long name, which numpy.dtype accepts, too
  Kind kind;
  std::size_t size;
};

constexpr std::array<NamedElement, 12> kElements = {{
    {"f2", "float16", Kind::kFloat, 2},
    {"f4", "float32", Kind::kFloat, 4},
    {"f8", "float64", Kind::kFloat, 8},
    {"i1", "int8", Kind::kSigned, 1},
    {"i2", "int16", Kind::kSigned, 2},
    {"i4", "int32", Kind::kSigned, 4},
    {"i8", "int64", Kind::kSigned, 8},
    {"u1", "uint8", Kind::kUnsigned, 1},
    {"u2", "uint16", Kind::kUnsigned, 2},
    {"u4", "uint32", Kind::kUnsigned, 4},
    {"u8", "uint64", Kind::kUnsigned, 8},
    {"b1", "bool", Kind::kBool, 1},
}};

tl::unexpected<base::Error> unsupported(std::string sentence) {
  return fail(ErrorKind::kUnsupported, std::move(sentence), tr(kConvertHint));
}

// The error for a type that is not read; the letter of its code says what the type holds.
tl::unexpected<base::Error> refuse(std::string_view code, std::string_view descr) {
  const std::string shown = quote(descr);
  if (code == "object" || code.starts_with('O')) {
    return unsupported(tr("it holds Python objects, which are never loaded"));
  }
  switch (code.empty() ? '\0' : code[0]) {
    case 'c':
      return unsupported(
          tr("it holds complex numbers (dtype {shown}), expected real", arg("shown", shown)));
    case 'S':
    case 'U':
    case 'a':
      return unsupported(
          tr("it holds text (dtype {shown}), expected numbers", arg("shown", shown)));
    case 'M':
    case 'm':
      return unsupported(
          tr("it holds dates or times (dtype {shown}), expected numbers", arg("shown", shown)));
    case 'V':
      return unsupported(tr("it holds structured or raw data (dtype {shown}), expected numbers",
                            arg("shown", shown)));
    default:
      break;
  }
  if (code == "f16" || code == "f12" || code == "longdouble") {
    return unsupported(
        tr("it holds long doubles (dtype {shown}), whose format differs between machines",
           arg("shown", shown)));
  }
  return unsupported(
      tr("its dtype {shown} is unknown, expected f2, f4, f8, i1 to i8, u1 to u8 or b1",
         arg("shown", shown)));
}

Expected<NpyElement> parse_descr(std::string_view descr) {
  const bool ordered =
      !descr.empty() && std::string_view("<>=|").find(descr[0]) != std::string_view::npos;
  const char order = ordered ? descr[0] : '=';
  const std::string_view code = descr.substr(ordered ? 1 : 0);
  const auto* const known = std::ranges::find_if(kElements, [&](const NamedElement& element) {
    return code == element.code || (!ordered && code == element.name);
  });
  if (known == kElements.end()) return refuse(code, descr);
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  return NpyElement{known->kind, known->size, order == foreign && known->size > 1,
                    std::string(descr)};
}

// The grammar: { 'key': value, ... } with strings, True, False and tuples of integers as values.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : text_(text) {}

  Expected<NpyHeader> parse() {
    if (!accept('{'))
      return malformed(tr("its .npy header does not begin with a Python dictionary"));
    while (!accept('}')) {
      const auto entry = parse_entry();
      if (!entry) return tl::unexpected(entry.error());
      if (accept('}')) break;
      if (!accept(',')) return malformed(tr("its .npy header lacks a comma or the closing brace"));
    }
    skip_space();
    if (at_ != text_.size())
      return malformed(tr("its .npy header goes on after its closing brace"));
    if (!element_) return malformed(tr("its .npy header lacks the key 'descr'"));
    if (!fortran_order_) return malformed(tr("its .npy header lacks the key 'fortran_order'"));
    if (!shape_) return malformed(tr("its .npy header lacks the key 'shape'"));
    return NpyHeader{std::move(*element_), *fortran_order_, std::move(*shape_)};
  }

 private:
  static tl::unexpected<base::Error> malformed(std::string sentence) {
    return fail(ErrorKind::kMalformed, std::move(sentence));
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n\f", at_), text_.size()); }

  bool accept(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // A string in single or double quotes; Python 2 also wrote u'...'.
  std::optional<std::string_view> parse_string() {
    skip_space();
    std::size_t start = at_;
    if (start < text_.size() && (text_[start] == 'u' || text_[start] == 'b')) ++start;
    if (start >= text_.size() || (text_[start] != '\'' && text_[start] != '"')) return {};
    const std::size_t end = text_.find(text_[start], start + 1);
    if (end == std::string_view::npos) return {};
    at_ = end + 1;
    return text_.substr(start + 1, end - start - 1);
  }

  std::string_view parse_word() {
    skip_space();
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n\f,:{}()[]'\"", at_), text_.size());
    return text_.substr(start, at_ - start);
  }

  Expected<void> parse_entry() {
    const auto key = parse_string();
    if (!key) return malformed(tr("its .npy header has a key that is not a string"));
    if (!accept(':'))
      return malformed(tr("its .npy header lacks the colon after {key}", arg("key", quote(*key))));
    const bool again = (*key == "descr" && element_) || (*key == "shape" && shape_) ||
                       (*key == "fortran_order" && fortran_order_);
    if (again) return malformed(tr("its .npy header has the key '{key}' twice", arg("key", *key)));
    if (*key == "descr") return parse_element();
    if (*key == "fortran_order") return parse_order();
    if (*key == "shape") return parse_shape();
    return malformed(
        tr("its .npy header has the key {key}, expected descr, fortran_order and shape",
           arg("key", quote(*key))));
  }

  Expected<void> parse_element() {
    skip_space();
    if (at_ < text_.size() && (text_[at_] == '[' || text_[at_] == '(')) {
      return unsupported(tr("it holds records (a structured dtype), expected plain numbers"));
    }
    const auto descr = parse_string();
    if (!descr) return malformed(tr("its .npy header has a 'descr' that is not a string"));
    auto element = parse_descr(*descr);
    if (!element) return tl::unexpected(element.error());
    element_ = std::move(*element);
    return {};
  }

  Expected<void> parse_order() {
    const std::string_view word = parse_word();
    if (word != "True" && word != "False") {
      return malformed(tr("its .npy header has 'fortran_order' {word}, expected True or False",
                          arg("word", quote(word))));
    }
    fortran_order_ = word == "True";
    return {};
  }

  // As in Python, a single size needs a comma: (5,) is a tuple, (5) is not.
  Expected<void> parse_shape() {
    if (!accept('('))
      return malformed(tr("its .npy header has a 'shape' that is not a tuple such as (2, 3)"));
    tensor::Shape shape;
    bool comma = true;
    while (!accept(')')) {
      if (!comma)
        return malformed(tr("its .npy header has a 'shape' that is not a tuple such as (2, 3)"));
      std::string_view word = parse_word();
      if (word.ends_with('L')) word.remove_suffix(1);  // Python 2 wrote long integers so
      const auto size = text::parse_int(word);
      if (!size) {
        return malformed(
            tr("its .npy header has the size {word} in 'shape', expected a 64-bit integer",
               arg("word", quote(word))));
      }
      if (*size < 0) {
        return malformed(
            tr("its .npy header has the negative size {size} in 'shape'", arg("size", *size)));
      }
      shape.push_back(*size);
      comma = accept(',');
    }
    if (shape.size() == 1 && !comma) {
      return malformed(tr("its .npy header has the shape ({shape}), expected the tuple ({shape},)",
                          arg("shape", shape[0])));
    }
    const auto count = tensor::element_count(shape);
    if (!count) return tl::unexpected(count.error());
    shape_ = std::move(shape);
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<NpyElement> element_{};
  std::optional<bool> fortran_order_{};
  std::optional<tensor::Shape> shape_{};
};

// The magic string and the two bytes of the version.
constexpr std::size_t kBeforeLength = 8;

Error ends_in_header() {
  return {ErrorKind::kMalformed, tr("it ends within its .npy header")};
}

// A pickle begins with the opcode PROTO and a version from 2 to 5.
bool is_pickle(std::string_view front) {
  return front.size() >= 2 && front[0] == '\x80' && front[1] >= 2 && front[1] <= 5;
}

// The error for a file whose first bytes are not those of an .npy file: names the format it has.
Error explain_front(std::string_view front) {
  if (front.empty()) return {ErrorKind::kMalformed, tr("it is empty")};
  if (is_zip(front)) {
    return {ErrorKind::kUnsupported,
            tr("it is a zip archive (.npz or a PyTorch file), not one array"),
            tr("in Python, numpy.save one array of it as .npy")};
  }
  if (is_pickle(front)) {
    return {ErrorKind::kUnsupported, tr("it is a Python pickle, which is never loaded"),
            tr("in Python, numpy.save the array as .npy")};
  }
  if (kNpyMagic.starts_with(front)) return ends_in_header();
  return {ErrorKind::kMalformed,
          tr("it is not an .npy file: it begins with {front}, expected the bytes \\x93NUMPY",
             arg("front", quote(front)))};
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
                tr("its .npy format version {major}.{minor} is unknown, expected 1.0, 2.0 or 3.0",
                   arg("major", major), arg("minor", minor)));
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
                tr("its .npy header claims {length} bytes; {most} are the most",
                   arg("length", length), arg("most", base::kMaxNpyHeaderBytes)));
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
  return fail(ErrorKind::kMalformed,
              tr("its header announces {announced} bytes of data (shape {shape}, dtype {descr}), "
                 "but {found} follow",
                 arg("announced", announced), arg("shape", tensor::shape_to_text(header.shape)),
                 arg("descr", header.element.descr), arg("found", found)));
}

}  // namespace

Expected<NpyHeader> parse_npy_header(std::string_view dictionary) {
  return HeaderParser(dictionary).parse();
}

std::string type_name(const NpyElement& element) {
  if (element.kind == Kind::kBfloat16) return "bfloat16";
  if (element.kind == Kind::kFloat8E4m3) return "float8_e4m3fn";
  if (element.kind == Kind::kFloat8E5m2) return "float8_e5m2";
  const auto* const known = std::ranges::find_if(kElements, [&](const NamedElement& named) {
    return named.kind == element.kind && named.size == element.size;
  });
  return std::string(known == kElements.end() ? element.descr : known->name);
}

std::string npy_front(const tensor::Shape& shape) {
  std::string sizes;
  for (const std::int64_t size : shape) sizes += fmt::format("{}, ", size);
  if (shape.size() == 1) {
    sizes.pop_back();  // (5,)
  } else if (!shape.empty()) {
    sizes.resize(sizes.size() - 2);  // (2, 3)
  }
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", sizes);
  constexpr std::size_t kGrowthDigits = 21;  // the width that NumPy reserves for the first size
  if (!shape.empty()) {
    const std::size_t digits = fmt::formatted_size("{}", shape[0]);
    header.append(kGrowthDigits - std::min(kGrowthDigits, digits), ' ');
  }
  // The data starts at a multiple of 64. NumPy pads with 1 to 64 blanks, never with none.
  constexpr std::size_t kAlignment = 64;
  constexpr std::size_t kBeforeHeader = 10;
  header.append(kAlignment - (kBeforeHeader + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  std::string front("\x93NUMPY\x01\x00", 8);
  front += static_cast<char>(header.size() & 0xff);
  front += static_cast<char>(header.size() >> 8);
  return front + header;
}

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
  return read_npy_header(source).and_then(
      [&](const NpyHeader& header) { return read_numbers(std::move(source), header, watch); });
}

Expected<void> write_npy(const Tensor& tensor, const ByteSink& sink) {
  auto front = sink(npy_front(tensor.shape()));
  if (!front) return front;
  return sink(bytes_of(tensor.values()));
}

}  // namespace normscope::io
