// SPDX-License-Identifier: MIT
// One table of names for each enum, shared by the command line, the session file and the window, so
// that all of them use the same name for a value.
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

/// The name of a value; empty when the table lacks the value (a test checks that no table does).
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

/// All names of a table, for error sentences: "two-pass, one-pass, welford".
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
