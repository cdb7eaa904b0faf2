// SPDX-License-Identifier: MIT
#include "app/panels/stage/variants_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/results/comparing/comparison.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/workspace/editing.hpp"
#include "core/base/limits.hpp"
#include "core/ops/presets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::PresetTable;
using ui::Context;
using workspace::Workspace;

namespace {

constexpr std::string_view kMatrix = "variants/matrix";
constexpr std::string_view kOutputs = "variants/outputs";

// Where the colours of differences begin: half an ULP of a number near 1, and half an ULP.
constexpr double kLeastAbsolute = 0x1p-24;
constexpr double kLeastUlps = 0.5;

constexpr ui::Help kUnitHelp{
    tr_later("Unit"),
    tr_later("The largest difference as a number, or in units in the last place (ULP) of float32: "
             "1 is the smallest step that a number near 1 takes."),
    tr_later("1 ULP of 1 = 1.19e-7; parts count as one")};
constexpr ui::Help kMatrixHelp{tr_later("Ten variants"),
                               tr_later("Row minus column: the largest difference of their outputs "
                                        "on these numbers, coloured by orders of magnitude."),
                               "A − B", tr_later("Click a cell: both stand on one sheet.")};
constexpr ui::Help kOutputsHelp{tr_later("Ten outputs"),
                                tr_later("What each variant makes of the selected row."), "",
                                tr_later("Look for the rows that are alike.")};

class PresetsView {
 public:
  PresetsView(StageFrame& frame, const PresetTable& table)
      : frame_(frame), ui_(frame.ui()), workspace_(frame.workspace()), table_(table) {
    for (const ops::Preset& preset : ops::presets()) {
      ids_.emplace_back(preset.id);
      names_.push_back(fmt::format("{}  {}", preset.id, tr(preset.name)));
    }
  }

  void draw() {
    ui::label(ui_, tr("Row − column"), kMatrixHelp);
    const std::array<std::string_view, 2> units = {tr("absolute"), "ULP"};
    bool& ulps = workspace_.view.variants_in_ulps;
    const auto unit = ui::segments(ui_, "variants/unit", units, ulps ? 1U : 0U,
                                   {.help = kUnitHelp, .width = 160});
    if (unit) ulps = *unit == 1;
    draw_matrix();
    draw_outputs();
  }

 private:
  // A - B where the two are furthest apart; NaN where one does not fit the input.
  float value_of(std::size_t a, std::size_t b) const {
    const variants::Difference* const found = table_.differences.find(a, b);
    if (found == nullptr) return std::numeric_limits<float>::quiet_NaN();
    // Parts of an ULP count as one, so that a difference never looks like none.
    const double size = workspace_.view.variants_in_ulps ? std::ceil(found->ulps) : found->absolute;
    return static_cast<float>(found->a < found->b ? -size : size);
  }

  double largest() const {
    double most = 0;
    for (const variants::Difference& pair : table_.differences.pairs) {
      const double size = workspace_.view.variants_in_ulps ? pair.ulps : pair.absolute;
      if (std::isfinite(size)) most = std::max(most, size);
    }
    return most;
  }

  static std::optional<std::size_t> preset_of(const document::NormSettings& norm) {
    for (std::size_t i = 0; i < ops::presets().size(); ++i) {
      if (document::is_preset(norm, ops::presets()[i])) return i;
    }
    return std::nullopt;
  }

  // The pair that the document compares.
  std::optional<ui::GridCell> compared_pair() const {
    const document::Document& document = workspace_.document();
    const document::Operation* const other = document::other_operation(document);
    if (other == nullptr) return std::nullopt;
    const auto a = preset_of(document.norm);
    const auto b = preset_of(other->norm);
    if (!a || !b) return std::nullopt;
    return ui::GridCell{static_cast<std::int64_t>(*a), static_cast<std::int64_t>(*b)};
  }

  void draw_matrix() {
    const auto count = static_cast<std::int64_t>(ids_.size());
    const ui::GridData data{count, count, [this](std::int64_t row, std::int64_t column) {
                              return value_of(static_cast<std::size_t>(row),
                                              static_cast<std::size_t>(column));
                            }};
    ui::GridOptions options;
    options.digits = workspace_.document().view.digits;
    options.heat = ui::GridHeat::kSymmetricLog;
    const double least = workspace_.view.variants_in_ulps ? kLeastUlps : kLeastAbsolute;
    options.heat_ends = {{least, std::max(largest(), 2 * least)}};
    options.row_names = options.column_names = ids_;
    options.header_width = ui_.px(40);
    options.row_height = kRow;
    options.help = kMatrixHelp;
    const std::string id(kMatrix);
    ui::GridState& state = workspace_.view.grids[id];
    options.selected =
        workspace_.view.variants_pair.value_or(compared_pair().value_or(ui::GridCell{}));
    // Enter opens the pair; a grid would go down.
    const bool entered = ui_.focus.id() == id && ui_.input.take(ui::Key::kEnter);
    const ui::GridEvents events = ui::grid(ui_, id, data, fitting(data, options), state, options);
    copy_numbers(data, events);
    if (events.selected) workspace_.view.variants_pair = *events.selected;
    const ui::GridCell shown = events.hovered.value_or(*options.selected);
    // What is below keeps its place while the pointer goes from pair to pair.
    const float end = ImGui::GetCursorPosY() + height_of_sentences();
    ui::caption(ui_, sentence_of(shown), "variants/pair");
    ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), end));
    const bool clicked = events.hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                         events.hovered == workspace_.view.variants_pair;
    if (clicked || entered) open(clicked ? *events.hovered : *options.selected);
  }

  // The room that each of the pairs' sentences has.
  float height_of_sentences() const {
    const auto count = static_cast<std::int64_t>(ids_.size());
    float most = 0;
    for (std::int64_t pair = 0; pair < count * count; ++pair) {
      most = std::max(most, ui::caption_height(ui_, sentence_of({pair / count, pair % count})));
    }
    return most + ImGui::GetStyle().ItemSpacing.y;
  }

  std::string sentence_of(ui::GridCell cell) const {
    const auto a = static_cast<std::size_t>(cell.row);
    const auto b = static_cast<std::size_t>(cell.column);
    const variants::Difference* const found = table_.differences.find(a, b);
    if (found == nullptr) {
      const auto& refusals = table_.differences.refusals;
      for (const std::size_t which : {a, b}) {
        if (refusals[which]) return text::labelled(ids_[which], refusals[which]->sentence);
      }
      return {};
    }
    const tensor::Shape& shape = frame_.shown().activations->shape();
    if (a == b) return tr("{variant}. A click shows it alone.", arg("variant", names_[a]));
    return tr("{a} − {b}: {difference}. A click puts both on one sheet.", arg("a", ids_[a]),
              arg("b", ids_[b]), arg("difference", results::difference_text(*found, shape)));
  }

  void open(ui::GridCell cell) {
    const document::Document& document = workspace_.document();
    const std::string& a = ids_[static_cast<std::size_t>(cell.row)];
    const std::string& b = ids_[static_cast<std::size_t>(cell.column)];
    if (cell.row == cell.column) {
      document::Document alone = document;
      alone.comparison.reset();
      apply(workspace_, document::choose_preset(alone, a));
    } else {
      apply(workspace_, document::compare_presets(document, a, b));
    }
    workspace_.history.change_view([](document::Document& shown) {
      shown.view.layout = document::StageLayout::kSheet;
      shown.view.step.clear();
    });
    ui_.pacing.activity();
  }

  void draw_outputs() {
    const tensor::Shape& shape = frame_.shown().activations->shape();
    const std::int64_t columns = results::columns_of(shape);
    const document::Selection at = workspace_.document().selection;
    const std::int64_t rows = columns > 0 ? tensor::product(shape) / columns : 0;
    const std::int64_t row =
        std::clamp<std::int64_t>(at.row, 0, std::max<std::int64_t>(rows - 1, 0));
    if (frame_.shown().activations->size() > base::kWholeStepElements || rows == 0) {
      ui::caption(ui_, tr("The ten outputs are kept for batches of up to a million numbers."),
                  "variants/outputs/none");
      return;
    }
    ui::line(ui_, tr("Outputs of row {row}", arg("row", row)), ui::Tone::kMuted);
    const ui::GridData data{
        static_cast<std::int64_t>(ids_.size()), columns,
        [this, row, columns](std::int64_t preset, std::int64_t column) {
          const trace::TensorRef& output = table_.outputs[static_cast<std::size_t>(preset)];
          if (!output) return std::numeric_limits<float>::quiet_NaN();
          return output->values()[static_cast<std::size_t>(row * columns + column)];
        }};
    ui::GridOptions options;
    options.digits = workspace_.document().view.digits;
    options.heat = ui::GridHeat::kDiverging;
    options.row_names = names_;
    options.header_width = ui_.px(kNames);
    options.row_height = kRow;
    options.help = kOutputsHelp;
    const auto chosen = preset_of(workspace_.document().norm);
    options.selected = ui::GridCell{static_cast<std::int64_t>(chosen.value_or(2)),
                                    std::min(at.column, columns - 1)};
    options.shows_selection = false;
    const std::string id(kOutputs);
    const ui::GridEvents events =
        ui::grid(ui_, id, data, fitting(data, options), workspace_.view.grids[id], options);
    copy_numbers(data, events);
    if (!events.selected) return;
    workspace_.history.change_view(
        [&](document::Document& document) { document.selection.column = events.selected->column; });
  }

  ImVec2 fitting(const ui::GridData& data, const ui::GridOptions& options) const {
    return ui::grid_size(ui_, data, options, {ImGui::GetContentRegionAvail().x, FLT_MAX});
  }

  static constexpr float kRow = 20;     // points
  static constexpr float kNames = 256;  // points

  StageFrame& frame_;
  Context& ui_;
  Workspace& workspace_;
  const PresetTable& table_;
  std::vector<std::string> ids_{};
  std::vector<std::string> names_{};
};

}  // namespace

void draw_variants(StageFrame& frame) {
  Workspace& workspace = frame.workspace();
  if (workspace.document().subject != document::Subject::kNorm) {
    ui::caption(frame.ui(), tr("The variants are normalizations: choose norm in the inspector."),
                "variants/none");
    return;
  }
  workspace.presets.ask(workspace.shown, workspace.document());
  const auto table = workspace.presets.latest();
  if (table == nullptr) {
    ui::caption(frame.ui(), tr("Ten outputs are being computed."), "variants/none");
    return;
  }
  if (table->failure) {
    ui::paragraph(frame.ui(), table->failure->sentence, ui::Tone::kError, "variants/none");
    return;
  }
  PresetsView(frame, *table).draw();
}

}  // namespace normscope::panels
