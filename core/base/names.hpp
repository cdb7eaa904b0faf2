// SPDX-License-Identifier: MIT
// One table of names an enum. The command line, the session file and the window all read and write
// an enum's values by the same words, because they all use the same table.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace normscope::base {

template <class Enum>
struct Name {
  Enum value;
  std::string_view name;
};

/// The name of a value; empty when the table lacks it, which a test of every table excludes.
template <class Enum>
constexpr std::string_view name_of(std::span<const Name<Enum>> table, Enum value) {
  for (const auto& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

template <class Enum>
constexpr std::optional<Enum> value_of(std::span<const Name<Enum>> table, std::string_view name) {
  for (const auto& row : table) {
    if (row.name == name) return row.value;
  }
  return std::nullopt;
}

/// All names of a table, for messages: "two-pass, one-pass, welford".
template <class Enum>
std::string list_names(std::span<const Name<Enum>> table) {
  std::string list;
  for (const auto& row : table) {
    if (!list.empty()) list += ", ";
    list += row.name;
  }
  return list;
}

}  // namespace normscope::base
