// SPDX-License-Identifier: MIT
// Texts as bytes and back: UTF-8, ASCII and Latin-1, with Python's ways to go on after an error.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

enum class Encoding { kUtf8, kAscii, kLatin1 };
struct Codec {
  std::string_view alias;
  Encoding encoding;
};
// As Python writes names to compare them: small letters, one separator.
constexpr std::array kCodecs = {
    Codec{"utf_8", Encoding::kUtf8},        Codec{"utf8", Encoding::kUtf8},
    Codec{"u8", Encoding::kUtf8},           Codec{"ascii", Encoding::kAscii},
    Codec{"us_ascii", Encoding::kAscii},    Codec{"646", Encoding::kAscii},
    Codec{"latin_1", Encoding::kLatin1},    Codec{"latin1", Encoding::kLatin1},
    Codec{"iso_8859_1", Encoding::kLatin1}, Codec{"iso8859_1", Encoding::kLatin1},
    Codec{"l1", Encoding::kLatin1},
};

std::string_view name_of(Encoding encoding) {
  constexpr std::array<std::string_view, 3> kNames = {"utf-8", "ascii", "latin-1"};
  return kNames[static_cast<std::size_t>(encoding)];
}

std::optional<Encoding> find_encoding(Vm& vm, std::string_view name) {
  std::string plain;
  for (const char c : name) {
    plain += c == '-' || c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  for (const Codec& codec : kCodecs) {
    if (codec.alias == plain) return codec.encoding;
  }
  if (plain.starts_with("utf") || plain.starts_with("cp") || plain.starts_with("iso")) {
    vm.raise_not_supported(fmt::format("the encoding {}", name), "'utf-8'");
  } else {
    vm.raise(vm.errors().lookup_error, fmt::format("unknown encoding: {}", name));
  }
  return std::nullopt;
}

// A fault between two places of what is read; what is put there instead, or none: raised.
struct Fault {
  std::size_t start;
  std::size_t end;
  std::string_view reason;
};

Raised raise_fault(Vm& vm, bool decodes, Encoding encoding, const Value& object,
                   const Fault& fault) {
  const Value args[] = {vm.str(name_of(encoding)), object,
                        Value::integer(static_cast<std::int64_t>(fault.start)),
                        Value::integer(static_cast<std::int64_t>(fault.end)), vm.str(fault.reason)};
  const auto& type = decodes ? vm.errors().unicode_decode_error : vm.errors().unicode_encode_error;
  vm.raise(type, args);
  auto& attributes = vm.exception()->make_attributes();
  constexpr std::array<std::string_view, 5> kNames = {"encoding", "object", "start", "end",
                                                      "reason"};
  for (std::size_t n = 0; n < kNames.size(); ++n) attributes.set(*vm.intern(kNames[n]), args[n]);
  return {};
}

bool knows_handler(Vm& vm, std::string_view errors) {
  for (const std::string_view known : {"ignore", "replace", "backslashreplace"}) {
    if (errors == known) return true;
  }
  if (errors == "surrogateescape" || errors == "xmlcharrefreplace" || errors == "namereplace" ||
      errors == "surrogatepass") {
    vm.raise_not_supported(fmt::format("errors='{}'", errors), "errors='replace'");
  } else {
    vm.raise(vm.errors().lookup_error, fmt::format("unknown error handler name '{}'", errors));
  }
  return false;
}

std::string escaped(char32_t code) {
  if (code < 0x100) return fmt::format("\\x{:02x}", static_cast<std::uint32_t>(code));
  if (code < 0x10000) return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
  return fmt::format("\\U{:08x}", static_cast<std::uint32_t>(code));
}

// How many bytes at `at` are one code point of UTF-8, or where that goes wrong.
struct Sequence {
  std::size_t bytes = 0;
  std::size_t bad = 0;  // bytes that are faulty together; 0: none
  std::string_view reason;
};

Sequence sequence_at(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(bytes[at + n]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {1, 0, {}};
  if (first < 0xC2 || first > 0xF4) return {0, 1, "invalid start byte"};
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (std::size_t n = 1; n < size; ++n) {
    if (at + n >= bytes.size()) return {0, n, "unexpected end of data"};
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    if (n == 1) {  // neither longer than needed, nor surrogates, nor beyond Unicode
      if (first == 0xE0) low = 0xA0;
      if (first == 0xED) high = 0x9F;
      if (first == 0xF0) low = 0x90;
      if (first == 0xF4) high = 0x8F;
    }
    if (byte(n) < low || byte(n) > high) return {0, n, "invalid continuation byte"};
  }
  return {size, 0, {}};
}

}  // namespace

std::optional<std::string> encode_text(Vm& vm, const Value& value, std::string_view encoding,
                                       std::string_view errors) {
  const auto codec = find_encoding(vm, encoding);
  if (!codec) return std::nullopt;
  const std::string& text = text_of(value);
  if (!vm.reserve(text.size())) return std::nullopt;
  const char32_t limit = *codec == Encoding::kAscii ? 0x80 : 0x100;
  const auto fits = [&](char32_t code) {
    return *codec == Encoding::kUtf8 ? code < 0xD800 || code > 0xDFFF : code < limit;
  };
  std::string bytes;
  std::size_t place = 0;
  for (std::size_t at = 0; at < text.size(); ++place) {
    std::size_t next = at;
    const char32_t code = utf8::next(text, next);
    if (fits(code)) {
      if (*codec == Encoding::kUtf8) {
        bytes.append(text, at, next - at);
      } else {
        bytes += static_cast<char>(static_cast<unsigned char>(code));
      }
    } else if (errors == "strict") {
      std::size_t end = place + 1;  // neighbours that do not fit either are part of the fault
      for (std::size_t more = next; more < text.size() && !fits(utf8::next(text, more));) ++end;
      const std::string_view reason = *codec == Encoding::kUtf8    ? "surrogates not allowed"
                                      : *codec == Encoding::kAscii ? "ordinal not in range(128)"
                                                                   : "ordinal not in range(256)";
      raise_fault(vm, false, *codec, value, {place, end, reason});
      return std::nullopt;
    } else if (!knows_handler(vm, errors)) {
      return std::nullopt;
    } else if (errors != "ignore") {
      bytes += errors == "replace" ? "?" : escaped(code);
    }
    at = next;
  }
  return bytes;
}

std::optional<std::string> decode_bytes(Vm& vm, const Value& value, std::string_view encoding,
                                        std::string_view errors) {
  const auto codec = find_encoding(vm, encoding);
  if (!codec) return std::nullopt;
  const std::string& bytes = *bytes_of(vm, value);
  if (!vm.reserve(bytes.size())) return std::nullopt;
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto code = static_cast<unsigned char>(bytes[at]);
    Sequence found{1, 0, {}};
    if (*codec == Encoding::kUtf8) found = sequence_at(bytes, at);
    if (*codec == Encoding::kAscii && code >= 0x80) found = {0, 1, "ordinal not in range(128)"};
    if (found.bad == 0) {
      if (*codec == Encoding::kUtf8) {
        text.append(bytes, at, found.bytes);
      } else {
        utf8::append(text, code);
      }
      at += found.bytes;
      continue;
    }
    if (errors == "strict") {
      raise_fault(vm, true, *codec, value, {at, at + found.bad, found.reason});
      return std::nullopt;
    }
    if (!knows_handler(vm, errors)) return std::nullopt;
    if (errors == "replace") utf8::append(text, 0xFFFD);
    for (std::size_t n = 0; n < found.bad && errors == "backslashreplace"; ++n) {
      text += escaped(static_cast<unsigned char>(bytes[at + n]));
    }
    at += found.bad;
  }
  return text;
}

std::optional<std::string> unicode_error_text(Vm& vm, const ExceptionObject& exception) {
  const bool decodes = exception.type()->is_subtype_of(*vm.errors().unicode_decode_error);
  const bool encodes = exception.type()->is_subtype_of(*vm.errors().unicode_encode_error);
  const Values& args = exception.args.get<TupleObject>().values;
  if ((!decodes && !encodes) || args.size() != 5 || !args[0].is_kind(Kind::kStr) ||
      !args[2].is_int() || !args[3].is_int() || !args[4].is_kind(Kind::kStr)) {
    return std::nullopt;
  }
  const std::string* const bytes = bytes_of(vm, args[1]);
  const std::int64_t start = args[2].as_int();
  const std::int64_t end = args[3].as_int();
  std::string what = decodes ? "bytes" : "characters";
  std::string place = fmt::format("{}-{}", start, end - 1);
  if (end == start + 1 && start >= 0) {
    place = std::to_string(start);
    const auto at = static_cast<std::size_t>(start);
    if (decodes && bytes != nullptr && at < bytes->size()) {
      what = fmt::format("byte 0x{:02x}", static_cast<unsigned char>((*bytes)[at]));
    }
    const auto* const text = args[1].as<StrObject>();
    if (encodes && text != nullptr && at < text->length()) {
      std::size_t byte = text->byte_of(at);
      what = fmt::format("character '{}'", escaped(utf8::next(text->text(), byte)));
    }
  }
  return fmt::format("'{}' codec can't {} {} in position {}: {}", text_of(args[0]),
                     decodes ? "decode" : "encode", what, place, text_of(args[4]));
}

}  // namespace normscope::notebook::runtime
