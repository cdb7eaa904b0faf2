// SPDX-License-Identifier: MIT
// The one list of figures: which an evaluation has, what each shows, and how it is made from its
// name. The window, the command line and an exported file name them alike.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/figure.hpp"
#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

struct FigureInfo {
  std::string name;
  std::string description;  // one sentence
};

/// What is asked of a figure beside its name. Each figure takes what it needs and leaves the rest.
struct FigureRequest {
  document::Selection selection{};  // which group, which slice, and what is lit
  bool of_group = false;            // distribution: of the selected group instead of all values
  DistributionShow show = DistributionShow::kBoth;  // distribution
  std::string step{};                               // heatmap: a card's id; empty: the output
  /// difference: the second variant, of the same input, and what to call it. Without one the
  /// document, which the evaluation belongs to, is evaluated with PyTorch's defaults.
  std::shared_ptr<const results::Evaluation> other{};
  std::string other_name{};
  const document::Document* document = nullptr;
};

/// The figures that this evaluation has; of one that failed, those of the stages before.
std::vector<FigureInfo> figures_of(const results::Evaluation& evaluation);

/// The figure of a name.
/// errors  NotFound: no figure of this name, with those that there are; no card of this id;
///         InvalidArgument: a figure that this evaluation does not have; `other` of another shape,
///         or neither `other` nor a document for a difference; TooLarge: no memory for its values
base::Expected<Figure> make_figure(std::string_view name, const results::Evaluation& evaluation,
                                   const FigureRequest& request);

/// The same figure with another place lit up, without making it anew: for a request that differs
/// from the one it was made by in the selection alone, and by no other group or slice.
Figure with_selection(Figure figure, const results::Evaluation& evaluation,
                      const FigureRequest& request);

/// The selected group of the operation.
std::int64_t selected_group(const results::Evaluation& evaluation,
                            const document::Selection& selection);

/// The document with the operation as PyTorch does it without being asked for anything else. What
/// says which numbers belong together (normalized shape, groups, dim), log, gamma and beta stay.
/// source  torch.nn.LayerNorm and its siblings: biased variance, eps 1e-5 inside; torch.nn.RMSNorm
///         (2.4): eps that of float32, 2^-23; torch.nn.Softmax: no temperature
document::Document with_torch_defaults(document::Document document);

}  // namespace normscope::figures
