// SPDX-License-Identifier: MIT
// Evaluates a document: every step from the input to the output, the device's result, and its error
// against the reference. A pure function of the document.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/comparing/comparison.hpp"
#include "app/results/left_gradients.hpp"
#include "app/results/sheet/cards.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/reference_group.hpp"
#include "core/precision/examine.hpp"
#include "core/stats/histogram.hpp"
#include "core/stats/moments.hpp"

namespace normscope::results {

/// The moments of one group before and after the operation.
struct GroupMoments {
  stats::Moments before;
  stats::Moments after;
};

/// Values from which a group is large. The moments of a smaller group take microseconds and are
/// computed when it is shown; those of large groups, which are few, are part of the evaluation.
inline constexpr std::int64_t kLargeGroup = std::int64_t{1} << 13;

/// Values from which a batch is described by a sample first, and an edit evaluates its part alone.
inline constexpr std::int64_t kManyValues = std::int64_t{1} << 18;

/// Bins of the histogram of many values: so narrow that figures join them.
inline constexpr std::int64_t kFineBins = 51'200;

/// What the values of a tensor are like. Of kManyValues or more, a sample is described first.
struct Described {
  stats::Moments moments;        // of all values or, while `sampled`, of a sample
  bool sampled = false;          // the rest is missing
  bool counted = false;          // `counts` are those of all values, or there are none to come
  stats::BlockMoments blocks{};  // what `moments` was made from
  std::shared_ptr<const stats::Histogram> counts{};  // of kFineBins over the range, of many values;
                                                     // null where they are not all finite, or equal
};

struct Evaluation {
  std::uint64_t revision = 0;                          // of the evaluated document
  std::shared_ptr<const document::Document> document;  // the evaluated document
  std::shared_ptr<const tensor::Tensor> input;         // as typed
  std::shared_ptr<const tensor::Tensor> activations;   // the input of the operation
  std::vector<Stage> stages;                           // the layers, then the operation
  std::shared_ptr<const compute::Result> result;       // of the device
  compute::OutputError error{};                        // of the result against the reference
  std::vector<compute::OutputError> group_errors{};    // of the groups that `error` covers
  std::int64_t groups = 0;
  tensor::GroupLayout layout{};            // of the operation
  std::vector<Card> cards;                 // of the stages
  Described before;                        // all activations
  Described after;                         // all outputs
  std::vector<GroupMoments> large_groups;  // of every group; empty unless groups are large
  std::string output_step;                 // the name of the operation's last step
  std::optional<base::Error> failure;      // why there is no result
  std::optional<Compared> compared{};      // with B, where the document compares
  std::vector<LeftBeside> left{};          // what the cells' backward pass gave, beside ours
  /// What the document's precision plan does to the digits of the operation; null without a plan,
  /// and for more than base::kWholeStepElements values.
  std::shared_ptr<const precision::Examination> examined{};
};

/// Whether the operation is a softmax, by the steps that it has.
bool is_softmax(const Evaluation& evaluation);

/// Whether the result's numbers lie in the groups of the input's: a chain may end in fewer numbers,
/// or in others.
bool has_groups(const Evaluation& evaluation);

/// An estimate of the work of an evaluation: elements of the input and of each layer's output,
/// products of linear layers, and random numbers drawn before their weights.
std::int64_t work_of(const document::Document& document);

/// Most work of a document that is evaluated within the frame: it takes well under a millisecond.
inline constexpr std::int64_t kInFrameWork = std::int64_t{1} << 14;

/// Stops an evaluation and receives its progress.
struct Watch {
  std::stop_token stop{};
  std::function<void(double)> progress{};  // called on any thread with the share done, 0 to 1
  const Evaluation* before = nullptr;      // whose batch a device may still hold
  bool fall_back = false;                  // as compute::Settings::fall_back
};

/// Evaluates a document. Options that do not fit the input, and lack of memory, are reported in
/// `failure`; the stages before it are complete. After a requested stop the rest is omitted. Many
/// values are described by a sample, which refine() replaces.
/// numeric layers and steps in torch arithmetic; every group of the result is compared with the
///         reference up to base::kWholeStepElements elements, above that those of
///         groups_to_check(), spread evenly
Evaluation evaluate(const document::Document& document, std::uint64_t revision,
                    const compute::Backends& backends, compute::Device device,
                    const Watch& watch = {});

/// Whether refine() will describe more values.
bool is_coarse(const Evaluation& evaluation);

/// The evaluation with all values described and counted; null where they are, after a requested
/// stop, and without memory for it.
std::optional<Evaluation> refine(const Evaluation& evaluation, const std::stop_token& stop);

}  // namespace normscope::results
