// SPDX-License-Identifier: MIT
// Everything that can be done by menu or key, in one table. Menus, keys and the list under F1 are
// all drawn from it, so none of them can lack what another has.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.hpp"

namespace normscope::ui {

enum class Menu { kFile, kEdit, kView, kLesson, kHelp };
std::span<const base::Name<Menu>> menu_names();

struct Action {
  std::string id;  // "edit/undo": menu and name; in the UI map "menu/edit/undo"
  Menu menu = Menu::kFile;
  std::function<std::string()> words;  // "Undo set row 1, column 3 to 0.5"
  std::vector<KeyPress> shortcuts{};   // the first is shown
  std::function<void()> run{};
  std::function<bool()> enabled{};  // always, when empty
  std::function<bool()> checked{};  // no check mark, when empty
  bool begins_group = false;        // a line above it in the menu
};

class Actions {
 public:
  /// Adds one. A second action with the same id or shortcut is refused with a sentence.
  base::Expected<void> add(Action action);
  std::span<const Action> all() const { return actions_; }
  const Action* find(std::string_view id) const;
  /// Runs one when it is enabled; false when it is not or is unknown.
  bool run(std::string_view id) const;

  /// Runs what this frame's keys ask for. Call it after the panels are drawn: a widget or a text
  /// field that took a key leaves none for the table. While a popup is open, keys belong to it.
  void handle_keys(Context& ui) const;

 private:
  std::vector<Action> actions_;
};

/// Draws the menu bar at the top of the window; its height in pixels.
/// map  "menu/edit" the word; "menu/edit/undo" a row while it is open. F10 opens the first.
float menu_bar(Context& ui, const Actions& actions);

/// The list of shortcuts over the window, while `open`.
/// map  "shortcuts", "shortcuts/ID", "shortcuts/close"
void shortcut_list(Context& ui, const Actions& actions, bool& open);

}  // namespace normscope::ui
