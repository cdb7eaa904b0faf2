// SPDX-License-Identifier: MIT
// How typed words find rows.
#include "app/ui/actions/find.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/ascii.hpp"

namespace normscope::ui {
namespace {

bool is_letter(char c) {
  const char low = text::to_lowercase(c);
  // Bytes above ASCII are parts of letters.
  return text::is_digit(c) || (low >= 'a' && low <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool within = false;
  for (const char c : text) {
    const bool letter = is_letter(c);
    if (letter && !within) words.emplace_back();
    if (letter) words.back() += text::to_lowercase(c);
    within = letter;
  }
  return words;
}

// What finding a word among others is worth; 0: it begins none of them.
int worth(const std::string& typed, const std::vector<std::string>& words, int each) {
  int best = 0;
  for (const std::string& word : words) {
    if (word.starts_with(typed)) best = std::max(best, 2 * each + (word == typed ? 1 : 0));
  }
  return best;
}

// nullopt where a typed word begins none of the row's words.
std::optional<int> worth_of(const Findable& row, const std::vector<std::string>& typed) {
  constexpr int kName = 100;
  constexpr int kKind = 10;
  constexpr int kMore = 1;
  const std::vector<std::string> name = words_of(row.name);
  const std::vector<std::string> kind = words_of(row.kind);
  const std::vector<std::string> more = words_of(row.more);
  int sum = 0;
  for (const std::string& word : typed) {
    const int value =
        std::max({worth(word, name, kName), worth(word, kind, kKind), worth(word, more, kMore)});
    if (value == 0) return std::nullopt;
    sum += value;
  }
  // What begins with the first typed word comes before what only holds it.
  if (!name.empty() && name.front().starts_with(typed.front())) sum += kName;
  return row.enabled ? sum : sum - kName;
}

}  // namespace

std::vector<std::size_t> find(std::span<const Findable> rows, std::string_view typed) {
  const std::vector<std::string> words = words_of(typed);
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (words.empty()) {
      found.emplace_back(0, i);
    } else if (const auto value = worth_of(rows[i], words)) {
      found.emplace_back(-*value, i);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::size_t> order;
  order.reserve(found.size());
  for (const auto& row : found) order.push_back(row.second);
  return order;
}

}  // namespace normscope::ui
