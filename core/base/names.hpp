// SPDX-License-Identifier: MIT
// One table of names for each enum, shared by the command line, the session file and the window, so
// that all of them use the same name for a value; beside a name that is no word stand the words
// that the window shows.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace normscope::base {

template <class Enum>
struct Name {
  Enum value;
  std::string_view name;
  std::string_view words{};  // that a window shows for it; empty: the name is a word itself

  constexpr std::string_view label() const { return words.empty() ? name : words; }
};

/// `for (const auto& [value, name] : table)`.
template <std::size_t I, class Enum>
constexpr const auto& get(const Name<Enum>& row) {
  if constexpr (I == 0) {
    return row.value;
  } else {
    return row.name;
  }
}

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

template <class Enum>
struct std::tuple_size<normscope::base::Name<Enum>> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I, class Enum>
struct std::tuple_element<I, normscope::base::Name<Enum>> {
  using type = std::tuple_element_t<I, std::pair<const Enum, const std::string_view>>;
};
