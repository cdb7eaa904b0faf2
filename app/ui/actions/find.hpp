// SPDX-License-Identifier: MIT
// One field that finds whatever has words: actions, lessons, options, figures. Each of them is a
// row of plain data, wherever it comes from.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.hpp"

namespace normscope::ui {

/// Something that is found by its words.
struct Findable {
  std::string name{};  // "Dark theme"
  std::string kind{};  // "View", "Figure", "Option of the inspector"
  std::string more{};  // words that lead to it, too, and are not shown: an explanation
  std::string keys{};  // "Ctrl+Shift+D"
  std::function<void()> run{};
  bool enabled = true;
};

/// The indices of those in which every typed word begins one of theirs, in any order; the best
/// first: names before kinds, those before other words. Nothing typed: all, as they are.
std::vector<std::size_t> find(std::span<const Findable> rows, std::string_view typed);

/// The field at the top of the window and the rows below it. Arrows and pages choose a row, Enter
/// or a click runs it, Escape and a click elsewhere close the list.
/// map  "find"; "find/field"; "find/row/N", counted from the best; "find/none" where nothing is
///      found
class Finder {
 public:
  /// Opens it in the next draw.
  void open(std::vector<Findable> rows);
  void draw(Context& ui);

 private:
  void choose(Context& ui, float shown);
  std::optional<std::size_t> draw_rows(Context& ui);
  bool draw_row(Context& ui, std::size_t place);

  std::vector<Findable> rows_{};
  std::vector<std::size_t> found_{};
  std::string typed_{};
  std::size_t chosen_ = 0;  // among the found
  bool chosen_by_key_ = false;
  bool opening_ = false;
};

}  // namespace normscope::ui
