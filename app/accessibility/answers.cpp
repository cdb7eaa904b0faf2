// SPDX-License-Identifier: MIT
#include "app/accessibility/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/accessibility/texts.hpp"
#include "app/desktop/glib_types.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::accessibility {

namespace {

using desktop::child;
using desktop::list;
using desktop::text_value;
using desktop::tuple;

using Values = std::vector<GVariant*>;

constexpr Role kProgram{75, "application"};
constexpr Role kMessage{101, "notification"};

GVariant* whole_number(std::int64_t value) {
  return g_variant_new_int32(static_cast<gint32>(value));
}
GVariant* flag(bool value) {
  return g_variant_new_boolean(value ? TRUE : FALSE);
}
GVariant* words(std::string_view text) {
  return valid_text(text);
}
GVariant* object(const std::string& name, const std::string& path) {
  return tuple({text_value(name), g_variant_new_object_path(path.c_str())});
}
GVariant* nobody() {
  return object("", "/org/a11y/atspi/null");
}
GVariant* no_attributes() {
  return list("{ss}", {});
}

int given_number(const Question& q, std::size_t at) {
  const desktop::Variant value = child(q.given, at);
  const bool unsigned_one = g_variant_is_of_type(value.get(), G_VARIANT_TYPE_UINT32) != FALSE;
  return unsigned_one ? static_cast<int>(g_variant_get_uint32(value.get()))
                      : g_variant_get_int32(value.get());
}

GVariant* at_position(const Question& q, int position) {
  return position < 0 ? nobody() : reference(q.program, q.tree.at(position).number);
}

// The parts of the program are its window; a message has none.
std::vector<int> parts_of(const Question& q) {
  if (q.node == nullptr) return {0};
  return q.tells ? std::vector<int>{} : q.node->parts;
}

GVariant* parent_of(const Question& q) {
  if (q.node == nullptr) return object(q.program.desktop_name, q.program.desktop_path);
  if (q.tells) return reference(q.program, 0);
  return q.node->whole < 0 ? reference(q.program, -1) : at_position(q, q.node->whole);
}

std::string name_of(const Question& q) {
  if (q.node == nullptr) return "Normscope";
  return q.tells ? told(*q.node) : q.node->name;
}

Role role_of(const Question& q) {
  if (q.node == nullptr) return kProgram;
  return q.tells ? kMessage : q.node->role;
}

GVariant* states_of(const Question& q) {
  const std::uint64_t states = q.node == nullptr ? 0 : q.node->states;
  return list("u", {g_variant_new_uint32(static_cast<guint32>(states & 0xFFFFFFFFU)),
                    g_variant_new_uint32(static_cast<guint32>(states >> 32U))});
}

GVariant* children_of(const Question& q) {
  std::vector<GVariant*> all;
  for (const int part : parts_of(q)) all.push_back(at_position(q, part));
  return list("(so)", std::move(all));
}

GVariant* child_at(const Question& q) {
  const std::vector<int> parts = parts_of(q);
  const int at = given_number(q, 0);
  return at < 0 || at >= static_cast<int>(parts.size())
             ? nobody()
             : at_position(q, parts[static_cast<std::size_t>(at)]);
}

bool contains(const ui::Rect& rect, double x, double y) {
  const auto within = [](double at, float from, float size) {
    return at >= static_cast<double>(from) &&
           at < static_cast<double>(from) + static_cast<double>(size);
  };
  return within(x, rect.x, rect.w) && within(y, rect.y, rect.h);
}

// The smallest part that is drawn there: what is drawn later lies above.
GVariant* at_point(const Question& q) {
  const int x = given_number(q, 0);
  const int y = given_number(q, 1);
  const Node* found = q.node;
  for (bool deeper = true; deeper;) {
    deeper = false;
    for (const int part : found->parts) {
      if (!contains(q.tree.at(part).widget.rect, x, y)) continue;
      found = &q.tree.at(part);
      deeper = true;
      break;
    }
  }
  return reference(q.program, found->number);
}

std::array<GVariant*, 4> extents(const Node& node) {
  const ui::Rect& rect = node.widget.rect;
  const auto pixels = [](float value) { return whole_number(std::lround(value)); };
  return {pixels(rect.x), pixels(rect.y), pixels(rect.w), pixels(rect.h)};
}

double value_of(const Node& node) {
  return text::parse_double(node.widget.value.value_or("")).value_or(0);
}

double end_of(const Node& node, bool high) {
  if (!node.widget.ends) return high ? HUGE_VAL : -HUGE_VAL;
  return high ? node.widget.ends->second : node.widget.ends->first;
}

std::u32string characters_of(const Question& q) {
  return characters(q.node->widget.value.value_or(q.node->widget.text));
}

GVariant* given_part(const Question& q) {
  const std::u32string all = characters_of(q);
  const int end = given_number(q, 1);
  const auto from = static_cast<std::size_t>(std::max(0, given_number(q, 0)));
  return text_value(part_of(all, from, end < 0 ? all.size() : static_cast<std::size_t>(end)));
}

// A character, a word or a line around an offset. `granularity` counts as GetStringAtOffset does.
Values piece_at(const Question& q, int granularity) {
  const std::u32string all = characters_of(q);
  std::size_t from =
      std::min(static_cast<std::size_t>(std::max(0, given_number(q, 0))), all.size());
  std::size_t to = std::min(from + 1, all.size());
  if (granularity > 0) {
    const auto ends = [&](char32_t c) { return c == U'\n' || (granularity == 1 && c == U' '); };
    while (from > 0 && !ends(all[from - 1])) --from;
    while (to < all.size() && !ends(all[to - 1])) ++to;
  }
  return {text_value(part_of(all, from, to)), whole_number(static_cast<std::int64_t>(from)),
          whole_number(static_cast<std::int64_t>(to))};
}

// The older question counts characters, two kinds of words, sentences and lines.
int granularity_of(int boundary) {
  return boundary == 0 ? 0 : boundary <= 2 ? 1 : 3;
}

GVariant* action_name(const Question& q) {
  return words(q.node->role.action);
}

ui::TablePlace given_place(const Question& q) {
  return {given_number(q, 0), given_number(q, 1)};
}

// A table counts its cells row by row, those out of sight, too.
std::int64_t columns_of(const Question& q) {
  return std::max<std::int64_t>(q.node->widget.place.column, 1);
}

GVariant* header(const Question& q, ui::TablePlace place) {
  return at_position(q, q.tree.find(*q.node, place));
}
GVariant* header_name(const Question& q, ui::TablePlace place) {
  const int position = q.tree.find(*q.node, place);
  return words(position < 0 ? std::string_view() : q.tree.at(position).name);
}
ui::TablePlace row_place(const Question& q) {
  return {given_number(q, 0), -1};
}
ui::TablePlace column_place(const Question& q) {
  return {-1, given_number(q, 0)};
}
GVariant* headers_of_cell(const Question& q, ui::TablePlace place) {
  const int position = q.tree.find(q.tree.at(q.node->whole), place);
  return list("(so)", position < 0 ? Values{} : Values{at_position(q, position)});
}

struct Row {
  std::string_view member;
  Values (*values)(const Question&);
};

// AT-SPI 2.1 is the version of the protocol.
constexpr std::array kRows = std::to_array<Row>({
    {"Accessible.Name", [](const Question& q) { return Values{words(name_of(q))}; }},
    {"Accessible.Description",
     [](const Question& q) {
       return Values{words(q.node == nullptr || q.tells ? std::string_view() : q.node->widget.about)};
     }},
    {"Accessible.Parent", [](const Question& q) { return Values{parent_of(q)}; }},
    {"Accessible.ChildCount",
     [](const Question& q) {
       return Values{whole_number(static_cast<std::int64_t>(parts_of(q).size()))};
     }},
    {"Accessible.Locale", [](const Question&) { return Values{words(text::language())}; }},
    {"Accessible.AccessibleId",
     [](const Question& q) {
       return Values{words(q.node == nullptr ? std::string_view("root") : q.node->widget.id)};
     }},
    {"Accessible.GetChildAtIndex", [](const Question& q) { return Values{child_at(q)}; }},
    {"Accessible.GetChildren", [](const Question& q) { return Values{children_of(q)}; }},
    {"Accessible.GetIndexInParent",
     [](const Question& q) {
       return Values{whole_number(q.node == nullptr || q.tells ? 0 : q.tree.index_of(*q.node))};
     }},
    {"Accessible.GetRelationSet", [](const Question&) { return Values{list("(ua(so))", {})}; }},
    {"Accessible.GetRole",
     [](const Question& q) { return Values{g_variant_new_uint32(role_of(q).number)}; }},
    {"Accessible.GetRoleName", [](const Question& q) { return Values{words(role_of(q).name)}; }},
    {"Accessible.GetLocalizedRoleName",
     [](const Question& q) { return Values{words(role_of(q).name)}; }},
    {"Accessible.GetState", [](const Question& q) { return Values{states_of(q)}; }},
    {"Accessible.GetAttributes", [](const Question&) { return Values{no_attributes()}; }},
    {"Accessible.GetApplication",
     [](const Question& q) { return Values{reference(q.program, -1)}; }},
    {"Accessible.GetInterfaces",
     [](const Question& q) {
       Values names;
       for (const std::string_view name : interfaces_of(q)) {
         names.push_back(words(fmt::format("org.a11y.atspi.{}", name)));
       }
       return Values{list("s", std::move(names))};
     }},
    {"Application.ToolkitName", [](const Question&) { return Values{words("Normscope")}; }},
    {"Application.Version", [](const Question&) { return Values{words("1")}; }},
    {"Application.AtspiVersion", [](const Question&) { return Values{words("2.1")}; }},
    {"Application.Id", [](const Question& q) { return Values{whole_number(q.program.id)}; }},
    {"Application.GetLocale", [](const Question&) { return Values{words(text::language())}; }},
    {"Component.Contains",
     [](const Question& q) {
       return Values{flag(contains(q.node->widget.rect, given_number(q, 0), given_number(q, 1)))};
     }},
    {"Component.GetAccessibleAtPoint", [](const Question& q) { return Values{at_point(q)}; }},
    {"Component.GetExtents",
     [](const Question& q) {
       const auto all = extents(*q.node);
       return Values{tuple({all.begin(), all.end()})};
     }},
    {"Component.GetPosition",
     [](const Question& q) {
       return Values{whole_number(std::lround(q.node->widget.rect.x)),
                     whole_number(std::lround(q.node->widget.rect.y))};
     }},
    {"Component.GetSize",
     [](const Question& q) {
       return Values{whole_number(std::lround(q.node->widget.rect.w)),
                     whole_number(std::lround(q.node->widget.rect.h))};
     }},
    {"Component.GetLayer",
     [](const Question& q) {
       constexpr guint32 kWidgets = 3;
       constexpr guint32 kWindows = 7;
       return Values{g_variant_new_uint32(q.node->whole < 0 ? kWindows : kWidgets)};
     }},
    {"Component.GetMDIZOrder", [](const Question&) { return Values{g_variant_new_int16(0)}; }},
    {"Component.GetAlpha", [](const Question&) { return Values{g_variant_new_double(1)}; }},
    {"Component.GrabFocus",
     [](const Question& q) { return Values{flag(q.node->has(State::kFocusable))}; }},
    {"Action.NActions", [](const Question&) { return Values{whole_number(1)}; }},
    {"Action.GetName", [](const Question& q) { return Values{action_name(q)}; }},
    {"Action.GetLocalizedName", [](const Question& q) { return Values{action_name(q)}; }},
    {"Action.GetDescription", [](const Question&) { return Values{words("")}; }},
    {"Action.GetKeyBinding", [](const Question&) { return Values{words("")}; }},
    {"Action.GetActions",
     [](const Question& q) {
       return Values{list("(sss)", {tuple({action_name(q), words(""), words("")})})};
     }},
    {"Action.DoAction",
     [](const Question& q) { return Values{flag(q.node->has(State::kEnabled))}; }},
    {"Value.MinimumValue",
     [](const Question& q) { return Values{g_variant_new_double(end_of(*q.node, false))}; }},
    {"Value.MaximumValue",
     [](const Question& q) { return Values{g_variant_new_double(end_of(*q.node, true))}; }},
    {"Value.MinimumIncrement", [](const Question&) { return Values{g_variant_new_double(0)}; }},
    {"Value.CurrentValue",
     [](const Question& q) { return Values{g_variant_new_double(value_of(*q.node))}; }},
    {"Value.Text",
     [](const Question& q) { return Values{words(q.node->widget.value.value_or(""))}; }},
    {"Text.CharacterCount",
     [](const Question& q) {
       return Values{whole_number(static_cast<std::int64_t>(characters_of(q).size()))};
     }},
    {"Text.CaretOffset",
     [](const Question& q) {
       const int caret = q.node->widget.caret;
       return Values{whole_number(
           caret < 0 ? static_cast<std::int64_t>(characters_of(q).size()) : caret)};
     }},
    {"Text.GetText", [](const Question& q) { return Values{given_part(q)}; }},
    {"Text.GetStringAtOffset", [](const Question& q) { return piece_at(q, given_number(q, 1)); }},
    {"Text.GetTextAtOffset",
     [](const Question& q) { return piece_at(q, granularity_of(given_number(q, 1))); }},
    {"Text.GetCharacterAtOffset",
     [](const Question& q) {
       const std::u32string all = characters_of(q);
       const auto at = static_cast<std::size_t>(std::max(0, given_number(q, 0)));
       return Values{whole_number(at < all.size() ? static_cast<std::int64_t>(all[at]) : 0)};
     }},
    {"Text.GetNSelections", [](const Question&) { return Values{whole_number(0)}; }},
    {"Text.GetAttributes",
     [](const Question&) {
       return Values{no_attributes(), whole_number(0), whole_number(0)};
     }},
    {"Text.GetAttributeRun",
     [](const Question&) {
       return Values{no_attributes(), whole_number(0), whole_number(0)};
     }},
    {"Text.GetDefaultAttributes", [](const Question&) { return Values{no_attributes()}; }},
    {"EditableText.SetTextContents",
     [](const Question& q) { return Values{flag(q.node->has(State::kEnabled))}; }},
    {"Table.NRows",
     [](const Question& q) { return Values{whole_number(q.node->widget.place.row)}; }},
    {"Table.NColumns",
     [](const Question& q) { return Values{whole_number(q.node->widget.place.column)}; }},
    {"Table.GetAccessibleAt",
     [](const Question& q) {
       return Values{at_position(q, q.tree.find(*q.node, given_place(q)))};
     }},
    {"Table.GetIndexAt",
     [](const Question& q) {
       const ui::TablePlace place = given_place(q);
       return Values{whole_number(place.row * columns_of(q) + place.column)};
     }},
    {"Table.GetRowAtIndex",
     [](const Question& q) { return Values{whole_number(given_number(q, 0) / columns_of(q))}; }},
    {"Table.GetColumnAtIndex",
     [](const Question& q) { return Values{whole_number(given_number(q, 0) % columns_of(q))}; }},
    {"Table.GetRowHeader", [](const Question& q) { return Values{header(q, row_place(q))}; }},
    {"Table.GetColumnHeader", [](const Question& q) { return Values{header(q, column_place(q))}; }},
    {"Table.GetRowDescription",
     [](const Question& q) { return Values{header_name(q, row_place(q))}; }},
    {"Table.GetColumnDescription",
     [](const Question& q) { return Values{header_name(q, column_place(q))}; }},
    {"Table.GetRowExtentAt", [](const Question&) { return Values{whole_number(1)}; }},
    {"Table.GetColumnExtentAt", [](const Question&) { return Values{whole_number(1)}; }},
    {"TableCell.Position",
     [](const Question& q) {
       const ui::TablePlace& place = q.node->widget.place;
       return Values{tuple({whole_number(place.row), whole_number(place.column)})};
     }},
    {"TableCell.RowSpan", [](const Question&) { return Values{whole_number(1)}; }},
    {"TableCell.ColumnSpan", [](const Question&) { return Values{whole_number(1)}; }},
    {"TableCell.Table", [](const Question& q) { return Values{at_position(q, q.node->whole)}; }},
    {"TableCell.GetRowColumnSpan",
     [](const Question& q) {
       const ui::TablePlace& place = q.node->widget.place;
       return Values{whole_number(place.row), whole_number(place.column), whole_number(1),
                     whole_number(1)};
     }},
    {"TableCell.GetRowHeaderCells",
     [](const Question& q) {
       return Values{headers_of_cell(q, {q.node->widget.place.row, -1})};
     }},
    {"TableCell.GetColumnHeaderCells",
     [](const Question& q) {
       return Values{headers_of_cell(q, {-1, q.node->widget.place.column})};
     }},
});

std::optional<Wish> wish_of(const Question& q) {
  if (q.node == nullptr || !q.node->has(State::kEnabled)) return std::nullopt;
  const int number = q.node->number;
  if (q.member == "Action.DoAction") return Wish{number, Wish::Kind::kPress};
  if (q.member == "Component.GrabFocus") return Wish{number, Wish::Kind::kFocus};
  if (q.given == nullptr) return std::nullopt;
  if (q.member == "Value.CurrentValue") {
    return Wish{number, Wish::Kind::kSet, fmt::format("{}", g_variant_get_double(q.given))};
  }
  if (q.member == "EditableText.SetTextContents") {
    return Wish{number, Wish::Kind::kSet, g_variant_get_string(child(q.given, 0).get(), nullptr)};
  }
  return std::nullopt;
}

}  // namespace

GVariant* reference(const Program& program, int number) {
  const std::string name = number < 0 ? std::string("root") : fmt::format("{}", number);
  return object(program.bus_name, fmt::format("{}/{}", kObjects, name));
}

std::vector<std::string_view> interfaces_of(const Question& of) {
  if (of.node == nullptr) return {"Accessible", "Application"};
  std::vector<std::string_view> names = {"Accessible"};
  if (of.tells) return names;
  const Node& node = *of.node;
  names.emplace_back("Component");
  if (!node.role.action.empty()) names.emplace_back("Action");
  const bool number = node.widget.kind != "text" && node.widget.kind != "code";
  if (node.takes_value() && number) names.emplace_back("Value");
  if (node.is_field()) names.insert(names.end(), {"Text", "EditableText"});
  if (node.is_table()) names.emplace_back("Table");
  if (node.is_cell()) names.emplace_back("TableCell");
  return names;
}

Answer answer(const Question& question) {
  const auto* const row = std::ranges::find(kRows, question.member, &Row::member);
  const std::string_view interface = question.member.substr(0, question.member.find('.'));
  const std::vector<std::string_view> known = interfaces_of(question);
  const bool knows = std::ranges::find(known, interface) != known.end();
  if (row == kRows.end() || !knows) return {};
  const bool sets = question.member == "Value.CurrentValue" && question.given != nullptr;
  return {.values = sets ? Values{} : row->values(question), .wish = wish_of(question)};
}

}  // namespace normscope::accessibility
