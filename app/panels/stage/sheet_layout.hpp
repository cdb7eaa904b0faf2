// SPDX-License-Identifier: MIT
// The sizes of the sheet's bands: one width for all cells, the statistics that have room, and how
// many rows of each band are shown.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "app/panels/stage/stage_frame.hpp"

namespace normscope::panels {

// In points.
inline constexpr float kSheetSideGap = 10;  // between a band and its statistics
inline constexpr float kSheetBelowGap = 4;  // between a band and the statistics below it
inline constexpr float kSheetSign = 22;     // room of a sign between columns

/// Heights in points. In a low window the sheet is tight, so that it shows more rows.
struct SheetHeights {
  float title = 22;  // the line above a band
  float note = 20;  // the line below it, of the step in one sentence; 0: it stands beside the title
  float gap = 8;    // between bands
  float row = ui::kGridRowHeight;
  float changed_row = 37;  // of the output, with its change below the number
};
inline constexpr SheetHeights kTightSheet{
    .title = 18, .note = 0, .gap = 3, .row = 21, .changed_row = 29};

/// Rows that each band would like to show at least.
inline constexpr std::int64_t kSheetNaturalRows = 4;

/// The sizes of one band.
struct PlacedBand {
  const results::SheetBand* band = nullptr;
  std::int64_t rows = 0;  // of the matrix
  std::int64_t columns = 0;
  std::vector<results::SheetStatistic> beside{};
  std::vector<results::SheetStatistic> below{};
  bool headers = false;  // column headers
  bool changes = false;  // each number has its change below it
  bool noted = false;    // the step in one sentence is below the title
  float row_height = 0;  // pixels
  std::int64_t shown_rows = 0;
  float map = 0;     // height of its map; 0: none
  float height = 0;  // of the band with title, headers and map

  /// Whether statistics of A and B stand in this band, each with the letter of its side.
  bool compares_statistics() const;
};

class SheetLayout {
 public:
  /// Lays out the bands of a sheet; frame and sheet must outlive this. `size` in pixels.
  SheetLayout(const StageFrame& frame, const results::Sheet& sheet, ImVec2 size);

  const std::vector<PlacedBand>& bands() const { return bands_; }
  /// The line above a band, and the gap between bands, in pixels.
  float title() const { return ui_.px(heights_.title); }
  float gap() const { return ui_.px(heights_.gap); }
  /// The line between the title and the band, in pixels; 0 where there is none.
  float note(const PlacedBand& placed) const { return placed.noted ? ui_.px(heights_.note) : 0; }
  /// The width of every cell, and of all row headers, in pixels.
  float cell() const { return cell_; }
  float header() const { return header_; }
  /// The width of a band's cells in view: the same for all bands that are wider than that.
  float cells_width(const PlacedBand& placed) const;
  /// The room above the cells, for the numbers of columns or the symbols of statistics.
  float headers_height(const PlacedBand& placed) const;
  /// The room of the sign in front of a statistic.
  float sign_width(const results::SheetStatistic& each) const;
  /// The width of the cells of a statistic beside its band: one for each of its columns, up to a
  /// few.
  float statistic_width(const results::SheetStatistic& each) const;
  /// The height of a row of a statistic below its band.
  float below_row() const { return std::round(ui_.px(heights_.row)); }
  /// The height of a statistic below a band of so many rows in view; 0: of statistics alone.
  float below_height(const results::SheetStatistic& each, std::int64_t shown_rows) const;
  /// The height of the bands of a part with the gaps after them.
  float height_of(results::SheetPart part) const;
  /// The height at which every band shows all its rows, or the first few of many.
  float wanted_height() const { return wanted_; }
  /// The width at which every band shows all its columns, or of many the first kMapColumns, and all
  /// its statistics.
  float wanted_width() const { return wanted_width_; }
  /// The size at which every band shows all its rows and columns and all its statistics.
  ImVec2 whole() const { return whole_; }
  /// The height of a tight sheet, and whether no band then has more rows than are shown.
  float tight_height() const { return tight_; }
  bool shows_all_rows() const { return most_rows_ <= kSheetNaturalRows; }

 private:
  void lay_out(const results::Sheet& sheet, ImVec2 size);
  PlacedBand measure(const results::SheetBand& band) const;
  results::Slice input_slice() const;
  bool is_below(const results::SheetStatistic& statistic, const PlacedBand& placed) const;
  float width_with(const PlacedBand& placed, std::int64_t columns) const;
  void fit_cells(const results::Sheet& sheet);
  void fit_statistics(PlacedBand& placed) const;
  float room_of_cells() const;
  bool scrolls(const PlacedBand& placed) const;
  float height_with(const PlacedBand& placed, std::int64_t rows) const;
  float total_with(std::int64_t rows) const;
  void set_heights(const SheetHeights& heights);
  void share_height(float height);

  const StageFrame& frame_;
  const ui::Context& ui_;
  float cell_;
  float header_ = 0;
  bool narrow_ = false;   // cells so narrow that all columns fit, without statistics beside them
  float room_ = 0;        // right of the row headers
  float cells_room_ = 0;  // of that, for cells
  SheetHeights heights_{};
  float wanted_width_ = 0;
  float wanted_ = 0;
  ImVec2 whole_{};
  float tight_ = 0;
  std::int64_t most_rows_ = 1;
  std::vector<PlacedBand> bands_{};
};

}  // namespace normscope::panels
