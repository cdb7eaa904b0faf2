// SPDX-License-Identifier: MIT
// The sentences of the program in another language: a catalogue as gettext's msgfmt writes it
// (.mo). The C library's own gettext is not asked, because it translates nothing where the system
// has no locale of the language (glibc 2.39 and newer), and a chosen language is to work
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::text {

/// The names in a sentence's braces with how they are written, in alphabetical order: of
/// "{name} has {share:.0f} %" these are "name" and "share:.0f".
std::vector<std::string> placeholders(std::string_view sentence);

class Catalogue {
 public:
  /// Of a file's bytes, in either byte order.
  /// errors  Malformed: the bytes are no catalogue, or a translation has other placeholders than
  ///         its sentence; Unsupported: a plural rule that kPluralRules lacks
  /// source  GNU gettext manual 10.3, "The Format of GNU MO Files"
  static base::Expected<Catalogue> from(const std::string& bytes);

  /// The tag of the language that its header names: "es"; empty where it names none.
  std::string_view language() const { return language_; }

  /// The translation of a sentence; nothing where there is none. Ends with a zero byte.
  std::optional<std::string_view> find(std::string_view english) const;
  /// The form of a sentence that goes with a number; nothing where there is none.
  std::optional<std::string_view> find(std::string_view english, std::uint64_t number) const;

 private:
  struct Entry {
    std::string_view english{};             // the singular
    std::vector<std::string_view> forms{};  // of a sentence without a number, one
  };
  using Rule = std::size_t (*)(std::uint64_t number);

  Catalogue() = default;
  const Entry* entry(std::string_view english) const;
  /// errors  as from
  base::Expected<void> read(const std::string& bytes);

  std::vector<char> bytes_{};     // which the entries refer to
  std::vector<Entry> entries_{};  // in the order of their sentences
  std::string_view language_{};
  Rule rule_ = nullptr;
};

}  // namespace normscope::text
