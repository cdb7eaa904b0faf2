// SPDX-License-Identifier: MIT
// What a document gives: every step from the input to the output, the device's result beside it,
// and how far that is from the reference. A pure function of the document.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/cards.hpp"
#include "core/compute/compute.hpp"
#include "core/compute/reference_group.hpp"
#include "core/stats/moments.hpp"

namespace normscope::results {

struct GroupMoments {
  stats::Moments before;
  stats::Moments after;
};

/// Values from which a group is large: below, its moments take microseconds and are made when it is
/// looked at; from here on groups are few, and all of theirs are made beforehand.
inline constexpr std::int64_t kLargeGroup = std::int64_t{1} << 13;

struct Evaluation {
  std::uint64_t revision = 0;                         // of the document it belongs to
  std::shared_ptr<const tensor::Tensor> input;        // as typed
  std::shared_ptr<const tensor::Tensor> activations;  // what reaches the operation
  std::vector<Stage> stages;                          // the operation's last
  std::optional<compute::Result> result;              // of the device
  compute::OutputError error{};                       // of the result against the reference
  std::int64_t groups_checked = 0;                    // how many groups `error` is over
  std::int64_t groups = 0;
  tensor::GroupLayout layout{};            // of the operation
  std::vector<Card> cards;                 // of the stages
  stats::Moments before;                   // of all activations
  stats::Moments after;                    // of all outputs
  std::vector<GroupMoments> large_groups;  // of every group, where a group is large
  std::string output_step;                 // the name of the operation's last step
  std::optional<base::Error> failure;      // why there is no result
};

/// What evaluating a document takes: elements of the input and of what each layer makes, products
/// of linear layers, and the draws before their weights.
std::int64_t work_of(const document::Document& document);

/// Work up to which a document is evaluated within the frame: 2^14 take well under a millisecond.
inline constexpr std::int64_t kInFrameWork = std::int64_t{1} << 14;

/// Groups compared with the reference above base::kWholeStepElements elements: enough to show a
/// wrong kernel, and 256 rows of a thousand numbers take a few milliseconds.
inline constexpr std::int64_t kCheckedGroups = 256;

/// Who may end an evaluation, and whom it tells how far it is.
struct Watch {
  std::stop_token stop{};
  std::function<void(double)> progress{};  // the share done, growing from 0 to 1; any thread
};

/// Evaluates a document. Settings that do not fit, and numbers beyond the memory, end in `failure`;
/// the stages before it are there. When a stop is requested the rest is left away: nobody waits.
/// numeric layers and steps in torch arithmetic; every group of the result is compared with the
///         reference up to base::kWholeStepElements elements, above that kCheckedGroups of them,
///         spread evenly
Evaluation evaluate(const document::Document& document, std::uint64_t revision,
                    const compute::Backends& backends, compute::Device device,
                    const Watch& watch = {});

}  // namespace normscope::results
