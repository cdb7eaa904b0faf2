// SPDX-License-Identifier: MIT
// Texts that stand by themselves, beside each other: lists, a name and what it is, one sentence
// after another. What separates them is a sentence of the catalogue, since it is another one in
// another language. Words that depend on each other are no such texts: they are one sentence.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace normscope::text {

/// "a, b". Here and below an empty text is left out.
std::string listed(std::string_view first, std::string_view next);
/// "a; b": of texts that have commas.
std::string listed_apart(std::string_view first, std::string_view next);
/// "One. Two.": two sentences.
std::string in_a_row(std::string_view first, std::string_view next);
/// "name: what it is".
std::string labelled(std::string_view name, std::string_view what);
/// "text (note)".
std::string with_note(std::string_view what, std::string_view note);

/// "a, b, c": texts, names or numbers.
template <class Range>
std::string listed(const Range& items) {
  std::string list;
  for (const auto& item : items) list = listed(list, fmt::format("{}", item));
  return list;
}

}  // namespace normscope::text
