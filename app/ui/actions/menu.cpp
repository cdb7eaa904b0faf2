// SPDX-License-Identifier: MIT
// The menu bar and the list of shortcuts, both drawn from the table of actions.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ui/actions/actions.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/grid/grid.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

// In points: what the names' padding takes off the panel's, and between two names.
constexpr float kBeforeMenus = 14;
constexpr float kMenuGap = 2;

std::string first_shortcut(const Action& action) {
  return action.shortcuts.empty() ? std::string() : shortcut_text(action.shortcuts.front());
}

// The id of a sub-menu's name in the menu of this id.
std::string group_id(std::string_view menu, std::string_view group) {
  std::string id = std::string(menu) + "/" + std::string(group);
  std::transform(id.begin(), id.end(), id.begin(), text::to_lowercase);
  return id;
}

// Whether the focus is on a sub-menu's name of the open menu.
bool is_on_group(const Context& ui, const Actions& actions) {
  return std::ranges::any_of(actions.all(), [&](const Action& action) {
    return !action.group.empty() && ui.focus.is(group_id(ui.menu.open, action.group));
  });
}

// Whether the pointer moves on the last row. On its way to an open sub-menu, at the side, it may
// cross other rows: only a steep move counts then.
bool pointer_moves_on_row(bool to_side) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  const bool counts =
      to_side ? std::abs(moved.y) > std::abs(moved.x) : moved.x != 0 || moved.y != 0;
  return counts &&
         ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), false);
}

// The rows of an open menu. A row that is chosen closes the menu.
class MenuRows {
 public:
  MenuRows(Context& ui, const Actions& actions, Menu menu, std::string_view id)
      : ui_(ui), actions_(actions), menu_(menu), id_(id) {}

  // Returns the chosen action.
  const Action* draw(Popup& popup) {
    const bool leaves = std::exchange(ui_.menu.leaves_group, false);
    std::vector<std::string_view> groups;
    bool first = true;
    for (const auto& action : actions_.all()) {
      if (action.menu != menu_ || !is_shown(action)) continue;
      const bool known = std::ranges::find(groups, action.group) != groups.end();
      if (!action.group.empty() && known) continue;
      if (action.begins_group && !first) separator(ui_);
      first = false;
      if (action.group.empty()) {
        row(action);
        if (!ui_.menu.group.empty() && pointer_moves_on_row(true)) leave();
      } else {
        groups.push_back(action.group);
        group(action.group, leaves);
      }
    }
    if (chosen_ != nullptr) popup.close();
    return chosen_;
  }

 private:
  void row(const Action& action) {
    const bool enabled = !action.enabled || action.enabled();
    const bool checked = action.checked && action.checked();
    if (menu_row(ui_, "menu/" + action.id, action.label(), first_shortcut(action), checked,
                 {.enabled = enabled})) {
      chosen_ = &action;
    }
  }

  void leave() {
    ui_.menu.leaves_group = true;
    ui_.pacing.activity();
  }

  void group(std::string_view name, bool leaves) {
    const std::string id = group_id(id_, name);
    const bool activated = menu_row(ui_, id, tr(name), "\u2192", false);
    const bool entered = ui_.focus.is(id) && ui_.input.take(Key::kRight);
    const bool asked = activated || entered || pointer_moves_on_row(!ui_.menu.group.empty());
    const bool was_open = ui_.menu.group == id;
    // A press outside of a popup closes it, but a press on the name of a sub-menu asks for it:
    // once, for while the menu's ground is held, ImGui closes the list in every frame.
    const ImGuiIO& io = ImGui::GetIO();
    const bool begins = io.MouseDown[0] && io.MouseDownDurationPrev[0] <= 0;
    const bool pressed =
        (begins || ImGui::IsMouseReleased(ImGuiMouseButton_Left)) &&
        ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), false);
    const bool closed = was_open && !is_popup_open(id + "/list");
    if (was_open ? closed && (pressed || activated) : asked) {
      open_popup(ui_, id + "/list", true);
      ui_.menu.group = id;
    } else if (was_open && entered) {
      ui_.focus.move_to_end(-1);  // the pointer has opened it
    }
    if (ui_.menu.group != id) return;
    draw_group(name, id + "/list", leaves && !asked);
    if (!is_popup_open(id + "/list")) ui_.menu.group.clear();
  }

  void draw_group(std::string_view name, const std::string& list_id, bool leaves) {
    Popup list(ui_, list_id);
    if (!list) return;
    const Action* const before = chosen_;
    for (const auto& action : actions_.all()) {
      if (action.menu != menu_ || action.group != name || !is_shown(action)) continue;
      if (action.begins_group && &action != first_of(name)) separator(ui_);
      row(action);
    }
    if (chosen_ != before || ui_.input.take(Key::kLeft) || leaves) list.close();
  }

  static bool is_shown(const Action& action) { return !action.shown || action.shown(); }

  const Action* first_of(std::string_view group) const {
    const auto all = actions_.all();
    const auto first = std::ranges::find_if(all, [&](const Action& action) {
      return action.menu == menu_ && action.group == group && is_shown(action);
    });
    return first == all.end() ? nullptr : &*first;
  }

  Context& ui_;
  const Actions& actions_;
  Menu menu_;
  std::string id_;
  const Action* chosen_ = nullptr;
};

// The index of the open menu, or the number of menus when none is open.
std::size_t open_menu(std::span<const base::Name<Menu>> menus, const Context& ui) {
  const auto found = std::find_if(menus.begin(), menus.end(),
                                  [&](const auto& menu) { return ui.menu.open == menu_id(menu); });
  return static_cast<std::size_t>(found - menus.begin());
}

}  // namespace

float menus_width(const Context& ui) {
  float width = ui.px(ui.theme.metrics.panel_padding - kBeforeMenus);
  for (const auto& menu : menu_names()) width += button_width(ui, tr(menu.name)) + ui.px(kMenuGap);
  return width;
}

float menu_bar(Context& ui, const Actions& actions) {
  const float height = ui.px(38);
  const auto menus = menu_names();
  const Action* chosen = nullptr;
  ui.focus.begin_region("menu");
  {
    const Region bar(ui, "menu", {0, height},
                     {.ground = Ground::kNone, .scroll = Scroll::kNone, .padding = 4});
    const UiMap::Part part(ui.map, {.id = "menu", .kind = "menu bar", .name = tr("Menus")});
    // A menu that Escape or a choice has closed has no keys any more.
    if (!is_popup_open(ui.menu.open + "/list")) {
      ui.menu.open.clear();
      ui.menu.group.clear();
    }
    std::size_t open = open_menu(menus, ui);
    const bool was_open = open < menus.size();
    if (!was_open && !ui.focus.in_popup() && ui.input.take(Key::kF10)) {
      open = 0;
      ui.focus.show_ring(true);
    }
    if (was_open) {
      const std::size_t count = menus.size();
      // On a sub-menu's name Right opens it, and in it Left closes it.
      if (!is_on_group(ui, actions) && ui.input.take(Key::kRight)) open = (open + 1) % count;
      if (ui.menu.group.empty() && ui.input.take(Key::kLeft)) open = (open + count - 1) % count;
    }
    ImGui::SetCursorPosX(ui.px(ui.theme.metrics.panel_padding - kBeforeMenus));
    std::string next = open < menus.size() ? menu_id(menus[open]) : std::string();
    for (const auto& menu : menus) {
      const std::string id = menu_id(menu);
      const bool activated = button(ui, id, tr(menu.name), ButtonLook::kQuiet);
      const ImVec2 min = ImGui::GetItemRectMin();
      const ImVec2 max = ImGui::GetItemRectMax();
      // While a menu is open, hovering another menu's name opens that menu.
      const bool pointed = was_open && ImGui::IsMouseHoveringRect(min, max, false) &&
                           (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0);
      if (activated || pointed) next = id;
      if (next == id && ui.menu.open != id) {
        open_popup(ui, id + "/list");
        ui.menu.open = id;
        ui.menu.group.clear();
      }
      beside(ui, kMenuGap);
    }
    if (!ui.menu.open.empty()) {
      Popup popup(ui, ui.menu.open + "/list");
      if (popup) {
        const auto menu = std::find_if(menus.begin(), menus.end(), [&](const auto& row) {
          return menu_id(row) == ui.menu.open;
        });
        chosen = MenuRows(ui, actions, menu->value, ui.menu.open).draw(popup);
      }
    }
  }
  ui.focus.end_region();
  // After the popup has closed: an action may open a dialog of its own.
  if (chosen != nullptr) {
    chosen->run();
    ui.input.hold_keys();
  }
  return height;
}

namespace {

// One row: the description at the left, wrapped where it is long, the keys at the right edge of the
// column.
void draw_shortcut(Context& ui, std::string_view action, std::string_view keys, float width,
                   const std::string& id) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float right = text_width(keys);
  ImGui::PushTextWrapPos(at.x + std::max(width - right - ui.px(16), ui.px(80)));
  ImGui::TextUnformatted(action.data(), action.data() + action.size());
  ImGui::PopTextWrapPos();
  if (!id.empty()) {
    report(ui, {.id = id, .text = std::string(action), .kind = "text"}, ImGui::GetItemRectMin(),
           ImGui::GetItemRectMax());
  }
  // Rows of whole pixels: ImGui rounds fractions differently above and below the window's edge, so
  // that the list would grow while it is scrolled.
  const float step = std::ceil(ImGui::GetItemRectSize().y) + ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPos({at.x + width - right, at.y});
  line(ui, keys, Tone::kMuted, id.empty() ? id : id + "/keys");
  ImGui::SetCursorPosY(at.y + step);
}

void draw_action_keys(Context& ui, const Actions& actions, float width) {
  for (const auto& menu : menu_names()) {
    bool headed = false;
    for (const auto& action : actions.all()) {
      if (action.menu != menu.value || action.shortcuts.empty()) continue;
      if (!headed && menu.value != menu_names().front().value) space(ui, 8);
      if (!headed) caption(ui, tr(menu.name));
      headed = true;
      std::string keys;
      for (const auto& shortcut : action.shortcuts) {
        if (!keys.empty()) keys += ", ";
        keys += shortcut_text(shortcut);
      }
      draw_shortcut(ui, action.label(), keys, width, fmt::format("shortcuts/{}", action.id));
    }
  }
}

void draw_section(Context& ui, std::string_view title, std::span<const KeyHelp> keys, float width) {
  caption(ui, title);
  for (const KeyHelp& help : keys) {
    const std::string id = help.id.empty() ? std::string() : fmt::format("shortcuts/{}", help.id);
    draw_shortcut(ui, help.action, help.keys, width, id);
  }
  space(ui, 8);
}

void draw_other_keys(Context& ui, std::span<const KeySection> others, float width) {
  draw_section(ui, tr("Among the numbers"), grid_key_help(), width);
  for (const KeySection& other : others) draw_section(ui, other.title, other.keys, width);
  caption(ui, tr("Everywhere"));
  draw_shortcut(ui, tr("The next control, the one before"), tr("Tab, Shift+Tab"), width, {});
  draw_shortcut(ui, tr("The next part of the window, the one before"), tr("F6, Shift+F6"), width,
                {});
  draw_shortcut(ui, tr("Within a control, a paragraph's numbers, a question"), tr("Arrows"), width,
                {});
  draw_shortcut(ui, tr("From something to do to where it is done"), tr("Enter"), width, {});
  draw_shortcut(ui, tr("The menus"), "F10", width, "shortcuts/menus");
}

}  // namespace

namespace {

// The rows in two columns, or in one where two would be too narrow. Returns their height.
float draw_shortcuts(Context& ui, const Actions& actions, std::span<const KeySection> others) {
  constexpr float kTwoColumns = 720;  // points
  const float between = ui.px(48);
  const float room = ImGui::GetContentRegionAvail().x - ui.px(12);
  const ImVec2 top = ImGui::GetCursorPos();
  if (room < ui.px(kTwoColumns)) {
    draw_action_keys(ui, actions, room);
    space(ui, 8);
    draw_other_keys(ui, others, room);
    return ImGui::GetCursorPosY() - top.y;
  }
  const float column = (room - between) / 2;
  draw_action_keys(ui, actions, column);
  const float left_end = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({top.x + column + between, top.y});
  ImGui::Indent(column + between);
  draw_other_keys(ui, others, column);
  ImGui::Unindent(column + between);
  return std::max(left_end, ImGui::GetCursorPosY()) - top.y;
}

}  // namespace

void shortcut_list(Context& ui, const Actions& actions, std::span<const KeySection> others,
                   bool& open) {
  if (!open) return;
  constexpr std::string_view kId = "shortcuts";
  constexpr float kWidth = 900;
  constexpr float kAround = 104;  // of the title and the button, in points
  if (!ui.menu.shortcuts) {
    open_popup(ui, kId);
    ui.focus.set("shortcuts/close");
    ui.menu.shortcuts_height = 0;
  }
  ui.menu.shortcuts = true;
  Dialog dialog(ui, kId, tr("Keyboard shortcuts"), kWidth);
  if (!dialog) {
    open = ui.menu.shortcuts = false;
    return;
  }
  const float most = std::max(ui.px(80), dialog.room(kAround));
  const float height =
      ui.menu.shortcuts_height > 0 ? std::min(ui.menu.shortcuts_height, most) : most;
  {
    const Region rows(ui, "shortcuts/rows", {0, height}, {.ground = Ground::kNone, .padding = 0});
    if (rows) {
      const float needed = draw_shortcuts(ui, actions, others);
      if (needed != ui.menu.shortcuts_height) ui.pacing.activity();
      ui.menu.shortcuts_height = needed;
      scroll_by_keys(ui);
    }
  }
  space(ui, 8);
  if (button(ui, "shortcuts/close", tr("Close"), ButtonLook::kPrimary)) dialog.close();
  if (ui.input.take(Key::kF1)) dialog.close();
}

}  // namespace normscope::ui
