// SPDX-License-Identifier: MIT
// A TOML table read strictly: every key that is read is checked for its type, and every key that is
// never read is an error. The first fault is kept, so that a reader can read everything and check
// for a fault once.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

/// The first fault of a TOML text, and the line of the file at which the text begins.
struct TomlFaults {
  int first_line = 1;
  std::optional<base::Error> error{};

  /// The line of a node in the file.
  int line_of(const toml::node& node) const;
  /// Keeps the fault if it is the first; its line is put in front of the sentence.
  void refuse(const toml::node& node, base::ErrorKind kind, std::string_view what,
              std::string hint = {});
};

/// Reads TOML text.
/// errors  Malformed, with the file's line
base::Expected<toml::table> parse_toml(std::string_view text, int first_line);

class TomlTable {
 public:
  /// Both must outlive this object.
  TomlTable(const toml::table& table, TomlFaults& faults) : table_(table), faults_(faults) {}

  /// The value of a key; nullopt when the key is absent or its value is faulty.
  std::optional<std::string> text(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  std::optional<double> number(std::string_view key);
  std::optional<std::int64_t> whole(std::string_view key, std::int64_t least, std::int64_t most);
  /// Sizes of dimensions, such as [2, 5].
  std::optional<std::vector<std::int64_t>> sizes(std::string_view key);
  const toml::table* table(std::string_view key);
  const toml::array* array(std::string_view key);
  const toml::node* any(std::string_view key);

  template <class Enum>
  std::optional<Enum> choice(std::string_view key, std::span<const base::Name<Enum>> names) {
    const auto word = text(key);
    if (!word) return std::nullopt;
    const auto value = base::value_of(names, *word);
    if (!value) {
      refuse(key, text::tr("'{key}' must be one of {names}, but is '{word}'", text::arg("key", key),
                           text::arg("names", base::list_names(names)), text::arg("word", *word)));
    }
    return value;
  }

  /// Reports a fault at a key's value, or at the whole table when the key is absent.
  void refuse(std::string_view key, std::string_view what, std::string hint = {});

  /// Reports an error of something that a key's value named.
  void keep(std::string_view key, const base::Error& error) {
    refuse(key, error.sentence, error.hint);
  }

  /// Reports every key that was never read; the hint names the known keys.
  void finish();

 private:
  const toml::table& table_;
  TomlFaults& faults_;
  std::vector<std::string> known_keys_;
};

}  // namespace normscope::lessons
