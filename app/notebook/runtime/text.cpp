// SPDX-License-Identifier: MIT
// Text by code points, and its repr.
#include "app/notebook/runtime/text.hpp"

#include <utility>

#include "app/notebook/runtime/unicode.hpp"
#include "app/notebook/syntax/characters.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::runtime {
namespace {

// FNV-1a: short, and good enough for names.
std::int64_t hash_bytes(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  hash ^= hash >> 32U;
  const auto result = static_cast<std::int64_t>(hash);
  return result == -1 ? -2 : result;
}

constexpr std::string_view kHexDigits = "0123456789abcdef";

void append_escape(std::string& text, char letter, char32_t code, int digits) {
  text += '\\';
  text += letter;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += kHexDigits[(code >> static_cast<unsigned>(shift)) & 15U];
  }
}

}  // namespace

StrObject::StrObject(TypeObject& type, std::string text)
    : Object(Kind::kStr, &type), text_(std::move(text)), length_(utf8::length(text_)) {
  type.heap().account(static_cast<std::ptrdiff_t>(text_.size()));
}

StrObject::~StrObject() {
  type()->heap().account(-static_cast<std::ptrdiff_t>(text_.size()));
}

void StrObject::append(std::string_view more) {
  text_ += more;
  length_ += utf8::length(more);
  hash_ = kNoHash;
  type()->heap().account(static_cast<std::ptrdiff_t>(more.size()));
}

std::int64_t StrObject::hash_of_text() const {
  return hash_bytes(text_);
}

std::size_t StrObject::byte_of(std::size_t index) const {
  if (is_ascii()) return index;
  std::size_t byte = 0;
  for (; index > 0 && byte < text_.size(); --index) byte += utf8::width(text_, byte);
  return byte;
}

std::string_view StrObject::slice(std::size_t begin, std::size_t end) const {
  const std::string_view all = text_;
  if (is_ascii()) return all.substr(begin, end - begin);
  const std::size_t from = byte_of(begin);
  std::size_t to = from;
  for (std::size_t n = begin; n < end && to < all.size(); ++n) to += utf8::width(all, to);
  return all.substr(from, to - from);
}

namespace utf8 {

std::size_t length(std::string_view text) {
  return text::length(text);
}

std::size_t width(std::string_view text, std::size_t byte) {
  return text::next(text, byte) - byte;
}

char32_t next(std::string_view text, std::size_t& byte) {
  const auto [code, bytes] =
      text::first_character(text.substr(byte), text::Surrogates::kCharacters);
  byte += bytes;
  return code;
}

void append(std::string& text, char32_t code) {
  text::append(text, code);
}

}  // namespace utf8

std::string quoted(std::string_view text, bool ascii_only) {
  const bool single = text.find('\'') != std::string_view::npos;
  const bool twice = text.find('"') != std::string_view::npos;
  const char quote = single && !twice ? '"' : '\'';
  std::string result(1, quote);
  for (std::size_t byte = 0; byte < text.size();) {
    const std::size_t begin = byte;
    const char32_t code = utf8::next(text, byte);
    if (code == static_cast<unsigned char>(quote) || code == '\\') {
      result += '\\';
      result += static_cast<char>(code);
    } else if (code == '\n') {
      result += "\\n";
    } else if (code == '\r') {
      result += "\\r";
    } else if (code == '\t') {
      result += "\\t";
    } else if (code >= 0x20 && code < 0x7F) {
      result += static_cast<char>(code);
    } else if (code > 0x7F && !ascii_only && syntax::is_printable(code)) {
      result += text.substr(begin, byte - begin);
    } else if (code < 0x100) {
      append_escape(result, 'x', code, 2);
    } else if (code < 0x10000) {
      append_escape(result, 'u', code, 4);
    } else {
      append_escape(result, 'U', code, 8);
    }
  }
  return result + quote;
}

}  // namespace normscope::notebook::runtime
