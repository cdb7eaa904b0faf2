// SPDX-License-Identifier: MIT
#include "app/panels/stage/sheet_layout.hpp"

#include <algorithm>
#include <cmath>

#include "app/panels/stage/wide_map.hpp"

namespace normscope::panels {

using results::SheetBand;
using results::SheetPart;
using results::SheetStatistic;
using Kind = results::SheetBand::Kind;

namespace {

constexpr float kBelowHeader = 44;        // points
constexpr std::int64_t kMostBeside = 4;   // columns of a statistic beside its band; more scroll
constexpr std::int64_t kMapColumns = 12;  // above, a band has a map of all its columns

}  // namespace

bool PlacedBand::compares_statistics() const {
  return std::ranges::find(band->statistics, results::SheetSide::kB, &SheetStatistic::side) !=
             band->statistics.end() &&
         band->kind == Kind::kStatistics;
}

SheetLayout::SheetLayout(const StageFrame& frame, const results::Sheet& sheet, ImVec2 size)
    : frame_(frame),
      ui_(frame.ui()),
      cell_(ui::grid_cell_width(ui_, frame.workspace().document().view.digits)) {
  lay_out(sheet, size);
}

void SheetLayout::lay_out(const results::Sheet& sheet, ImVec2 size) {
  for (const SheetBand& band : sheet.bands) {
    bands_.push_back(measure(band));
    const bool explained = band.kind == Kind::kCard && band.card == sheet.focus && band.card > 0;
    bands_.back().noted =
        explained && frame_.compared() == nullptr && frame_.card(band.card).source.line == 0;
    most_rows_ = std::max(most_rows_, bands_.back().rows);
  }
  header_ = ui::grid_row_header_width(ui_, most_rows_);
  // Symbols of statistics stand in place of row headers.
  for (const PlacedBand& band : bands_) {
    for (const SheetStatistic& each : band.band->statistics) {
      if (is_below(each, band)) header_ = std::max(header_, ui_.px(kBelowHeader));
    }
  }
  for (const PlacedBand& each : bands_) {
    wanted_width_ = std::max(wanted_width_, width_with(each, kMapColumns));
    whole_.x = std::max(whole_.x, width_with(each, each.columns));
  }
  room_ = size.x - header_;
  fit_cells(sheet);
  for (PlacedBand& each : bands_) fit_statistics(each);
  cells_room_ = room_of_cells();
  share_height(size.y);
}

float SheetLayout::height_of(SheetPart part) const {
  float height = 0;
  for (const PlacedBand& each : bands_) {
    if (each.band->part == part) height += each.height + gap();
  }
  return height;
}

PlacedBand SheetLayout::measure(const SheetBand& band) const {
  PlacedBand placed{.band = &band};
  const auto& document = frame_.workspace().document();
  const trace::Trace& trace = frame_.shown().stages[band.stage].trace;
  const std::int64_t columns = results::columns_of(frame_.shown().activations->shape());
  switch (band.kind) {
    case Kind::kCard: {
      const results::Slice slice = frame_.side(band.side).slice_of(band.card);
      placed.rows = band.card == 0 ? input_slice().rows : slice.rows;
      placed.columns = band.card == 0 ? input_slice().columns : slice.columns;
      // The output, unless it is compared; and the gradient that a backward pass begins with.
      placed.changes = band.card > 0 && frame_.compared() == nullptr &&
                       (band.card + 1 == frame_.shown().cards.size() ||
                        frame_.step_of(band.card).role == trace::Role::kUpstreamGradient);
      // All bands have the same columns, so the numbers above the first one serve all.
      placed.headers = band.card == 0;
      // In a comparison the map of the difference says most, and serves all.
      const bool has_map =
          frame_.compared() == nullptr || band.side == results::SheetSide::kDifference;
      if (placed.columns > kMapColumns && has_map) {
        placed.map = wide_map_height(ui_, placed.rows);
      }
      break;
    }
    case Kind::kParameter: {
      // The operation's own as they are edited.
      const auto* const row = document::parameter_row(band.parameter);
      const tensor::Shape& shape = row != nullptr ? (document.norm.*row->values).values.shape()
                                                  : trace.parts().given_of(band.step)->shape();
      const results::Slice whole = results::whole_matrix(shape);
      const bool transposed = band.parameter == trace::Role::kWeight;
      placed.rows = transposed ? whole.columns : whole.rows;
      placed.columns = transposed ? whole.rows : whole.columns;
      break;
    }
    case Kind::kStatistics:
      placed.columns = columns;
      for (const SheetStatistic& each : band.statistics) {
        if (is_below(each, placed)) continue;
        placed.rows = std::max(placed.rows, frame_.side(each.side).slice_of(each.card).rows);
      }
      break;
  }
  return placed;
}

results::Slice SheetLayout::input_slice() const {
  const auto& document = frame_.workspace().document();
  return results::slice_at(document.inputs[document.input].values.shape(), document.view.outer);
}

// A statistic of rows stands beside its band; one with a value for each column below it.
bool SheetLayout::is_below(const SheetStatistic& statistic, const PlacedBand& placed) const {
  const results::Slice slice = frame_.side(statistic.side).slice_of(statistic.card);
  return placed.columns > 1 && slice.columns == placed.columns;
}

// With all its statistics.
float SheetLayout::width_with(const PlacedBand& placed, std::int64_t columns) const {
  float width = header_;
  if (placed.band->kind != Kind::kStatistics) {
    width += static_cast<float>(std::min(placed.columns, columns)) * cell_;
  }
  for (const SheetStatistic& each : placed.band->statistics) {
    if (!is_below(each, placed)) {
      width += ui_.px(kSheetSideGap) + sign_width(each) + statistic_width(each);
    }
  }
  return width;
}

// A comparison is read across: narrower cells, and no statistics beside them, where all columns
// then fit.
void SheetLayout::fit_cells(const results::Sheet& sheet) {
  const bool compares =
      std::ranges::find(sheet.bands, results::SheetSide::kB, &SheetBand::side) != sheet.bands.end();
  if (!compares) return;
  std::int64_t columns = 1;
  for (const PlacedBand& each : bands_) columns = std::max(columns, each.columns);
  const auto count = static_cast<float>(columns);
  const float least = ui::grid_least_cell_width(ui_, frame_.workspace().document().view.digits);
  if (count * cell_ <= room_ || count * least > room_) return;
  narrow_ = true;
  cell_ = std::floor(room_ / count);
}

void SheetLayout::fit_statistics(PlacedBand& placed) const {
  const SheetBand& band = *placed.band;
  const auto width = [&](const SheetStatistic& each) {
    return statistic_width(each) + ui_.px(kSheetSideGap);
  };
  float used = band.kind == Kind::kStatistics
                   ? 0
                   : std::min(static_cast<float>(placed.columns) * cell_, room_);
  float needed = 0;
  for (const SheetStatistic& each : band.statistics) {
    if (!is_below(each, placed) && each.needed) needed += width(each) + sign_width(each);
  }
  const float free = room_ - std::min(used, room_ - needed) - needed;
  float left = free;
  for (const SheetStatistic& each : band.statistics) {
    if (narrow_ && band.kind == Kind::kCard && !is_below(each, placed)) continue;
    if (is_below(each, placed)) {
      if (each.needed) placed.below.push_back(each);
      continue;
    }
    if (!each.needed) {
      if (left < width(each)) continue;
      left -= width(each);
    }
    placed.beside.push_back(each);
  }
}

float SheetLayout::statistic_width(const SheetStatistic& each) const {
  const std::int64_t columns = frame_.side(each.side).slice_of(each.card).columns;
  return static_cast<float>(std::clamp<std::int64_t>(columns, 1, kMostBeside)) * cell_;
}

float SheetLayout::below_height(const SheetStatistic& each, std::int64_t shown_rows) const {
  // A band of statistics alone has no rows of its own.
  const std::int64_t most = shown_rows > 0 ? shown_rows : kSheetNaturalRows;
  const std::int64_t rows = std::min(frame_.side(each.side).slice_of(each.card).rows, most);
  return static_cast<float>(rows) * below_row();
}

float SheetLayout::sign_width(const SheetStatistic& each) const {
  if (each.sign.empty()) return 0;
  constexpr float kLongSign = 66;  // "A − B"
  return ui_.px(each.sign.size() > 3 ? kLongSign : kSheetSign);
}

// The width of a band's cells in view: the same for all bands that are wider than that.
float SheetLayout::cells_width(const PlacedBand& placed) const {
  return std::min(static_cast<float>(placed.columns) * cell_, cells_room_);
}

// The room of cells beside the statistics of the band that has most of them.
float SheetLayout::room_of_cells() const {
  float most = 0;
  for (const PlacedBand& each : bands_) {
    if (each.band->kind == Kind::kStatistics) continue;
    float beside = 0;
    for (const SheetStatistic& statistic : each.beside) {
      beside += statistic_width(statistic) + ui_.px(kSheetSideGap) + sign_width(statistic);
    }
    most = std::max(most, beside);
  }
  return room_ - most;
}

bool SheetLayout::scrolls(const PlacedBand& placed) const {
  return static_cast<float>(placed.columns) * cell_ > cells_width(placed) + 1;
}

// The room above the cells, for the numbers of columns or the symbols of statistics.
float SheetLayout::headers_height(const PlacedBand& placed) const {
  const bool symbols = placed.band->kind == Kind::kStatistics && placed.rows > 0;
  return placed.headers || symbols ? ui::grid_header_height(ui_) : 0;
}

float SheetLayout::height_with(const PlacedBand& placed, std::int64_t rows) const {
  const std::int64_t shown = std::min(rows, placed.rows);
  float height = title() + static_cast<float>(shown) * placed.row_height;
  height += note(placed) + headers_height(placed);
  for (const SheetStatistic& each : placed.below) height += below_height(each, shown);
  if (!placed.below.empty()) height += std::round(ui_.px(kSheetBelowGap));
  if (scrolls(placed) || shown < placed.rows) height += placed.map;
  return height;
}

float SheetLayout::total_with(std::int64_t rows) const {
  float sum = 0;
  for (const PlacedBand& each : bands_) sum += height_with(each, rows) + gap();
  return sum;
}

void SheetLayout::set_heights(const SheetHeights& heights) {
  heights_ = heights;
  for (PlacedBand& each : bands_) {
    each.row_height = std::round(ui_.px(each.changes ? heights.changed_row : heights.row));
  }
}

// All rows where there is room, else the same number of rows of every band, at least two. The
// sentence of the step gives up its line, and rows become lower, before there are fewer of them.
void SheetLayout::share_height(float height) {
  set_heights(kTightSheet);
  tight_ = total_with(kSheetNaturalRows);
  set_heights({});
  wanted_ = total_with(kSheetNaturalRows);
  std::int64_t rows = std::min<std::int64_t>(most_rows_, 64);  // more do not fit on any screen
  whole_.y = total_with(rows);
  if (total_with(rows) > height) set_heights({.note = 0});
  if (total_with(rows) > height) set_heights(kTightSheet);
  while (rows > 2 && total_with(rows) > height) --rows;
  // Maps of the middle give way first.
  for (PlacedBand& each : bands_) {
    if (total_with(rows) > height && each.band->part == SheetPart::kFocus) each.map = 0;
  }
  for (PlacedBand& each : bands_) {
    each.shown_rows = std::min(rows, each.rows);
    each.height = height_with(each, rows);
    if (!scrolls(each) && each.shown_rows == each.rows) each.map = 0;
  }
}

}  // namespace normscope::panels
