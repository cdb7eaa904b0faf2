// SPDX-License-Identifier: MIT
#include "app/figures/builders/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "app/figures/builders/count_panel.hpp"
#include "app/figures/note_text.hpp"
#include "app/figures/ticks.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/base/memory.hpp"
#include "core/base/ulp.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// Digits that distinguish any two float32 numbers.
constexpr int kAllDigits = 9;

struct Differences {
  std::vector<float> values;
  std::int64_t differing = 0;
  std::int64_t not_finite = 0;  // differences that are NaN or infinite
  std::int64_t both_nan = 0;
  std::optional<std::int64_t> largest;  // position of the largest finite one; null: all are 0
};

Differences subtract(const DifferenceData& data) {
  Differences differences;
  differences.values.resize(data.a.size());
  double most = 0;
  for (std::size_t at = 0; at < data.a.size(); ++at) {
    const double difference = base::difference_of(data.a[at], data.b[at]);
    if (std::isnan(data.a[at]) && std::isnan(data.b[at])) ++differences.both_nan;
    differences.values[at] = static_cast<float>(difference);
    if (difference != 0) ++differences.differing;  // NaN, too
    if (!std::isfinite(difference)) {
      ++differences.not_finite;
    } else if (std::abs(difference) > most) {
      most = std::abs(difference);
      differences.largest = static_cast<std::int64_t>(at);
    }
  }
  return differences;
}

void add_notes(Figure& figure, const DifferenceData& data, const Differences& differences) {
  const auto count = static_cast<std::int64_t>(data.a.size());
  if (count == 0) return;
  if (differences.differing == 0) {
    figure.notes.push_back(tr("Both are the same: all {count}.", arg("count", values_text(count))));
  } else {
    figure.notes.push_back(tr("{differing} of {count} differ.",
                              arg("differing", digits_text(differences.differing)),
                              arg("count", values_text(count))));
  }
  if (differences.both_nan > 0) {
    figure.notes.push_back(
        tr("In both nan: {both_nan}.", arg("both_nan", values_text(differences.both_nan))));
  }
  if (differences.not_finite > 0) {
    figure.notes.push_back(tr("Apart by no finite number: {not_finite}.",
                              arg("not_finite", values_text(differences.not_finite))));
  }
  if (differences.largest) {
    const auto at = static_cast<std::size_t>(*differences.largest);
    figure.notes.push_back(
        tr("Largest: {data} at {index}, {a} against {b}.",
           arg("data", value_text(static_cast<double>(data.a[at]) - static_cast<double>(data.b[at]),
                                  data.decimals)),
           arg("index", tensor::index_to_text(data.shape, *differences.largest)),
           arg("a", number_text(static_cast<double>(data.a[at]), kAllDigits)),
           arg("b", number_text(static_cast<double>(data.b[at]), kAllDigits))));
  }
}

Panel map_panel(const DifferenceData& data, const Differences& differences,
                std::vector<std::string>& notes) {
  const results::Slice whole = results::whole_matrix(data.shape);
  const MatrixView matrix{whole.rows, whole.columns, differences.values};
  HeatBlocks blocks = heat_blocks(matrix, HeatEnds::kSigned, data.element_of);
  const BlockSize block{blocks.block_rows, blocks.block_columns};
  Panel panel = heat_panel(std::move(blocks), notes);
  if (differences.largest) {
    const document::Selection at = results::selection_of(data.shape, *differences.largest);
    panel.annotations.push_back(annotation_of(block, at, tr("largest")));
  }
  return panel;
}

}  // namespace

base::Expected<Figure> difference(const DifferenceData& data) {
  const auto count = tensor::element_count(data.shape);
  if (!count) return tl::unexpected(count.error());
  const auto wanted = static_cast<std::size_t>(*count);
  if (data.a.size() != wanted || data.b.size() != wanted) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("two variants of shape {shape} have {count} each, but got {a} and {b}",
           arg("shape", tensor::shape_to_text(data.shape)), arg("count", values_text(*count)),
           arg("a", data.a.size()), arg("b", data.b.size())));
  }
  const auto bytes = static_cast<std::uint64_t>(*count) * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the differences")); !fits) {
    return tl::unexpected(fits.error());
  }
  const Differences differences = subtract(data);
  Figure figure{.name = "difference", .title = data.title, .decimals = data.decimals};
  figure.arrangement = Arrangement::kGrid;
  figure.columns = 2;
  add_notes(figure, data, differences);
  std::vector<std::string> map_notes;
  Panel map = map_panel(data, differences, map_notes);
  map.title = tr("Where");
  map.detail = fmt::format("{} \u2212 {}", data.a_name, data.b_name);
  auto bars = count_panel(differences.values, {.label = tr("difference"),
                                               .equal = tr("every difference is {value}"),
                                               .zero = tr("no difference"),
                                               .finite = tr("no finite difference"),
                                               .decimals = data.decimals});
  if (!bars) return tl::unexpected(bars.error());
  figure.panels = {std::move(map), *std::move(bars)};
  for (std::string& note : map_notes) figure.notes.push_back(std::move(note));
  return figure;
}

}  // namespace normscope::figures
