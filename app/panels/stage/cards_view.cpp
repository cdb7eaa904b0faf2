// SPDX-License-Identifier: MIT
// All steps as cards, side by side with arrows between them, as in the figure `stage`.
#include "app/panels/stage/cards_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "app/panels/held_back.hpp"
#include "app/panels/stage/color_legend.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::Card;
using tensor::Shape;
using ui::Context;
using workspace::CodeLine;

namespace {

// Heights and widths in points. A grid higher than kMostGridHeight scrolls inside its card.
constexpr float kMostGridHeight = 236;
constexpr std::int64_t kMostRows = 9;  // that it then shows
constexpr float kChangedRow = 37;      // with the change below the number
constexpr float kCardPadding = 12;
constexpr float kTitle = 24;
constexpr float kFormulaSize = 14;
constexpr float kBelowFormula = 6;
constexpr float kBeforeLegend = 12;  // between the title and the legend of the colours
constexpr float kArrow = 26;         // width of the arrow between neighbouring cards
constexpr float kBelowCards = 4;
// The line of code that computed a card: its place, and below it its text.
constexpr float kSourceLine = 17;
constexpr float kBelowSource = 7;
constexpr float kMostSourceWidth = 176;
constexpr std::size_t kMostSource = 160;  // bytes; more than can be seen at that width

void draw_arrow(Context& ui, ImVec2 from, float height) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImU32 color = ui::imgui_color(ui.theme.colors.muted);
  const float middle = from.y + height / 2;
  const float tip = from.x + ui.px(kArrow - 7);
  const float tail = from.x + ui.px(7);
  const float wing = ui.px(4);
  draw->AddLine({tail, middle}, {tip, middle}, color, ui.px(1.5F));
  draw->AddLine({tip - wing, middle - wing}, {tip, middle}, color, ui.px(1.5F));
  draw->AddLine({tip - wing, middle + wing}, {tip, middle}, color, ui.px(1.5F));
}

// One card of this frame: its content, size and position.
struct Item {
  std::size_t at_card = 0;
  const Card* card = nullptr;
  const trace::Step* step = nullptr;
  results::Slice slice{};  // the slice of the step's values
  ui::GridData data{};
  ui::GridOptions options{};
  bool input = false;
  ImVec2 grid{};       // size of the numbers
  float own_head = 0;  // height of title, formula and source
  float head = 0;      // the same, as high as in all cards of the row
  float raise = 0;     // of the numbers, for their changes
  float lead = 0;      // blank height in place of the column headers of other cards of the row
  ImVec2 size{};       // of the card
  ImVec2 at{};         // top left corner, relative to the stage's
  bool arrow = false;  // an arrow leads here from the card at the left
};

class Cards {
 public:
  // With a scroll bar or without: narrower rows can be lower ones, which then would need none.
  Cards(StageFrame& frame, float width)
      : frame_(frame),
        ui_(frame.ui()),
        workspace_(frame.workspace()),
        room_(width - ImGui::GetStyle().ScrollbarSize) {
    for (std::size_t card = 0; card < frame_.shown().cards.size(); ++card) {
      items_.push_back(item_of(card));
    }
  }

  float draw(ImVec2 size) {
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.text);
    const float height = std::ceil(place(room_) + ui_.px(kBelowCards));
    const bool noted = holds_back(workspace_);  // below the cards
    const float used = noted ? size.y : std::min(size.y, height);
    const ui::Region region(ui_, "stage/cards", {size.x, used},
                            {.ground = ui::Ground::kNone, .padding = 0});
    if (!region) return used;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    for (const Item& item : items_) draw_card(item, from);
    // Extends the scrolling region to the last row of cards.
    ImGui::SetCursorScreenPos({from.x, from.y + height - 1});
    ImGui::Dummy({1, 1});
    if (noted) note_held_back(ui_, workspace_, "stage");
    return used;
  }

  // `height` and `below` in points.
  CardsSize measure(float height, float below) {
    constexpr float kLargest = 3;
    float widest = 0;
    for (const Item& item : items_) widest = std::max(widest, item.size.x);
    CardsSize size{.height = place(room_) / ui_.scale + kBelowCards};
    constexpr int kSteps = static_cast<int>((kLargest - 1) / kGrowthStep);
    for (int more = kSteps; more >= 0; --more) {
      const float larger = 1 + static_cast<float>(more) * kGrowthStep;
      const float room = room_ / larger;
      const float needed = place(room) / ui_.scale + kBelowCards + below;
      if (widest > room || needed * larger > height) continue;
      size.fits = static_cast<double>(larger);
      break;
    }
    return size;
  }

 private:
  Item item_of(std::size_t at) const {
    const Card& card = frame_.card(at);
    Item item;
    item.at_card = at;
    item.card = &card;
    item.step = &frame_.step_of(at);
    item.input = at == 0;
    item.slice = frame_.slice_of(at);
    item.data = frame_.data_of(at);
    item.options = frame_.options_of(at);
    ui::GridOptions& options = item.options;
    const bool output = at + 1 == frame_.shown().cards.size();
    if (output && at > 0 && frame_.compared() == nullptr) options.change = frame_.changes_of(at);
    options.row_headers = options.column_headers = item.slice.columns > 1 || item.input;

    const float padding = 2 * ui_.px(kCardPadding);
    const ImVec2 most{room_ - padding, ui_.px(kMostGridHeight)};
    const ImVec2 wanted = item.input
                              ? numbers_size(ui_, workspace_, {document::Target::kInput}, most)
                              : ui::grid_size(ui_, item.data, options, most);
    const ImVec2 formula = formula_size(item.step->formula);
    const ImVec2 source = source_size(card.source);
    item.own_head = ui_.px(kTitle) + formula.y + ui_.px(kBelowFormula) + source.y;
    item.grid = {
        std::min(std::max({wanted.x, formula.x, title_width(card.title), source.x, ui_.px(64)}),
                 most.x),
        wanted.y};
    item.size.x = item.grid.x + padding;
    return item;
  }

  // Places the cards side by side with arrows between them, and begins a new row where the width
  // ends. In a row of cards all heads and all cards have the same height, so that the numbers of a
  // batch row are at one height. Returns the total height.
  float place(float room) {
    const float arrow = ui_.px(kArrow);
    const float gap = ui_.px(ui_.theme.metrics.gap * 1.5F);
    float top = 0;
    for (std::size_t first = 0; first < items_.size();) {
      std::size_t end = first;
      float x = 0;
      while (end < items_.size() && (end == first || x + arrow + items_[end].size.x <= room)) {
        // The arrow to the first card of a row stands in front of it, where it has room there.
        const bool led = end > first || (end > 0 && arrow + items_[end].size.x <= room);
        if (led) x += arrow;
        items_[end].arrow = led;
        items_[end].at = {x, top};
        x += items_[end].size.x;
        ++end;
      }
      const float height = align(std::span(items_).subspan(first, end - first));
      top += height + (end < items_.size() ? gap : 0);
      first = end;
    }
    return top;
  }

  // The changes stand below the numbers of the output, so that the rows beside it are as high.
  float align(std::span<Item> row) const {
    float head = ui_.px(kTitle);
    bool headers = false;
    bool changes = false;
    for (const Item& item : row) {
      head = std::max(head, item.own_head);
      headers = headers || item.options.column_headers;
      changes = changes || item.options.change;
    }
    const float row_height = changes ? kChangedRow : ui::kGridRowHeight;
    float height = 0;
    for (Item& item : row) {
      item.head = head;
      item.options.row_height = row_height;
      item.lead = headers && !item.options.column_headers ? ui::grid_header_height(ui_) : 0;
      const auto rows = static_cast<float>(std::min(item.data.rows, kMostRows));
      item.raise = rows * std::round(ui_.px(row_height - ui::kGridRowHeight));
      height =
          std::max(height, head + item.lead + item.grid.y + item.raise + 2 * ui_.px(kCardPadding));
    }
    for (Item& item : row) item.size.y = height;
    return height;
  }

  void draw_card(const Item& item, ImVec2 from) {
    const ImVec2 at{from.x + item.at.x, from.y + item.at.y};
    if (item.arrow) draw_arrow(ui_, {at.x - ui_.px(kArrow), at.y}, item.size.y);
    const std::string id = "stage/" + item.card->id;
    if (frame_.is_held_back(item.at_card)) {
      return draw_held_back(ui_, id, at, {at.x + item.size.x, at.y + item.size.y});
    }
    ImGui::SetCursorScreenPos(at);
    {
      const ui::Region region(ui_, id, item.size,
                              {.ground = ui::Ground::kRaised,
                               .scroll = ui::Scroll::kNone,
                               .padding = kCardPadding,
                               .rounding = ui_.theme.metrics.card_rounding,
                               .border = true});
      if (region) {
        // Its line of code is lit with all of a card, not with its numbers alone.
        if (ImGui::IsWindowHovered()) workspace_.view.pointed_card = item.card->id;
        {
          const bool focus = item.at_card == frame_.focus();
          const ui::WithFont font(ui_, focus ? ui::Face::kTextBold : ui::Face::kText,
                                  ui_.theme.metrics.text);
          ui::line(ui_, item.card->title, ui::Tone::kText, id + "/title");
        }
        draw_legend(item, at);
        ImGui::SetCursorPosY(ui_.px(kCardPadding + kTitle));
        if (!item.input) {
          ui::formula(ui_, id + "/formula", item.step->formula, {}, kFormulaSize,
                      formula::Style::kDisplay);
        }
        draw_source(id, item);
        ImGui::SetCursorPosY(ui_.px(kCardPadding) + item.head + item.lead);
        draw_numbers(id, item);
        // The input is never greyed: it is typed, not computed.
        if (workspace_.view.waiting && !item.input) {
          ui::veil(ui_, ImGui::GetWindowPos(), ImGui::GetWindowSize());
        }
      }
    }
    draw_lit(item, at);
    // The step that a lesson or the steps' bar goes to comes into sight.
    if (item.at_card == frame_.focus() && workspace_.view.stage.scrolled_to != item.card->id) {
      workspace_.view.stage.scrolled_to = item.card->id;
      ImGui::SetCursorScreenPos(at);
      ImGui::SetScrollHereY(0.0F);
      ui_.pacing.activity();
    }
  }

  // The legend of the colours, on the title's line where that has room for it.
  void draw_legend(const Item& item, ImVec2 at) const {
    const float padding = ui_.px(kCardPadding);
    const float title = ImGui::GetItemRectSize().x + ui_.px(kBeforeLegend);
    draw_color_legend(frame_, item.at_card, {at.x + item.size.x - padding, at.y + padding},
                      ImGui::GetItemRectSize().y, at.x + padding + title);
  }

  // Draws the line of a lesson's cell that computed this step; the tooltip has the whole line.
  void draw_source(const std::string& id, const Item& item) {
    const results::SourceLine& source = item.card->source;
    if (source.line == 0) return;
    const auto& colors = ui_.theme.colors;
    const ImVec2 window = ImGui::GetWindowPos();
    const float bottom = window.y + ui_.px(kCardPadding - kBelowSource) + item.head;
    const ImVec2 from{window.x + ui_.px(kCardPadding), bottom - 2 * ui_.px(kSourceLine)};
    const ImVec2 end{window.x + item.size.x - ui_.px(kCardPadding), bottom};
    const std::string place = source_place(source);
    {
      const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
      ui::draw_text(from, {end.x, from.y + ui_.px(kSourceLine)}, place, colors.muted,
                    ui::Align::kLeft);
    }
    const ui::WithFont font(ui_, ui::Face::kNumber, ui_.theme.metrics.small);
    const std::string_view text = std::string_view(source.text).substr(0, kMostSource);
    ui::draw_text({from.x, end.y - ui_.px(kSourceLine)}, end, text, colors.accent,
                  ui::Align::kLeft);
    ui::report(ui_, {.id = id + "/source", .text = place + ": " + source.text, .kind = "text"},
               from, end);
    const bool over = ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, end);
    ui::hover_card(ui_, id + "/source", {place, source.text}, over);
  }

  // Draws a frame around the step of the steps' bar, and around the card whose line of code is
  // under the pointer.
  void draw_lit(const Item& item, ImVec2 at) const {
    const results::SourceLine& source = item.card->source;
    const bool pointed =
        source.line > 0 && workspace_.view.pointed_line == CodeLine{source.cell, source.line};
    if (!pointed && item.at_card != frame_.focus()) return;
    const float thick = ui_.px(pointed ? 2 : 1.5F);
    ImGui::GetWindowDrawList()->AddRect(
        {at.x - thick / 2, at.y - thick / 2},
        {at.x + item.size.x + thick / 2, at.y + item.size.y + thick / 2},
        ui::imgui_color(ui_.theme.colors.accent),
        ui_.px(ui_.theme.metrics.card_rounding) + thick / 2, 0, thick);
  }

  static std::string source_place(const results::SourceLine& source) {
    return source.distance == 0
               ? tr("cell {cell}, line {line}", arg("cell", source.cell), arg("line", source.line))
               : tr("cell {cell}, line {line}, {difference}", arg("cell", source.cell),
                    arg("line", source.line), arg("difference", source.difference()));
  }

  ImVec2 source_size(const results::SourceLine& source) const {
    if (source.line == 0) return {0, 0};
    float width = 0;
    {
      const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
      width = ui::text_width(source_place(source));
    }
    const ui::WithFont font(ui_, ui::Face::kNumber, ui_.theme.metrics.small);
    const std::string_view text = std::string_view(source.text).substr(0, kMostSource);
    width = std::max(width, std::min(ui::text_width(text), ui_.px(kMostSourceWidth)));
    return {width, ui_.px(2 * kSourceLine + kBelowSource)};
  }

  void draw_numbers(const std::string& id, const Item& item) {
    const ImVec2 size{item.grid.x, item.grid.y + item.raise};
    ui::GridState& state = workspace_.view.grids[id];
    if (const auto target = frame_.target_of(item.at_card)) {
      frame_.take_events_of_edited(
          item.at_card, edit_numbers(ui_, id, workspace_, {*target}, size, state, item.options));
      return;
    }
    const ui::GridEvents events = ui::grid(ui_, id, item.data, size, state, item.options);
    frame_.take_events(item.at_card, events);
    copy_numbers(item.data, events);
  }

  ImVec2 formula_size(const std::string& formula) const {
    const auto laid = formula::layout(formula, static_cast<double>(ui_.px(kFormulaSize)),
                                      ui_.measure, formula::Style::kDisplay);
    if (!laid) return {0, 0};
    return {static_cast<float>(laid->width), static_cast<float>(laid->ascent + laid->descent)};
  }

  float title_width(const std::string& title) const {
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.text);
    return ImGui::CalcTextSize(title.c_str()).x;
  }

  StageFrame& frame_;
  Context& ui_;
  workspace::Workspace& workspace_;
  float room_;
  std::vector<Item> items_{};
};

}  // namespace

float draw_cards(StageFrame& frame, ImVec2 size) {
  return Cards(frame, size.x).draw(size);
}

CardsSize measure_cards(StageFrame& frame, ImVec2 room, float below) {
  return Cards(frame, room.x).measure(room.y / frame.ui().scale, below);
}

}  // namespace normscope::panels
