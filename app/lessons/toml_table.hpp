// SPDX-License-Identifier: MIT
// A TOML table read strictly: every key that is asked for is checked for its type, every key that
// nobody asked for is an error. The first fault is kept, so that a reader can read straight through
// and look at the end.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"

namespace normscope::lessons {

/// The first fault of a TOML text, and where the text begins in its file.
struct TomlFaults {
  int first_line = 1;
  std::optional<base::Error> error{};

  /// The file's line of a place in the text.
  int line_of(const toml::node& node) const;
  /// Keeps the fault when it is the first; the sentence gets its line in front.
  void refuse(const toml::node& node, base::ErrorKind kind, std::string_view what,
              std::string hint = {});
};

/// Reads TOML text.
/// errors  Malformed, with the file's line
base::Expected<toml::table> parse_toml(std::string_view text, int first_line);

class TomlTable {
 public:
  /// Both must outlive it.
  TomlTable(const toml::table& table, TomlFaults& faults) : table_(table), faults_(faults) {}

  /// The value of a key; nothing when the key is absent, or faulty.
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
      refuse(key, fmt::format("'{}' must be one of {}, but is '{}'", key, base::list_names(names),
                              *word));
    }
    return value;
  }

  /// A fault of a key's value, or of the whole table when it lacks the key.
  void refuse(std::string_view key, std::string_view what, std::string hint = {});

  /// Refuses every key that was not asked for; the hint names those that were.
  void finish();

 private:
  void wrong_type(std::string_view key, std::string_view needed);

  const toml::table& table_;
  TomlFaults& faults_;
  std::vector<std::string> asked_;
};

}  // namespace normscope::lessons
