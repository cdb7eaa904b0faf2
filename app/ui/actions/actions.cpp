// SPDX-License-Identifier: MIT
// The table of actions and its keys.
#include "app/ui/actions/actions.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

constexpr std::array kMenuNames = {
    base::Name<Menu>{Menu::kFile, tr_later("File")},
    base::Name<Menu>{Menu::kEdit, tr_later("Edit")},
    base::Name<Menu>{Menu::kView, tr_later("View")},
    base::Name<Menu>{Menu::kLesson, tr_later("Lesson")},
    base::Name<Menu>{Menu::kHelp, tr_later("Help")},
};

bool is_enabled(const Action& action) {
  return !action.enabled || action.enabled();
}

// Whether a key press edits text: types, moves the caret, deletes or copies.
bool belongs_to_text(KeyPress press) {
  if (press.with.alt) return false;
  if (press.key >= Key::kF1 && press.key <= Key::kF12) return false;
  // A field has one line.
  if (press.key == Key::kPageUp || press.key == Key::kPageDown) return false;
  if (!press.with.ctrl) return true;
  constexpr std::array kEditing = {
      Key::kA,     Key::kC,    Key::kV,   Key::kX,         Key::kY,      Key::kZ,     Key::kLeft,
      Key::kRight, Key::kHome, Key::kEnd, Key::kBackspace, Key::kDelete, Key::kInsert};
  return std::find(kEditing.begin(), kEditing.end(), press.key) != kEditing.end();
}

}  // namespace

std::span<const base::Name<Menu>> menu_names() {
  return kMenuNames;
}

std::string menu_id(const base::Name<Menu>& menu) {
  std::string id = "menu/" + std::string(menu.name);
  std::transform(id.begin(), id.end(), id.begin(), text::to_lowercase);
  return id;
}

std::function<std::string()> always(std::string_view english) {
  return [label = std::string(english)] { return text::tr(label); };
}

base::Expected<void> Actions::add(Action action) {
  for (const auto& other : actions_) {
    if (other.id == action.id) {
      return base::fail(base::ErrorKind::kInvalidArgument,
                        fmt::format("there are two actions with the id {}", action.id));
    }
    for (const auto& shortcut : action.shortcuts) {
      if (std::find(other.shortcuts.begin(), other.shortcuts.end(), shortcut) !=
          other.shortcuts.end()) {
        return base::fail(base::ErrorKind::kInvalidArgument,
                          fmt::format("{} belongs to {} and to {}", shortcut_text(shortcut),
                                      other.id, action.id));
      }
    }
  }
  const auto* const menu = std::ranges::find_if(kMenuNames, [&](const auto& name) {
    return ("menu/" + action.id).starts_with(menu_id(name) + "/");
  });
  if (menu == kMenuNames.end()) {
    return fail(ErrorKind::kInvalidArgument, fmt::format("{} is of no menu", action.id));
  }
  action.menu = menu->value;
  actions_.push_back(std::move(action));
  return {};
}

void Actions::remove(std::string_view id_begins) {
  std::erase_if(actions_, [&](const Action& action) { return action.id.starts_with(id_begins); });
}

const Action* Actions::find(std::string_view id) const {
  const auto found = std::find_if(actions_.begin(), actions_.end(),
                                  [&](const Action& action) { return action.id == id; });
  return found == actions_.end() ? nullptr : &*found;
}

bool Actions::run(std::string_view id) const {
  const Action* const action = find(id);
  if (action == nullptr || !is_enabled(*action)) return false;
  action->run();
  return true;
}

void Actions::handle_keys(Context& ui) const {
  if (ui.focus.in_popup()) return;
  const bool editing = ImGui::GetIO().WantTextInput;
  for (const auto& action : actions_) {
    for (const auto& shortcut : action.shortcuts) {
      if (editing && belongs_to_text(shortcut)) continue;
      if (!ui.input.take(shortcut)) continue;
      run(action.id);
      // It may have asked for a dialog, which opens in the next frame and takes what follows.
      ui.input.hold_keys();
    }
  }
}

}  // namespace normscope::ui
