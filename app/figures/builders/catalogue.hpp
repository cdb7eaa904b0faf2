// SPDX-License-Identifier: MIT
// The list of all figures: their names, descriptions and builders, and which of them an evaluation
// has. The window, the command line and exported files use the same names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/figure.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/sheet/cells.hpp"
#include "app/results/sheet/scales.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

struct FigureInfo {
  std::string name;         // "backend-error": of the command line and of files
  std::string label;        // "Error of the device"
  std::string description;  // one sentence
};

/// The options of a figure. Each figure uses those that it needs.
struct FigureRequest {
  document::Selection selection{};  // the group, the slice and the highlighted element
  bool of_group = false;            // distribution: of the selected group instead of all values
  DistributionParts parts = DistributionParts::kBoth;  // distribution
  std::string step{};                                  // heatmap: id of a card; empty: the output
  /// The number, or the element of a parameter, whose sources and results are marked. In maps the
  /// number has the frame, instead of the selected element in every map. Neither: no marks.
  std::optional<results::Cell> marked{};
  std::optional<results::ParameterElement> marked_parameter{};
  bool coarse = false;       // made from a sample of many values: at once, and it says so
  results::Scales scales{};  // that the window holds; an empty one: as suits the evaluation
  bool plain = false;        // neither the selected element is highlighted nor anything marked
  /// Of the evaluation, and its choice of digits. Where it compares with nothing, `difference` is
  /// that from PyTorch's defaults.
  const document::Document* document = nullptr;
};

/// The names of all figures.
std::vector<std::string_view> figure_names();

/// Whether the figure of this name reads so many values that a coarse one should come first.
bool has_coarse(std::string_view name, const results::Evaluation& evaluation,
                const FigureRequest& request);

/// Whether it is made from counts that the evaluation has, however many values there are.
bool is_quick(std::string_view name, const results::Evaluation& evaluation,
              const FigureRequest& request);

/// Whether it takes longer than a frame, even of few values.
bool is_slow(std::string_view name, const results::Evaluation& evaluation);

/// Whether another selected group or slice changes more of it than what is highlighted.
bool reads_selected_group(std::string_view name, const FigureRequest& request);

/// Whether it shows the numbers of steps in their colours: it reads FigureRequest::scales.
bool shows_colors(std::string_view name);

/// Whether its coarse figure is all that this evaluation gives: the refined one will give more.
bool awaits_evaluation(std::string_view name, const results::Evaluation& evaluation,
                       const FigureRequest& request);

/// The figures that an evaluation has; of a failed one, those that need no result.
std::vector<FigureInfo> figures_of(const results::Evaluation& evaluation);

/// The figure of this name.
/// errors  NotFound: no figure of this name, or no card of this id; the hint lists the known ones;
///         InvalidArgument: a figure that this evaluation does not have; no document for a
///         difference of an evaluation without a comparison; TooLarge: no memory for its values
base::Expected<Figure> make_figure(std::string_view name, const results::Evaluation& evaluation,
                                   const FigureRequest& request);

/// The figure with another element highlighted, without building it again: for a request that
/// differs from the original one only in the selected element, within the same group and slice
/// where the figure reads them, and in what is marked.
Figure with_selection(Figure figure, const results::Evaluation& evaluation,
                      const FigureRequest& request);

/// The selected group of the operation.
std::int64_t selected_group(const results::Evaluation& evaluation,
                            const document::Selection& selection);

/// The digits after the point in figures for a choice of digits on the cards.
int decimals_of(document::Digits digits);
/// Those of the request's document.
int decimals_of(const FigureRequest& request);

/// The document with PyTorch's defaults for the operation. Options that define the groups
/// (normalized shape, groups, dim), log, gamma and beta stay.
/// source  torch.nn.LayerNorm and its siblings: biased variance, eps 1e-5 inside; torch.nn.RMSNorm
///         (2.4): eps that of float32, 2^-23; torch.nn.Softmax: no temperature
document::Document with_torch_defaults(document::Document document);

}  // namespace normscope::figures
