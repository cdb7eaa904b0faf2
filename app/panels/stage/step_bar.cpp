// SPDX-License-Identifier: MIT
#include "app/panels/stage/step_bar.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/panels/held_back.hpp"
#include "app/results/lost_digits.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using document::StageLayout;
using ui::ButtonLook;
using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kMostThumb = 92;
constexpr float kReadableThumb = 50;
constexpr float kLeastThumb = 30;
constexpr float kThumbHeight = 30;
constexpr float kSymbolHeight = 20;
constexpr float kThumbGap = 10;
constexpr float kSymbolSize = 13;
constexpr float kStepsWidth = 126;  // of the buttons at the left of the strip
constexpr float kDigitsWidth = 90;
constexpr float kLayoutWidth = 204;
// Blocks of a small map.
constexpr std::int64_t kThumbRows = 6;
constexpr std::int64_t kThumbColumns = 12;

constexpr ui::Help kStepsHelp{tr_later("Steps"),
                              tr_later("One step of the operation after the other."),
                              tr_later("Alt+Left   Alt+Right   F4 plays"),
                              tr_later("Play, and watch the numbers being made.")};
constexpr ui::Help kLayoutHelp{
    tr_later("Sheet, all steps, variants"),
    tr_later("The sheet shows one step between input and output, in the same columns; all steps "
             "stand side by side as cards; the variants show how far the ten presets are from each "
             "other on these numbers. Of few numbers all steps are shown where they have room.")};
constexpr ui::Help kDigitsHelp{tr_later("Digits"),
                               tr_later("How many digits after the point each number shows."),
                               tr_later("4, 6, 9, as torch prints, or the bits of float32")};
constexpr ui::Help kFitColorsHelp{
    tr_later("Fit colours"),
    tr_later("Colours keep their scale while numbers change, so that a change is seen. This takes "
             "the scale anew from the numbers that are there now."),
    "", tr_later("Make one number ten times as large, then fit.")};

// The formula in the hover card of a thumbnail.
std::string symbol_of(const StageFrame& frame, std::size_t card) {
  const trace::Step& step = frame.step_of(card);
  const bool layer = frame.card(card).stage + 1 < frame.shown().stages.size();
  if (card == 0) return "x";
  if (!layer) return step.symbol;
  const bool last =
      frame.card(card).step + 1 == static_cast<int>(frame.trace_of(card).steps().size());
  if (!last) return "x W^\\top";
  const bool relu = frame.shown().stages[frame.card(card).stage].name == "ReLU";
  return relu ? "\\max(x, 0)" : "x W^\\top + b";
}

void draw_thumb(StageFrame& frame, std::size_t card, ImVec2 min, ImVec2 max) {
  Context& ui = frame.ui();
  const results::Overview& map = frame.map_of(card, kThumbRows, kThumbColumns);
  if (map.values.empty()) return;
  // A column of statistics is as wide as one column of the others.
  const float room = max.x - min.x;
  const float used = map.columns == 1 ? room / 5 : room;
  const float left = min.x + (room - used) / 2;
  ui::draw_cells(ui, {std::floor(left), std::floor(min.y)},
                 {std::floor(left + used), std::floor(max.y)}, frame.colors_of(card, map));
}

// Whether the precision plan loses the most digits at this step.
bool loses_most(const StageFrame& frame, std::size_t card) {
  const results::Card& of = frame.card(card);
  return of.stage + 1 == frame.shown().stages.size() &&
         of.step == results::worst_step(frame.shown());
}

// The sign in the corner of a step at which A and B part; empty for a step of A alone too, which
// has nothing to part from.
std::string_view parting_sign(const StageFrame& frame, std::size_t card) {
  if (loses_most(frame, card)) return "!";
  if (frame.compared() == nullptr) return {};
  const results::Parting parting = frame.compared()->pairs[card].parting;
  const bool parts =
      parting == results::Parting::kApart || parting == results::Parting::kOtherShape;
  return parts ? "≠" : "";
}

std::string parting_text(const StageFrame& frame, std::size_t card) {
  if (loses_most(frame, card)) {
    return tr("Most digits are lost here: {what}.",
              arg("what", results::worst_sentence(frame.shown())));
  }
  if (frame.compared() == nullptr) return tr("A step of the operation; a click shows it.");
  const results::StepPair& pair = frame.compared()->pairs[card];
  switch (pair.parting) {
    case results::Parting::kAlone:
      return tr("A step of A that B does not have.");
    case results::Parting::kOtherShape:
      return tr("B computes this step over other groups.");
    case results::Parting::kSame:
      return tr("Here A and B have the same numbers.");
    case results::Parting::kApart:
      break;
  }
  return tr("Here A and B differ by up to {size:.3g}.", arg("size", pair.largest));
}

void go(StageFrame& frame, std::size_t card) {
  frame.workspace().view.stage.plays_at.reset();
  focus_on(frame.workspace(), card);
  frame.ui().pacing.activity();
}

// The strip is one stop of Tab: the arrows go through its steps.
void walk_strip(StageFrame& frame, std::size_t card) {
  Context& ui = frame.ui();
  const std::size_t last = shown_cards(frame.workspace()) - 1;
  std::size_t next = card;
  if (ui.input.take(ui::Key::kLeft) && card > 0) next = card - 1;
  if (ui.input.take(ui::Key::kRight) && card < last) next = card + 1;
  if (ui.input.take(ui::Key::kHome)) next = 0;
  if (ui.input.take(ui::Key::kEnd)) next = last;
  if (next == card) return;
  go(frame, next);
  ui.focus.set("stage/strip/" + frame.card(next).id);
}

void thumb(StageFrame& frame, std::size_t card, float width) {
  Context& ui = frame.ui();
  const auto& palette = ui.theme.colors;
  const std::string id = "stage/strip/" + frame.card(card).id;
  const bool chosen = card == frame.focus();
  const float height = ui.px(kThumbHeight + kSymbolHeight);
  if (frame.is_held_back(card)) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    return draw_held_back(ui, id, from, {from.x + width, from.y + height});
  }
  const ui::Area here = ui::area(ui, id, {width, height},
                                 {.text = frame.card(card).title,
                                  .kind = "step",
                                  .selected = chosen,
                                  .mark = std::string(parting_sign(frame, card))},
                                 {.tab_stop = chosen});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float inset = ui.px(3);
  if (chosen || here.hovered) {
    ui::draw_box(ui, here.min, here.max, chosen ? palette.raised : palette.hover,
                 chosen ? palette.accent : palette.hover, ui.px(5));
  }
  const ImVec2 low{here.min.x + inset, here.min.y + inset};
  const ImVec2 high{here.max.x - inset, here.min.y + ui.px(kThumbHeight)};
  draw_thumb(frame, card, low, high);
  if (chosen) {
    list.AddRectFilled({here.min.x + inset, here.max.y - ui.px(2.5F)},
                       {here.max.x - inset, here.max.y - ui.px(0.5F)},
                       ui::imgui_color(palette.accent), ui.px(1));
  }
  if (here.focused && ui.focus.ring()) ui::draw_focus_ring(ui, here, ui.px(5));

  const std::string symbol = symbol_of(frame, card);
  auto size = static_cast<double>(ui.px(kSymbolSize));
  auto laid = formula::layout(symbol, size, ui.measure, formula::Style::kInline);
  const double room = static_cast<double>(width) - static_cast<double>(ui.px(2));
  if (laid && laid->width > room) {
    size *= std::max(0.55, room / laid->width);
    laid = formula::layout(symbol, size, ui.measure, formula::Style::kInline);
  }
  if (laid && laid->width <= room + 1) {
    const float middle = high.y + (here.max.y - high.y) / 2;
    const auto rise = static_cast<float>((laid->ascent - laid->descent) / 2);
    const float x = here.min.x + (width - static_cast<float>(laid->width)) / 2;
    ui::draw_formula(ui, *laid, {x, middle + rise}, chosen ? palette.text : palette.muted);
  }
  if (const std::string_view sign = parting_sign(frame, card); !sign.empty()) {
    const float side = ui.px(14);
    const ImVec2 corner{here.max.x - side, here.min.y};
    list.AddRectFilled(corner, {here.max.x, here.min.y + side}, ui::imgui_color(palette.warning),
                       ui.px(3));
    const ui::WithFont font(ui, ui::Face::kTextBold, 12);
    ui::draw_text(corner, {here.max.x, here.min.y + side}, sign, palette.background,
                  ui::Align::kCenter);
  }
  const std::string explanation = parting_text(frame, card);
  ui::hover_card(ui, id, {frame.card(card).title, explanation}, here.hovered);
  if (here.activated) go(frame, card);
  if (!here.focused) return;
  walk_strip(frame, card);
}

void draw_strip(StageFrame& frame) {
  Context& ui = frame.ui();
  const std::optional<results::BackwardCards> backward = results::backward_cards(frame.shown());
  const auto count = static_cast<float>(frame.shown().cards.size());
  const float gap = ui.px(kThumbGap);
  const float whole = ImGui::GetContentRegionAvail().x;
  const float room = whole - gap * (count - 1);
  const float width = std::floor(std::clamp(room / count, ui.px(kLeastThumb), ui.px(kMostThumb)));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  // Of more steps than have room those around the one on the sheet.
  const auto fitting = static_cast<std::size_t>(std::max(1.0F, (whole + gap) / (width + gap)));
  const std::size_t cards = frame.shown().cards.size();
  const std::size_t most = cards > fitting ? cards - fitting : 0;
  const std::size_t half = fitting / 2;
  const std::size_t first = std::min(frame.focus() > half ? frame.focus() - half : 0, most);
  for (std::size_t card = first; card < std::min(cards, first + fitting); ++card) {
    const float x = from.x + (width + gap) * static_cast<float>(card - first);
    ImGui::SetCursorScreenPos({x, from.y});
    thumb(frame, card, width);
    if (card == first) continue;
    const float y = from.y + ui.px(kThumbHeight) / 2;
    const float wing = ui.px(2.5F);
    const float tip = x - gap / 2 + wing / 2;
    const ImU32 color = ui::imgui_color(ui.theme.colors.muted);
    if (backward && card == backward->upstream) {
      // Here the way back begins.
      const float middle = std::round(x - gap / 2);
      list.AddLine({middle, from.y}, {middle, from.y + ui.px(kThumbHeight + kSymbolHeight)}, color,
                   ui.px(1.2F));
      continue;
    }
    list.AddLine({tip - wing, y - wing}, {tip, y}, color, ui.px(1.2F));
    list.AddLine({tip - wing, y + wing}, {tip, y}, color, ui.px(1.2F));
  }
}

// Back, next and play, and below them the number of the step.
void draw_steps(StageFrame& frame, ImVec2 from, bool low) {
  Context& ui = frame.ui();
  const std::size_t last = shown_cards(frame.workspace()) - 1;
  const bool playing = frame.workspace().view.stage.plays_at.has_value();
  const float width = ui.px(kStepsWidth);
  const auto button = [&](std::string_view id, std::string_view label, bool enabled, float points,
                          std::string_view name = {}) {
    const bool pressed =
        ui::button(ui, id, label, ButtonLook::kPlain,
                   {.help = kStepsHelp, .enabled = enabled, .width = points, .name = name});
    ImGui::SameLine(0, ui.px(4));
    return pressed;
  };
  if (button("stage/back", "←", frame.focus() > 0, 32, tr("previous step")))
    go(frame, frame.focus() - 1);
  if (button("stage/next", "→", frame.focus() < last, 32, tr("next step")))
    go(frame, frame.focus() + 1);
  if (button("stage/play", playing ? tr("stop") : tr("play"), true, kStepsWidth - 72)) {
    frame.workspace().send(workspace::PlaySteps{});
  }
  const std::string place = tr("step {step} of {all}", arg("step", frame.focus() + 1),
                               arg("all", frame.shown().cards.size()));
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  // Below the buttons; in a low window beside them.
  const float control = ui.px(ui.theme.metrics.control);
  const ImVec2 min = low ? ImVec2{from.x + width, from.y} : ImVec2{from.x, from.y + control};
  const ImVec2 max = low ? ImVec2{min.x + width, from.y + control}
                         : ImVec2{from.x + width, from.y + ui.px(kThumbHeight + kSymbolHeight)};
  ui::draw_text(min, max, place, ui.theme.colors.muted, ui::Align::kCenter);
  ui::report(ui, {.id = "stage/step", .text = place, .kind = "text"}, min, max);
}

}  // namespace

void view_bar(Context& ui, Workspace& workspace) {
  const std::array<std::string_view, 3> layouts = {tr("Sheet"), tr("All steps"), tr("Variants")};
  const std::array<std::string_view, 5> digits_labels = {tr("4 digits"), tr("6 digits"),
                                                         tr("9 digits"), "torch", tr("bits")};
  const std::string_view fit = tr("Fit colours");
  constexpr float kLowWindow = 480;  // points; its height is for numbers
  const float gap = ui.px(ui.theme.metrics.gap);
  const float fit_width = ui::button_width(ui, fit);
  const float all = ui.px(kDigitsWidth) + fit_width + ui.px(kLayoutWidth) + 2 * gap;
  if (ImGui::GetIO().DisplaySize.y < ui.px(kLowWindow)) {
    ui::beside(ui);
  } else {
    ui::beside_if_room(ui, all);
  }
  // A control without room here is in the View menu, too: what is left has the choice of views.
  float room = ImGui::GetContentRegionAvail().x;
  const auto takes = [&](float width) {
    const bool fits = room >= width;
    if (fits) room -= width + gap;
    return fits;
  };
  const bool has_layouts = takes(ui.px(kLayoutWidth));
  const bool has_digits = takes(ui.px(kDigitsWidth));
  const bool has_fit = takes(fit_width);
  if (has_digits) {
    const auto digits = ui::choice(ui, "stage/digits", digits_labels,
                                   static_cast<std::size_t>(workspace.document().view.digits),
                                   {.help = kDigitsHelp, .width = kDigitsWidth});
    if (digits) {
      workspace.history.change_view([&](document::Document& document) {
        document.view.digits = static_cast<document::Digits>(*digits);
      });
    }
    if (has_fit || has_layouts) ui::beside(ui);
  }
  if (has_fit) {
    if (ui::button(ui, "stage/fit", fit, ButtonLook::kQuiet, {.help = kFitColorsHelp})) {
      workspace.view.stage.scales.fit = true;
      ui.pacing.activity();
    }
    if (has_layouts) ui::beside(ui);
  }
  if (!has_layouts) return has_digits || has_fit ? void() : ImGui::NewLine();
  const auto chosen =
      ui::segments(ui, "stage/layout", layouts, static_cast<std::size_t>(layout_of(workspace)),
                   {.help = kLayoutHelp, .width = kLayoutWidth});
  if (chosen) {
    workspace.history.change_view([&](document::Document& document) {
      document.view.layout = static_cast<StageLayout>(*chosen);
    });
  }
}

double step_bar_width(const StageFrame& frame) {
  const auto count = static_cast<double>(frame.shown().cards.size());
  return kStepsWidth + kThumbGap + count * (kReadableThumb + kThumbGap);
}

void step_bar(StageFrame& frame, bool low) {
  Context& ui = frame.ui();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ui.px(kStepsWidth);
  draw_steps(frame, from, low);
  if (!low) {
    ImGui::SetCursorScreenPos({from.x + width + ui.px(kThumbGap), from.y});
    draw_strip(frame);
  }
  ImGui::SetCursorScreenPos(from);
  ImGui::Dummy({1, low ? ui.px(ui.theme.metrics.control) : ui.px(kThumbHeight + kSymbolHeight)});
}

void play_steps(StageFrame& frame) {
  auto& plays_at = frame.workspace().view.stage.plays_at;
  if (!plays_at) return;
  if (frame.ui().time >= *plays_at) {
    const std::size_t last = shown_cards(frame.workspace()) - 1;
    focus_on(frame.workspace(), std::min(frame.focus() + 1, last));
    plays_at = frame.ui().time + workspace::kPlayStep;
    if (frame.focus() + 1 >= last) plays_at.reset();
    frame.ui().pacing.activity();
  }
  if (plays_at) frame.ui().pacing.wake_at(*plays_at);
}

}  // namespace normscope::panels
