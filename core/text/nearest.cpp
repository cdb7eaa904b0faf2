// SPDX-License-Identifier: MIT
#include "core/text/nearest.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::text {
namespace {

// A longer word is none that somebody typed for a name, and the table below grows with its square.
constexpr std::size_t kMostLetters = 64;

std::string letters_of(std::string_view word) {
  std::string letters;
  for (const char c : word.substr(0, kMostLetters)) {
    if (c != '-' && c != '_' && c != ' ') letters += to_lowercase(c);
  }
  return letters;
}

// How far a word is from a name, the nearest first: words of which one begins with the other are
// nearer than any with a letter that differs in the middle, but for a single one.
std::size_t distance_of(std::string_view word, std::string_view name) {
  const std::string a = letters_of(word);
  const std::string b = letters_of(name);
  const bool begins = !a.empty() && !b.empty() && (a.starts_with(b) || b.starts_with(a));
  const std::size_t distance = edit_distance(a, b);
  return begins ? std::min<std::size_t>(distance, 1) : distance;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::string from = letters_of(a);
  const std::string to = letters_of(b);
  // Rows of the table of distances between beginnings: the one before the last, the last, the next.
  std::vector<std::size_t> before(to.size() + 1);
  std::vector<std::size_t> last(to.size() + 1);
  std::vector<std::size_t> next(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    next[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      next[j] = std::min({replaced, last[j] + 1, next[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) next[j] = std::min(next[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, next);
  }
  return last[to.size()];
}

bool is_near(std::string_view word, std::string_view name) {
  const std::size_t letters = std::max(letters_of(word).size(), letters_of(name).size());
  return letters > 0 && distance_of(word, name) * 2 < std::max<std::size_t>(letters, 3);
}

std::string nearest(std::string_view word, const std::vector<KnownName>& names) {
  std::string found;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const KnownName& known : names) {
    const auto take = [&](const std::string& name) {
      // Of names that are as near as each other the one that the program itself has comes first.
      const std::size_t distance = 2 * distance_of(word, name) + (name == known.name ? 0 : 1);
      if (!is_near(word, name) || distance >= least) return;
      least = distance;
      found = known.name;
    };
    take(known.name);
    std::ranges::for_each(known.others, take);
  }
  return found;
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& names) {
  std::vector<KnownName> known;
  for (const std::string_view name : names) known.push_back({std::string(name)});
  return nearest(word, known);
}

std::string did_you_mean(const std::string& name) {
  return name.empty() ? "" : tr("did you mean {name}?", arg("name", name));
}

}  // namespace normscope::text
