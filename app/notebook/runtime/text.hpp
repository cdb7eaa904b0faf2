// SPDX-License-Identifier: MIT
// str: text in UTF-8 that knows how many code points it has. What is pure ASCII, nearly all of it,
// is indexed at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

class StrObject final : public Object {
 public:
  static constexpr Kind kKind = Kind::kStr;
  StrObject(TypeObject& type, std::string text);
  ~StrObject() override;

  const std::string& text() const { return text_; }
  /// Code points.
  std::size_t length() const { return length_; }
  bool is_ascii() const { return length_ == text_.size(); }
  std::int64_t hash() const {
    if (hash_ == kNoHash) hash_ = hash_of_text();
    return hash_;
  }
  /// For the machine alone, of a text that nobody else holds.
  void append(std::string_view more);
  /// The byte where a code point begins; index may be length().
  std::size_t byte_of(std::size_t index) const;
  std::string_view slice(std::size_t begin, std::size_t end) const;

  /// One object a text: names of attributes and variables compare by pointer.
  bool interned = false;
  /// The `__dict__` of an instance of a class that derives from str; mostly empty.
  Value attributes;

 private:
  static constexpr std::int64_t kNoHash = -1;  // no hash is -1, as in CPython
  std::int64_t hash_of_text() const;

  std::string text_;
  std::size_t length_;
  mutable std::int64_t hash_ = kNoHash;  // made when it is first asked for
};

/// The text of a value that is a str.
inline const std::string& text_of(const Value& value) {
  return value.get<StrObject>().text();
}

namespace utf8 {
std::size_t length(std::string_view text);
/// The bytes of the code point that begins at this byte.
std::size_t width(std::string_view text, std::size_t byte);
/// Reads one code point and moves on. Surrogates have three bytes like their neighbours.
char32_t next(std::string_view text, std::size_t& byte);
void append(std::string& text, char32_t code);
}  // namespace utf8

/// Python's repr of a text, with the quotes it chooses.
std::string quoted(std::string_view text, bool ascii_only = false);

}  // namespace normscope::notebook::runtime
