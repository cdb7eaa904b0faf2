// SPDX-License-Identifier: MIT
#include "app/figures/builders/backend_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/figures/builders/count_panel.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

struct Worst {
  std::int64_t at = -1;  // position of the largest finite error; -1: none
  float ulps = 0;
  std::int64_t infinite = 0;
};

Worst worst_of(std::span<const float> ulps) {
  Worst worst;
  for (std::size_t at = 0; at < ulps.size(); ++at) {
    if (!std::isfinite(ulps[at])) {
      ++worst.infinite;
    } else if (worst.at < 0 || ulps[at] > worst.ulps) {
      worst.at = static_cast<std::int64_t>(at);
      worst.ulps = ulps[at];
    }
  }
  return worst;
}

void add_notes(Figure& figure, const BackendErrorData& data, const Worst& worst) {
  if (data.ulps.empty()) return;
  if (worst.infinite > 0) {
    figure.notes.push_back(
        tr("Not a number in one of both: {values}.", arg("values", values_text(worst.infinite))));
  }
  if (worst.at < 0) return;
  figure.notes.push_back(worst.ulps == 0
                             ? tr("Every number is the reference itself.")
                             : tr("Largest: {ulps} ULP at {index}.",
                                  arg("ulps", number_text(static_cast<double>(worst.ulps), 3)),
                                  arg("index", tensor::index_to_text(data.shape, worst.at))));
}

}  // namespace

base::Expected<Figure> backend_error(const BackendErrorData& data) {
  const auto count = tensor::element_count(data.shape);
  if (!count) return tl::unexpected(count.error());
  if (data.ulps.size() != static_cast<std::size_t>(*count)) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("a result of shape {shape} has {count}, but got {ulps} errors",
                         arg("shape", tensor::shape_to_text(data.shape)),
                         arg("count", values_text(*count)), arg("ulps", data.ulps.size())));
  }
  const Worst worst = worst_of(data.ulps);
  Figure figure{.name = "backend-error", .title = data.title, .decimals = data.decimals};
  figure.arrangement = Arrangement::kGrid;
  figure.columns = 2;
  add_notes(figure, data, worst);

  const results::Slice whole = results::whole_matrix(data.shape);
  const MatrixView matrix{whole.rows, whole.columns, data.ulps};
  HeatBlocks blocks = heat_blocks(matrix, HeatEnds::kAutomatic, data.element_of);
  const BlockSize block{blocks.block_rows, blocks.block_columns};
  std::vector<std::string> map_notes;
  Panel map = heat_panel(std::move(blocks), map_notes);
  map.title = tr("Where");
  map.detail = tr("{device}, in ULP", arg("device", data.device));
  if (worst.ulps > 0) {
    const document::Selection at = results::selection_of(data.shape, worst.at);
    map.annotations.push_back(annotation_of(block, at, tr("largest")));
  }
  auto bars = count_panel(data.ulps, {.label = tr("error in ULP"),
                                      .equal = tr("every error in ULP is {value}"),
                                      .zero = tr("no error"),
                                      .finite = tr("no finite error in ULP"),
                                      .decimals = data.decimals});
  if (!bars) return tl::unexpected(bars.error());
  figure.panels = {std::move(map), *std::move(bars)};
  for (std::string& note : map_notes) figure.notes.push_back(std::move(note));
  figure.notes.emplace_back(
      tr("An ULP is the step between neighbours of float32 at the reference, or at 1 if that is "
         "more."));
  return figure;
}

}  // namespace normscope::figures
