// SPDX-License-Identifier: MIT
// The table of all actions that a menu or a key can run. The menus, the shortcuts and the list
// under F1 are all built from this one table, so they always agree.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

using text::tr_later;

enum class Menu { kFile, kEdit, kView, kLesson, kHelp };
std::span<const base::Name<Menu>> menu_names();

/// The id of a menu's name: "menu/edit".
std::string menu_id(const base::Name<Menu>& menu);

struct Action {
  std::string id{};          // "edit/undo": menu and name; in the UI map "menu/edit/undo"
  Menu menu = Menu::kFile;   // add() takes it from the id
  std::string_view group{};  // the sub-menu that holds it: "Digits"; empty: none
  std::function<std::string()> label{};  // "Undo set row 1, column 3 to 0.5"
  std::vector<KeyPress> shortcuts{};     // the first is shown
  std::function<void()> run{};
  std::function<bool()> enabled{};  // always, when empty
  std::function<bool()> checked{};  // no check mark, when empty
  std::function<bool()> shown{};    // always in the menu, when empty
  bool begins_group = false;        // a line above it in the menu
};

/// The label of an action that is always called the same: a sentence of tr_later().
std::function<std::string()> always(std::string_view english);

class Actions {
 public:
  /// Adds an action.
  /// errors  InvalidArgument: another action has the same id or shortcut; an id of no menu
  base::Expected<void> add(Action action);
  /// Removes the actions whose id begins so.
  void remove(std::string_view id_begins);
  std::span<const Action> all() const { return actions_; }
  const Action* find(std::string_view id) const;
  /// Runs an action; false when it is disabled or unknown.
  bool run(std::string_view id) const;

  /// Runs the actions of this frame's shortcuts. To be called after the panels are drawn, so that
  /// widgets and text fields take their keys first. While a popup is open, keys go to the popup
  /// alone.
  void handle_keys(Context& ui) const;

 private:
  std::vector<Action> actions_;
};

/// How wide the names of the menus are, from the window's left edge, in pixels.
float menus_width(const Context& ui);

/// Draws the menu bar at the top of the window; its height in pixels.
/// A sub-menu stands where its first action would; the pointer, Enter and Right open it, Left
/// closes it.
/// map  "menu/edit" the menu's name; "menu/edit/undo" a row while it is open; "menu/view/digits" a
///      sub-menu's name. F10 opens the first.
float menu_bar(Context& ui, const Actions& actions);

/// The keys of one part of the window, of which no action knows.
struct KeySection {
  std::string_view title;
  std::vector<KeyHelp> keys;
};

/// The list of shortcuts over the window, while `open`: of the actions, of grids, and of `others`.
/// map  "shortcuts", "shortcuts/ID", "shortcuts/close"
void shortcut_list(Context& ui, const Actions& actions, std::span<const KeySection> others,
                   bool& open);

}  // namespace normscope::ui
