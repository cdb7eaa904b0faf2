// SPDX-License-Identifier: MIT
#include "app/accessibility/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "core/base/names.hpp"
#include "core/text/translate.hpp"

namespace normscope::accessibility {

namespace {

struct KindRole {
  std::string_view kind;
  Role role;
};

// By the kinds of the UI map; other kinds are texts.
constexpr std::array kRoles = std::to_array<KindRole>({
    {"panel", {39, "panel"}},
    {"menu bar", {34, "menu bar"}},
    {"status bar", {54, "status bar"}},
    {"group", {99, "grouping"}},
    {"button", {43, "push button", "press"}},
    {"toggle", {62, "toggle button", "press"}},
    {"checkbox", {7, "check box", "toggle"}},
    {"act", {7, "check box", "go there"}},
    {"link", {88, "link", "follow"}},
    {"choice", {11, "combo box", "open"}},
    {"segment", {44, "radio button", "choose"}},
    {"step", {44, "radio button", "choose"}},
    {"row", {32, "list item", "choose"}},
    {"list", {31, "list"}},
    {"slider", {51, "slider"}},
    {"splitter", {51, "slider"}},
    {"heading", {83, "heading"}},
    {"title", {83, "heading"}},
    {"grid", {55, "table"}},
    {"cell", {56, "table cell", "select"}},
    {"column", {57, "table column header"}},
    {"figure", {80, "chart"}},
    {"map", {27, "image"}},
    {"drawing", {27, "image"}},
    {"picture", {27, "image"}},
    {"formula", {113, "math"}},
});
constexpr Role kText{29, "label"};
constexpr Role kField{79, "entry", "edit"};
constexpr Role kNumberField{52, "spin button", "edit"};
constexpr Role kRowHeader{58, "table row header"};
constexpr Role kWindow{23, "frame"};
constexpr Role kDialog{16, "dialog"};
constexpr Role kList{31, "list"};
constexpr Role kMenu{33, "menu"};
constexpr Role kMenuItem{35, "menu item", "press"};

// Marks at cells, which the cells' own words say, and what only the pointer needs.
constexpr std::array<std::string_view, 6> kLeftOut = {"help",    "handle",     "change",
                                                      "outside", "scroll bar", "ground"};

bool is_menu(const ui::Widget& widget) {
  return widget.id.starts_with("menu/");
}

// Of a widget within one of this kind; empty: the window.
Role role_of(const ui::Widget& widget, std::string_view whole) {
  const bool typed = widget.value.has_value();
  if (typed && widget.kind == "number") return kNumberField;
  if (typed && (widget.kind == "text" || widget.kind == "code")) return kField;
  if (widget.kind == "row" && whole == "grid") return kRowHeader;
  if (widget.kind == "row" && is_menu(widget)) return kMenuItem;
  if (widget.kind == "popup") {
    if (!widget.name.empty() || !widget.id.ends_with("/list")) return kDialog;
    return is_menu(widget) ? kMenu : kList;
  }
  const auto* const row = std::ranges::find(kRoles, widget.kind, &KindRole::kind);
  return row == kRoles.end() ? kText : row->role;
}

// "normalized, row 0, column 3, 1.5069"; a control's name, where its text is its value.
std::string name_of(const ui::Widget& widget) {
  if (widget.kind == "cell") return fmt::format("{}, {}", widget.name, widget.text);
  return widget.name.empty() ? widget.text : widget.name;
}

void set_states(Node& node) {
  const ui::Widget& widget = node.widget;
  node.set(State::kVisible, true);
  node.set(State::kShowing, widget.visible);
  node.set(State::kEnabled, widget.enabled);
  node.set(State::kSensitive, widget.enabled);
  const bool field = node.is_field();
  const bool reached = !node.role.action.empty() || node.takes_value() || node.is_table();
  node.set(State::kFocusable, widget.enabled && reached);
  node.set(State::kFocused, widget.focused);
  node.set(State::kEditable, (field || node.is_cell()) && node.takes_value() && widget.enabled);
  node.set(field && widget.kind == "code" ? State::kMultiLine : State::kSingleLine, field);
  // One of several that is chosen is checked, too.
  const bool radio = widget.kind == "segment" || widget.kind == "step";
  node.set(State::kCheckable, widget.checked.has_value() || radio);
  node.set(State::kChecked, widget.checked.value_or(radio && widget.selected.value_or(false)));
  node.set(State::kSelectable, widget.selected.has_value());
  node.set(State::kSelected, widget.selected.value_or(false));
  node.set(State::kModal, node.role.number == kDialog.number);
  node.set(State::kManagesDescendants, node.is_table());
}

}  // namespace

// Of the states that change.
std::string_view state_name(State state) {
  static constexpr std::array<base::Name<State>, 7> kNames{{
      {State::kActive, "active"},
      {State::kChecked, "checked"},
      {State::kEnabled, "enabled"},
      {State::kFocused, "focused"},
      {State::kSelected, "selected"},
      {State::kSensitive, "sensitive"},
      {State::kShowing, "showing"},
  }};
  return base::name_of<State>(kNames, state);
}

void Node::set(State state, bool on) {
  const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(state);
  states = on ? states | bit : states & ~bit;
}

bool Node::is_field() const {
  const bool typed = widget.kind == "text" || widget.kind == "number" || widget.kind == "code";
  return typed && widget.value.has_value();
}

bool Node::takes_value() const {
  return is_field() || widget.ends.has_value();
}

int Numbers::of(const std::string& key) {
  const int next = static_cast<int>(numbers_.size()) + 1;
  return numbers_.try_emplace(key, next).first->second;
}

Tree::Tree(const std::vector<ui::Widget>& widgets, const WindowState& window, Numbers& numbers) {
  nodes_.reserve(widgets.size() + 1);
  Node& root = nodes_.emplace_back();
  root.widget = {.id = "window", .rect = window.rect, .text = window.title};
  root.role = kWindow;
  root.name = window.title;
  root.states = 0;
  for (const State state : {State::kVisible, State::kShowing, State::kEnabled, State::kSensitive}) {
    root.set(state, true);
  }
  root.set(State::kActive, window.active);
  by_number_.emplace(0, 0);
  // The positions that widgets have as nodes; what is left out has none.
  std::vector<int> positions;
  positions.reserve(widgets.size());
  for (const ui::Widget& widget : widgets) {
    const int whole = widget.whole < 0 ? 0 : positions[static_cast<std::size_t>(widget.whole)];
    const bool told = std::ranges::find(kLeftOut, widget.kind) == kLeftOut.end();
    if (whole < 0 || !told) {
      positions.push_back(-1);
      continue;
    }
    const int position = static_cast<int>(nodes_.size());
    positions.push_back(position);
    Node& above = nodes_[static_cast<std::size_t>(whole)];
    std::string key = widget.id;
    if (key.empty()) key = fmt::format("{}#{}", above.number, above.parts.size());
    int number = numbers.of(key);
    for (int again = 2; by_number_.contains(number); ++again) {
      number = numbers.of(fmt::format("{}#{}", key, again));
    }
    above.parts.push_back(position);
    const std::string_view above_kind = above.widget.kind;
    Node node{.widget = widget,
              .role = role_of(widget, above_kind),
              .name = name_of(widget),
              .number = number,
              .whole = whole};
    set_states(node);
    by_number_.emplace(number, position);
    if (widget.focused) focus_ = position;
    nodes_.push_back(std::move(node));
  }
  name_popups();
}

// A list and a form that opens go by the name of what they opened at.
void Tree::name_popups() {
  for (Node& popup : nodes_) {
    if (popup.widget.kind != "popup" || !popup.name.empty()) continue;
    std::string_view opener = popup.widget.id;
    if (opener.ends_with("/list")) opener.remove_suffix(std::string_view("/list").size());
    const auto found = std::ranges::find_if(nodes_, [&](const Node& node) {
      return node.widget.id == opener && node.widget.kind != "popup";
    });
    if (found != nodes_.end()) popup.name = found->name;
  }
}

int Tree::find(int number) const {
  const auto found = by_number_.find(number);
  return found == by_number_.end() ? -1 : found->second;
}

int Tree::find(const Node& table, ui::TablePlace place) const {
  const auto found =
      std::ranges::find_if(table.parts, [&](int part) { return at(part).widget.place == place; });
  return found == table.parts.end() ? -1 : *found;
}

int Tree::index_of(const Node& node) const {
  if (node.whole < 0) return 0;
  const std::vector<int>& parts = at(node.whole).parts;
  const auto found =
      std::ranges::find_if(parts, [&](int part) { return at(part).number == node.number; });
  return static_cast<int>(found - parts.begin());
}

namespace {

// What one tree has and another has not. What came or went with its whole is not told by itself.
void add_missing(const Tree& here, const Tree& there, Change::Kind kind, std::vector<Change>& all) {
  for (const Node& node : here.nodes()) {
    if (there.find(node.number) >= 0) continue;
    const Node& whole = here.at(std::max(node.whole, 0));
    if (there.find(whole.number) < 0) continue;
    all.push_back(
        {.kind = kind, .number = whole.number, .part = node.number, .index = here.index_of(node)});
  }
}

void add_states(const Node& was, const Node& node, std::vector<Change>& all) {
  constexpr std::array kTold = {State::kActive,  State::kChecked, State::kSensitive,
                                State::kEnabled, State::kShowing, State::kSelected};
  for (const State state : kTold) {
    if (was.has(state) == node.has(state)) continue;
    all.push_back({.kind = Change::Kind::kState,
                   .number = node.number,
                   .state = state,
                   .on = node.has(state)});
  }
}

}  // namespace

std::string told(const Node& node) {
  const bool done = node.widget.checked.value_or(false);
  return done ? text::tr("{act}, done", text::arg("act", node.name)) : node.name;
}

std::vector<Change> changes(const Tree& before, const Tree& now) {
  std::vector<Change> all;
  add_missing(before, now, Change::Kind::kWent, all);
  add_missing(now, before, Change::Kind::kCame, all);
  for (const Node& node : now.nodes()) {
    const int position = before.find(node.number);
    const Node* const was = position < 0 ? nullptr : &before.at(position);
    if (node.widget.live && !node.name.empty() && (was == nullptr || told(*was) != told(node)) &&
        (node.widget.kind != "act" || was != nullptr)) {
      all.push_back({.kind = Change::Kind::kTold, .number = node.number, .text = told(node)});
    }
    if (was == nullptr) continue;
    if (was->name != node.name) {
      all.push_back({.kind = Change::Kind::kName, .number = node.number, .text = node.name});
    }
    if (was->widget.value != node.widget.value) {
      all.push_back({.kind = Change::Kind::kValue,
                     .number = node.number,
                     .text = node.widget.value.value_or(std::string())});
    }
    if (const int caret = node.widget.caret; caret >= 0 && caret != was->widget.caret) {
      all.push_back({.kind = Change::Kind::kCaret, .number = node.number, .index = caret});
    }
    add_states(*was, node, all);
  }
  const Node& from = before.at(before.focus());
  const Node& to = now.at(now.focus());
  if (from.number == to.number) return all;
  const auto focus = [&](const Node& node, bool on) {
    all.push_back({.kind = Change::Kind::kState, .number = node.number, .on = on});
  };
  if (now.find(from.number) >= 0) focus(from, false);
  focus(to, true);
  return all;
}

}  // namespace normscope::accessibility
