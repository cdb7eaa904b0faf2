// SPDX-License-Identifier: MIT
// The name that was probably meant by a word that names nothing: of commands, operations, options
// and figures alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::text {

/// How many letters have to be added, left out, replaced or swapped with their neighbour to make
/// one word of another. Case, `-`, `_` and blanks do not count: `LayerNorm` is `layer-norm`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whether a word is near enough to a name to be meant for it: half of its letters stand, or one
/// begins with the other.
bool is_near(std::string_view word, std::string_view name);

/// A name, with other names that people use for the same.
struct KnownName {
  std::string name;
  std::vector<std::string> others{};
};

/// The nearest of the names, by the edit distance to it or to one of its other names; empty where
/// none is near.
std::string nearest(std::string_view word, const std::vector<KnownName>& names);
std::string nearest(std::string_view word, const std::vector<std::string_view>& names);

/// "did you mean NAME?"; empty where no name is near.
std::string did_you_mean(const std::string& name);

}  // namespace normscope::text
