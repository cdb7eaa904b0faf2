// SPDX-License-Identifier: MIT
#include "app/panels/sheet_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/document/words.hpp"
#include "app/panels/inputs_panel.hpp"
#include "app/panels/step_motion.hpp"
#include "app/panels/wide_map.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

using document::Target;
using results::Sheet;
using results::SheetBand;
using results::SheetPart;
using results::SheetStatistic;
using ui::Context;
using Kind = results::SheetBand::Kind;

namespace {

// In points.
constexpr float kTitle = 22;
constexpr float kGap = 8;          // between bands
constexpr float kSideGap = 10;     // between a band and its statistics
constexpr float kSign = 22;        // room of a sign between columns
constexpr float kChangedRow = 35;  // a row of the output, with its change below the number
constexpr float kLeastTitle = 420;
constexpr float kSymbol = 14;
constexpr float kLegendWidth = 56;
constexpr float kLegendHeight = 8;
constexpr float kLeastFocus = 64;         // the middle scrolls below this height
constexpr std::int64_t kNaturalRows = 4;  // rows that each band would like to show at least
constexpr std::int64_t kMapColumns = 12;  // above, a band has a map of all its columns

// The place of one band in this frame.
struct Placed {
  const SheetBand* band = nullptr;
  std::int64_t rows = 0;  // of the matrix
  std::int64_t columns = 0;
  std::vector<SheetStatistic> beside{};
  std::vector<SheetStatistic> below{};
  bool headers = false;  // column headers
  float row_height = 0;  // pixels
  std::int64_t shown_rows = 0;
  float map = 0;     // height of its map; 0: none
  float height = 0;  // of all
};

class View {
 public:
  View(StageFrame& frame, ImVec2 size)
      : frame_(frame),
        ui_(frame.ui),
        sheet_(results::sheet_of(*frame.shown, frame.focus)),
        from_(ImGui::GetCursorScreenPos()),
        size_(size),
        cell_(ui::grid_cell_width(ui_, frame.workspace.document().view.digits)),
        motion_(frame) {}

  void draw() {
    std::vector<Placed> placed;
    placed.reserve(sheet_.bands.size());
    std::int64_t most_rows = 1;
    for (const SheetBand& band : sheet_.bands) {
      placed.push_back(measure(band));
      most_rows = std::max(most_rows, placed.back().rows);
    }
    header_ = ui::grid_row_header_width(ui_, most_rows);
    room_ = size_.x - header_;
    for (Placed& each : placed) fit_statistics(each);
    cells_room_ = room_of_cells(placed);
    share_height(placed);
    float wanted = 0;
    for (const Placed& each : placed) wanted += height_with(each, kNaturalRows) + ui_.px(kGap);
    frame_.workspace.view.stage.sheet_height = wanted / ui_.scale;

    float top = 0;
    float bottom = 0;
    for (const Placed& each : placed) {
      if (each.band->part == SheetPart::kTop) top += each.height + ui_.px(kGap);
      if (each.band->part == SheetPart::kBottom) bottom += each.height + ui_.px(kGap);
    }
    // In a very low window the whole sheet scrolls.
    const bool low = size_.y < top + bottom + ui_.px(kLeastFocus);
    const ui::Region region(ui_, "stage/sheet", size_,
                            {.ground = ui::Ground::kNone,
                             .scroll = low ? ui::Scroll::kVertical : ui::Scroll::kNone,
                             .padding = 0});
    if (!region) return;
    from_ = ImGui::GetCursorScreenPos();
    if (low) size_ = {size_.x - ui_.px(14), top + bottom + ui_.px(kLeastFocus)};
    float y = from_.y;
    for (const Placed& each : placed) {
      if (each.band->part == SheetPart::kTop) y = draw_band(each, {from_.x, y}) + ui_.px(kGap);
    }
    draw_focus(placed, {from_.x, from_.y + top}, size_.y - top - bottom);
    y = from_.y + size_.y - bottom + ui_.px(kGap);
    const float middle = from_.y + top + focus_height_;
    // Close to the rest where there is room below.
    y = std::min(y, middle + ui_.px(kGap));
    for (const Placed& each : placed) {
      if (each.band->part == SheetPart::kBottom) y = draw_band(each, {from_.x, y}) + ui_.px(kGap);
    }
    motion_.draw();
    ImGui::SetCursorScreenPos(from_);
    ImGui::Dummy({1, y - from_.y});
  }

 private:
  Placed measure(const SheetBand& band) const {
    Placed placed{.band = &band};
    placed.row_height = std::round(ui_.px(ui::kGridRowHeight));
    const auto& document = frame_.workspace.document();
    const trace::TraceParts& parts = frame_.shown->stages[band.stage].trace.parts();
    const std::int64_t columns = results::columns_of(frame_.shown->activations->shape());
    switch (band.kind) {
      case Kind::kCard: {
        const results::Slice slice = frame_.slice_of(band.card);
        placed.rows = band.card == 0 ? input_slice().rows : slice.rows;
        placed.columns = band.card == 0 ? input_slice().columns : slice.columns;
        const bool changes = band.part == SheetPart::kBottom && band.card != 0;
        if (changes) placed.row_height = std::round(ui_.px(kChangedRow));
        // All bands have the same columns, so the numbers above the first one serve all.
        placed.headers = band.card == 0;
        if (placed.columns > kMapColumns) placed.map = wide_map_height(ui_, placed.rows);
        break;
      }
      case Kind::kGamma:
      case Kind::kBeta: {
        const bool own = band.stage + 1 == frame_.shown->stages.size();
        const bool gamma = band.kind == Kind::kGamma;
        const auto& values = gamma ? document.norm.gamma.values : document.norm.beta.values;
        const results::Slice whole =
            results::whole_matrix(own ? values.shape() : parts.beta->shape());
        placed.rows = whole.rows;
        placed.columns = whole.columns;
        break;
      }
      case Kind::kWeight:
        placed.rows = parts.weight->shape()[1];
        placed.columns = parts.weight->shape()[0];
        break;
      case Kind::kStatistics:
        for (const SheetStatistic& each : band.statistics) {
          placed.rows = std::max(placed.rows, frame_.slice_of(each.card).rows);
        }
        placed.columns = columns;
        break;
    }
    return placed;
  }

  results::Slice input_slice() const {
    const auto& document = frame_.workspace.document();
    return results::slice_at(document.inputs[document.input].values.shape(), document.view.outer);
  }

  // A statistic of rows stands beside its band; one with a value for each column below it.
  bool is_below(const SheetStatistic& statistic, const Placed& placed) const {
    const results::Slice slice = frame_.slice_of(statistic.card);
    return placed.columns > 1 && slice.columns == placed.columns;
  }

  void fit_statistics(Placed& placed) const {
    const SheetBand& band = *placed.band;
    const float column = cell_ + ui_.px(kSideGap);
    float used = band.kind == Kind::kStatistics
                     ? 0
                     : std::min(static_cast<float>(placed.columns) * cell_, room_);
    float needed = 0;
    for (const SheetStatistic& each : band.statistics) {
      if (!is_below(each, placed) && each.needed) needed += column + sign_width(each);
    }
    const float free = room_ - std::min(used, room_ - needed) - needed;
    float left = free;
    for (const SheetStatistic& each : band.statistics) {
      if (is_below(each, placed)) {
        if (each.needed) placed.below.push_back(each);
        continue;
      }
      if (!each.needed) {
        if (left < column) continue;
        left -= column;
      }
      placed.beside.push_back(each);
    }
  }

  float sign_width(const SheetStatistic& each) const {
    return each.sign.empty() ? 0 : ui_.px(kSign);
  }

  // The width of a band's cells in view: the same for all bands that are wider than that.
  float cells_width(const Placed& placed) const {
    return std::min(static_cast<float>(placed.columns) * cell_, cells_room_);
  }

  // The room of cells beside the statistics of the band that has most of them.
  float room_of_cells(const std::vector<Placed>& placed) const {
    float most = 0;
    for (const Placed& each : placed) {
      if (each.band->kind == Kind::kStatistics) continue;
      float beside = 0;
      for (const SheetStatistic& statistic : each.beside) {
        beside += cell_ + ui_.px(kSideGap) + sign_width(statistic);
      }
      most = std::max(most, beside);
    }
    return room_ - most;
  }

  bool scrolls(const Placed& placed) const {
    return static_cast<float>(placed.columns) * cell_ > cells_width(placed) + 1;
  }

  // The room above the cells, for the numbers of columns or the symbols of statistics.
  float headers_height(const Placed& placed) const {
    const bool symbols = placed.band->kind == Kind::kStatistics;
    return placed.headers || symbols ? ui::grid_header_height(ui_) : 0;
  }

  float height_with(const Placed& placed, std::int64_t rows) const {
    const std::int64_t shown = std::min(rows, placed.rows);
    float height = ui_.px(kTitle) + static_cast<float>(shown) * placed.row_height;
    height += headers_height(placed) +
              static_cast<float>(placed.below.size()) * std::round(ui_.px(ui::kGridRowHeight));
    if (scrolls(placed) || shown < placed.rows) height += placed.map;
    return height;
  }

  // All rows where there is room, else the same number of rows of every band, at least two.
  void share_height(std::vector<Placed>& placed) const {
    std::int64_t most = 1;
    for (const Placed& each : placed) most = std::max(most, each.rows);
    const auto total = [&](std::int64_t rows) {
      float sum = 0;
      for (const Placed& each : placed) sum += height_with(each, rows) + ui_.px(kGap);
      return sum;
    };
    std::int64_t rows = std::min<std::int64_t>(most, 64);  // more do not fit on any screen
    while (rows > 2 && total(rows) > size_.y) --rows;
    // Maps of the middle give way first.
    for (Placed& each : placed) {
      if (total(rows) > size_.y && each.band->part == SheetPart::kFocus) each.map = 0;
    }
    for (Placed& each : placed) {
      each.shown_rows = std::min(rows, each.rows);
      each.height = height_with(each, rows);
      if (!scrolls(each) && each.shown_rows == each.rows) each.map = 0;
    }
  }

  void draw_focus(const std::vector<Placed>& placed, ImVec2 at, float room) {
    float wanted = 0;
    for (const Placed& each : placed) {
      if (each.band->part == SheetPart::kFocus) wanted += each.height + ui_.px(kGap);
    }
    focus_height_ = 0;
    if (wanted == 0) return;
    focus_height_ = std::min(wanted, std::max(room, ui_.px(kLeastFocus))) - ui_.px(kGap);
    ImGui::SetCursorScreenPos(at);
    const bool scrolling = wanted > focus_height_ + ui_.px(kGap) + 1;
    const ui::Region region(ui_, "stage/middle", {size_.x, focus_height_},
                            {.ground = ui::Ground::kNone,
                             .scroll = scrolling ? ui::Scroll::kVertical : ui::Scroll::kNone,
                             .padding = 0});
    if (!region) return;
    ImVec2 from = ImGui::GetCursorScreenPos();
    for (const Placed& each : placed) {
      if (each.band->part != SheetPart::kFocus) continue;
      from.y = draw_band(each, from) + ui_.px(kGap);
    }
    ImGui::SetCursorScreenPos({from.x, from.y - ui_.px(kGap)});
    ImGui::Dummy({1, 1});
  }

  // Draws a band; returns its lower end.
  float draw_band(const Placed& placed, ImVec2 at) {
    const SheetBand& band = *placed.band;
    draw_title(placed, at);
    float y = at.y + ui_.px(kTitle);
    const float width = cells_width(placed);
    if (placed.map > 0) {
      ImGui::SetCursorScreenPos({at.x + header_, y});
      wide_map(frame_, band.card, {width, placed.map - ui_.px(4)},
               {cell_, static_cast<float>(placed.shown_rows)});
      y += placed.map;
    }
    const float headers = headers_height(placed);
    const float cells = static_cast<float>(placed.shown_rows) * placed.row_height;
    if (band.kind != Kind::kStatistics) {
      ImGui::SetCursorScreenPos({at.x, y});
      draw_numbers(placed, {header_ + width, headers + cells});
    }
    float x = at.x + header_ + (band.kind == Kind::kStatistics ? 0 : width);
    for (const SheetStatistic& each : placed.beside) {
      const bool first = band.kind == Kind::kStatistics && &each == &placed.beside.front();
      if (!first) x += ui_.px(kSideGap);
      if (!each.sign.empty()) {
        draw_sign(each.sign, {x, y + headers}, {x + ui_.px(kSign - kSideGap), y + headers + cells});
        x += ui_.px(kSign - kSideGap) + ui_.px(kSideGap);
      }
      draw_statistic(placed, each, {x, y + headers});
      x += cell_;
    }
    y += headers + cells;
    for (const SheetStatistic& each : placed.below) {
      draw_below(placed, each, {at.x, y}, width);
      y += std::round(ui_.px(ui::kGridRowHeight));
    }
    return y;
  }

  void draw_sign(std::string_view sign, ImVec2 min, ImVec2 max) const {
    const ui::WithFont font(ui_, ui::Face::kText, 17);
    ui::draw_text(min, max, sign, ui_.theme.colors.muted, ui::Align::kCenter);
  }

  std::string id_of(std::size_t card) const { return "stage/" + frame_.card(card).id; }

  std::string title_of(const SheetBand& band) const {
    switch (band.kind) {
      case Kind::kCard:
        return frame_.card(band.card).title;
      case Kind::kGamma:
        return "gamma";
      case Kind::kBeta:
        return band.stage + 1 == frame_.shown->stages.size() ? "beta" : "bias";
      case Kind::kWeight:
        return "Transposed weights";
      case Kind::kStatistics:
        return frame_.card(frame_.focus).title;
    }
    return {};
  }

  void draw_title(const Placed& placed, ImVec2 at) {
    const SheetBand& band = *placed.band;
    const auto& colors = ui_.theme.colors;
    const ImVec2 end{at.x + size_.x, at.y + ui_.px(kTitle)};
    float x = at.x;
    if (!band.sign.empty()) {
      draw_sign(band.sign, {x, at.y}, {x + ui_.px(18), end.y});
      x += ui_.px(20);
    }
    const bool focus =
        band.kind == Kind::kCard ? band.card == frame_.focus : band.kind == Kind::kStatistics;
    const std::string title = title_of(band);
    {
      const ui::WithFont font(ui_, focus ? ui::Face::kTextBold : ui::Face::kText,
                              ui_.theme.metrics.text);
      const float width = ui::text_width(title);
      ui::draw_text({x, at.y}, {x + width + 1, end.y}, title, colors.text, ui::Align::kLeft);
      if (band.kind == Kind::kCard) {
        ui::report(ui_, {.id = id_of(band.card) + "/title", .text = title, .kind = "text"},
                   {x, at.y}, {x + width, end.y});
      }
      x += width + ui_.px(10);
    }
    // The words above a narrow band may be wider than the band.
    const float cells = header_ + cells_width(placed);
    float right = at.x + std::min(std::max(cells, ui_.px(kLeastTitle)), size_.x);
    if (band.kind == Kind::kCard) right = draw_legend(band.card, {right, at.y});
    if (band.kind == Kind::kCard && band.card != 0) {
      x = draw_symbol(frame_.step_of(band.card).formula, {x, at.y}, right - ui_.px(8));
    }
    if (band.kind == Kind::kCard && band.card == 0) draw_origin(x, at.y, right - ui_.px(8));
    const std::size_t card = band.kind == Kind::kStatistics ? frame_.focus : band.card;
    const bool shows_card = band.kind == Kind::kCard || band.kind == Kind::kStatistics;
    if (shows_card && frame_.card(card).source.line > 0) {
      draw_source(card, x, at.y, right - ui_.px(8));
    } else if (focus) {
      draw_explanation(x, at.y, right - ui_.px(8));
    }
  }

  // Draws a small formula on the title's line; returns its right end.
  float draw_symbol(const std::string& source, ImVec2 at, float end) const {
    const auto laid = formula::layout(source, static_cast<double>(ui_.px(kSymbol)), ui_.measure,
                                      formula::Style::kInline);
    if (!laid || at.x + static_cast<float>(laid->width) > end) return at.x;
    const float base =
        at.y + ui_.px(kTitle) / 2 + static_cast<float>((laid->ascent - laid->descent) / 2);
    ui::draw_formula(ui_, *laid, {at.x, base}, ui_.theme.colors.muted);
    return at.x + static_cast<float>(laid->width) + ui_.px(12);
  }

  void draw_words(const std::string& words, const std::string& id, float x, float y, float end) {
    if (end - x < ui_.px(60)) return;
    const ui::WithFont font(ui_, ui::Face::kText, ui_.theme.metrics.small);
    const ImVec2 min{x, y};
    const ImVec2 max{end, y + ui_.px(kTitle)};
    ui::draw_text(min, max, words, ui_.theme.colors.muted, ui::Align::kLeft);
    ui::report(ui_, {.id = id, .text = words, .kind = "text"}, min, max);
  }

  void draw_origin(float x, float y, float end) {
    const auto& document = frame_.workspace.document();
    const auto& input = document.inputs[document.input];
    draw_words(document::origin_words(input.origin, input.values.shape()), "inputs/origin", x, y,
               end);
  }

  // The line of a lesson's cell that computed the step.
  void draw_source(std::size_t card, float x, float y, float end) {
    const results::SourceLine& source = frame_.card(card).source;
    const std::string words =
        fmt::format("cell {}, line {}: {}", source.cell, source.line, source.text);
    draw_words(words, id_of(card) + "/source", x, y, end);
    const workspace::CodeLine line{source.cell, source.line};
    if (frame_.workspace.view.pointed_line == line) {
      ImGui::GetWindowDrawList()->AddRectFilled({x, y + ui_.px(kTitle - 3)},
                                                {end, y + ui_.px(kTitle - 1)},
                                                ui::imgui_color(ui_.theme.colors.accent));
    }
  }

  void draw_explanation(float x, float y, float end) {
    draw_words(sheet_.explanation, "stage/explanation", x, y, end);
  }

  // The colours' scale: "−0.66 [map] 0.66". Returns its left end.
  float draw_legend(std::size_t card, ImVec2 at) {
    const double scale = frame_.scale_of(card);
    if (scale <= 0 || tensor::product(frame_.step_of(card).shape) < 2) return at.x;
    const ui::WithFont font(ui_, ui::Face::kNumber, 11.5F);
    const std::string high = fmt::format("{:.3g}", scale);
    const std::string low = "−" + high;
    const auto& palette = ui_.theme.colors;
    const float middle = at.y + ui_.px(kTitle) / 2;
    float x = at.x - ui::text_width(high);
    ui::draw_text({x, at.y}, {at.x + 1, at.y + ui_.px(kTitle)}, high, palette.muted,
                  ui::Align::kLeft);
    x -= ui_.px(5);
    const float width = ui_.px(kLegendWidth);
    const float height = ui_.px(kLegendHeight);
    constexpr int kParts = 28;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int part = 0; part < kParts; ++part) {
      const float left = x - width + width * static_cast<float>(part) / kParts;
      const float right = x - width + width * static_cast<float>(part + 1) / kParts;
      const double t = 2.0 * (part + 0.5) / kParts - 1;
      list.AddRectFilled({left, middle - height / 2}, {right, middle + height / 2},
                         ui::imgui_color(heat(palette, t)));
    }
    list.AddRect({x - width, middle - height / 2}, {x, middle + height / 2},
                 ui::imgui_color(palette.border));
    x -= width + ui_.px(5) + ui::text_width(low);
    ui::draw_text({x, at.y}, {at.x, at.y + ui_.px(kTitle)}, low, palette.muted, ui::Align::kLeft);
    ui::report(ui_, {.id = id_of(card) + "/legend", .text = low + " to " + high, .kind = "legend"},
               {x, at.y}, {at.x, at.y + ui_.px(kTitle)});
    return x;
  }

  // Grids of the sheet scroll together.
  template <class Draw>
  void linked(const std::string& id, const Draw& draw) {
    ui::GridState& state = frame_.workspace.view.grids[id];
    workspace::StageState& stage = frame_.workspace.view.stage;
    state.row = stage.row;
    state.column = stage.column;
    draw(state);
    // A grid with fewer rows or columns clamps its own place only.
    if (state.scrolled) {
      stage.row = state.row;
      stage.column = state.column;
      ui_.pacing.activity();
    }
  }

  ui::GridOptions shared_options(const Placed& placed, ui::GridOptions options) const {
    options.column_headers = placed.headers;
    options.row_headers = true;
    options.header_width = header_;
    options.bars = false;
    options.row_height = placed.row_height / ui_.scale;
    return options;
  }

  void draw_numbers(const Placed& placed, ImVec2 size) {
    const SheetBand& band = *placed.band;
    switch (band.kind) {
      case Kind::kCard:
        draw_card(placed, size);
        break;
      case Kind::kGamma:
      case Kind::kBeta:
        draw_parameter(placed, size);
        break;
      case Kind::kWeight:
        draw_weight(placed, size);
        break;
      case Kind::kStatistics:
        break;
    }
  }

  void draw_card(const Placed& placed, ImVec2 size) {
    const std::size_t card = placed.band->card;
    const std::string id = id_of(card);
    ui::GridOptions options = shared_options(placed, frame_.options_of(card));
    const bool output = placed.band->part == SheetPart::kBottom && card != 0;
    if (output) options.change = frame_.changes_of(card);
    motion_.place(card, cells_at(size, placed), cell_, placed.row_height);
    linked(id, [&](ui::GridState& state) {
      if (card == 0) {
        const ui::GridEvents events =
            edit_numbers(ui_, id, frame_.workspace, Target::kInput, size, state, options);
        frame_.take_events_of_input(events);
        return;
      }
      const ImVec2 from = ImGui::GetCursorScreenPos();
      const ui::GridData data = frame_.data_of(card);
      const ui::GridEvents events = ui::grid(ui_, id, data, size, state, options);
      copy_numbers(data, events);
      frame_.take_events(card, events);
      veil_if_waiting(from, size);
    });
  }

  ImVec2 cells_at(ImVec2 size, const Placed& placed) const {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float cells = static_cast<float>(placed.shown_rows) * placed.row_height;
    return {from.x + header_, from.y + size.y - cells};
  }

  void veil_if_waiting(ImVec2 from, ImVec2 size) const {
    if (frame_.workspace.view.waiting) ui::veil(ui_, from, size);
  }

  void draw_parameter(const Placed& placed, ImVec2 size) {
    const bool own = placed.band->stage + 1 == frame_.shown->stages.size();
    const bool gamma = placed.band->kind == Kind::kGamma;
    const std::string id = gamma ? "stage/gamma" : own ? "stage/beta" : "stage/bias";
    const ParameterGrid grid{gamma ? trace::Parameter::kGamma : trace::Parameter::kBeta,
                             placed.band->stage, placed.columns};
    linked(id, [&](ui::GridState& state) {
      if (own) {
        frame_.take_events(
            grid, edit_numbers(ui_, id, frame_.workspace, gamma ? Target::kGamma : Target::kBeta,
                               size, state, shared_options(placed, frame_.options_of(grid))));
        return;
      }
      const auto& bias = frame_.shown->stages[placed.band->stage].trace.parts().beta;
      const ui::GridData data{1, placed.columns, [&bias](std::int64_t, std::int64_t column) {
                                return bias->values()[static_cast<std::size_t>(column)];
                              }};
      draw_fixed(id, placed, grid, data, size, state);
    });
  }

  void draw_weight(const Placed& placed, ImVec2 size) {
    const auto& weight = frame_.shown->stages[placed.band->stage].trace.parts().weight;
    const ParameterGrid grid{trace::Parameter::kWeight, placed.band->stage, placed.columns,
                             weight->shape()[1]};
    const ui::GridData data{placed.rows, placed.columns,
                            [&weight, grid](std::int64_t row, std::int64_t column) {
                              const std::int64_t at = grid.position({row, column});
                              return weight->values()[static_cast<std::size_t>(at)];
                            }};
    linked("stage/weight", [&](ui::GridState& state) {
      draw_fixed("stage/weight", placed, grid, data, size, state);
    });
  }

  // A parameter of a layer, drawn from its seed: it cannot be edited.
  void draw_fixed(const std::string& id, const Placed& placed, const ParameterGrid& grid,
                  const ui::GridData& data, ImVec2 size, ui::GridState& state) {
    const ui::GridEvents events =
        ui::grid(ui_, id, data, size, state, shared_options(placed, frame_.options_of(grid)));
    copy_numbers(data, events);
    frame_.take_events(grid, events);
  }

  bool stands_at_input(std::size_t card) const {
    return std::ranges::find(at_input_, card) != at_input_.end();
  }

  void draw_statistic(const Placed& placed, const SheetStatistic& each, ImVec2 at) {
    const results::Slice slice = frame_.slice_of(each.card);
    const bool top = placed.band->part == SheetPart::kTop;
    if (top) at_input_.push_back(each.card);
    const std::string id = !top && stands_at_input(each.card)
                               ? "stage/focus/" + frame_.card(each.card).id
                               : id_of(each.card);
    draw_column_symbol(each.card, at);
    ui::GridOptions options = frame_.options_of(each.card);
    options.column_headers = options.row_headers = false;
    options.bars = false;
    // A statistic of several rows is as high as they are together.
    const std::int64_t span = std::max<std::int64_t>(1, placed.rows / slice.rows);
    options.row_height = placed.row_height / ui_.scale;
    ui::GridData data = frame_.data_of(each.card);
    float height = static_cast<float>(std::min(placed.shown_rows, slice.rows)) * placed.row_height;
    if (span > 1 && slice.rows * span == placed.rows && placed.shown_rows == placed.rows) {
      options.row_height *= static_cast<float>(span);
      height = static_cast<float>(placed.shown_rows) * placed.row_height;
    }
    ImGui::SetCursorScreenPos(at);
    motion_.place(each.card, at, cell_, options.row_height * ui_.scale);
    linked(id, [&](ui::GridState& state) {
      const ui::GridEvents events = ui::grid(ui_, id, data, {cell_, height}, state, options);
      copy_numbers(data, events);
      frame_.take_events(each.card, events);
      veil_if_waiting(at, {cell_, height});
    });
  }

  // Above a column of statistics; the step's own one stands out.
  void draw_column_symbol(std::size_t card, ImVec2 cells) const {
    const auto size = static_cast<double>(ui_.px(kSymbol));
    const std::string& symbol = frame_.step_of(card).symbol;
    auto laid = formula::layout(symbol, size, ui_.measure, formula::Style::kInline);
    if (!laid) return;
    if (laid->width > static_cast<double>(cell_)) {
      laid = formula::layout(symbol, size * static_cast<double>(cell_) / laid->width, ui_.measure,
                             formula::Style::kInline);
    }
    const bool focus = card == frame_.focus;
    const float x = cells.x + cell_ - ui_.px(5) - static_cast<float>(laid->width);
    const float base = cells.y - ui_.px(6);
    ui::draw_formula(ui_, *laid, {std::max(cells.x, x), base},
                     focus ? ui_.theme.colors.accent : ui_.theme.colors.text);
    ui::report(ui_, {.id = id_of(card) + "/symbol", .text = symbol, .kind = "formula"},
               {cells.x, base - ui_.px(14)}, {cells.x + cell_, cells.y});
  }

  // A statistic with a value for each column, its symbol in place of a row header.
  void draw_below(const Placed&, const SheetStatistic& each, ImVec2 at, float width) {
    const float height = std::round(ui_.px(ui::kGridRowHeight));
    const bool top = !stands_at_input(each.card);
    if (top) at_input_.push_back(each.card);
    const std::string id = top ? id_of(each.card) : "stage/focus/" + frame_.card(each.card).id;
    const auto laid =
        formula::layout(frame_.step_of(each.card).symbol, static_cast<double>(ui_.px(12)),
                        ui_.measure, formula::Style::kInline);
    if (laid) {
      const float scale = std::min(1.0F, header_ / static_cast<float>(laid->width));
      const float base =
          at.y + height / 2 + scale * static_cast<float>((laid->ascent - laid->descent) / 2);
      const auto fitting =
          formula::layout(frame_.step_of(each.card).symbol, static_cast<double>(ui_.px(12) * scale),
                          ui_.measure, formula::Style::kInline);
      if (fitting) ui::draw_formula(ui_, *fitting, {at.x, base}, ui_.theme.colors.text);
    }
    ui::GridOptions options = frame_.options_of(each.card);
    options.column_headers = options.row_headers = false;
    options.bars = false;
    const ui::GridData data = frame_.data_of(each.card);
    const ImVec2 from{at.x + header_, at.y};
    ImGui::SetCursorScreenPos(from);
    motion_.place(each.card, from, cell_, height);
    linked(id, [&](ui::GridState& state) {
      const ui::GridEvents events = ui::grid(ui_, id, data, {width, height}, state, options);
      copy_numbers(data, events);
      frame_.take_events(each.card, events);
      veil_if_waiting(from, {width, height});
    });
  }

  StageFrame& frame_;
  Context& ui_;
  Sheet sheet_;
  ImVec2 from_;
  ImVec2 size_;
  float cell_;  // width of all cells
  StepMotionView motion_;
  float header_ = 0;      // width of all row headers
  float room_ = 0;        // right of the row headers
  float cells_room_ = 0;  // of that, for cells
  float focus_height_ = 0;
  std::vector<std::size_t> at_input_{};  // statistics that are drawn already
};

}  // namespace

void draw_sheet(StageFrame& frame, ImVec2 size) {
  View(frame, size).draw();
}

}  // namespace normscope::panels
