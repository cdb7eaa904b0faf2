// SPDX-License-Identifier: MIT
// The numbers of an evaluation that figures show: the selected slice of a step, and the values of
// the selected group in every step.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The selected element of the activations, its group, and its index there.
struct SelectedPlace {
  std::int64_t element = 0;
  std::int64_t group = 0;
  std::int64_t place = 0;  // index in the group
};

/// Null without elements or without a result.
std::optional<SelectedPlace> selected_place(const results::Evaluation& evaluation,
                                            const document::Selection& selection);

/// The slice of a card's step that contains the selected element.
struct StepSlice {
  results::Slice slice{};
  std::optional<document::Selection> selected{};  // row and column in the slice
};
StepSlice slice_of(const results::Evaluation& evaluation, const results::Card& card,
                   const document::Selection& selection);

/// The element of the activations behind a position of a card's step: for a statistic the first one
/// of its group; null for the steps of a layer.
ElementOf elements_of(const results::Evaluation& evaluation, const results::Card& card);

/// The colours of a card: those that the window holds, else those that suit the evaluation.
results::Scale scale_of(const results::Evaluation& evaluation, const results::Scales& held,
                        const results::Card& card);

/// Consecutive values of a step: a view of those that the trace keeps, else computed ones.
struct StepValues {
  std::vector<float> computed;
  std::span<const float> values;
};
/// The `count` values of a step from position `first`.
/// errors  TooLarge: no memory for the values
base::Expected<StepValues> step_values(const trace::Trace& trace, int step, std::int64_t first,
                                       std::int64_t count);

/// The values of one group; empty where the layout has no such group.
std::vector<float> values_of_group(std::span<const float> values, const tensor::GroupLayout& layout,
                                   std::int64_t group);

/// The steps of the operation with a value for each element, in the order of their positions in the
/// trace.
std::vector<int> element_steps(const results::Evaluation& evaluation);

/// One group in every step of the operation that has a value for each element. A statistic is a
/// level of the step that it is subtracted from or divides, else of the step before it.
/// errors  TooLarge: no memory for the values
base::Expected<std::vector<ProfileStep>> profile_steps(const results::Evaluation& evaluation,
                                                       std::int64_t group);

/// The values of one element in the same steps.
std::vector<double> profile_values(const results::Evaluation& evaluation, std::int64_t element);

}  // namespace normscope::figures
