// SPDX-License-Identifier: MIT
// How figures find their numbers in an evaluation: the slice of a step that is on the stage, the
// group that is selected, the steps that it goes through.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/results/evaluation.hpp"
#include "app/results/slice.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The selected place: an element of the activations, its group and which one of it.
struct SelectedPlace {
  std::int64_t element = 0;
  std::int64_t group = 0;
  std::int64_t place = 0;
};

/// None where there is no element or no operation.
std::optional<SelectedPlace> selected_place(const results::Evaluation& evaluation,
                                            const document::Selection& selection);

/// The slice of a card's step that holds the selected place.
struct StepSlice {
  results::Slice slice{};
  std::optional<document::Selection> selected{};  // row and column within the slice
};
StepSlice slice_of(const results::Evaluation& evaluation, const results::Card& card,
                   const document::Selection& selection);

/// Which element of the activations a position of a card's step stands for: of a statistic the
/// first of its group, of a step of another shape none (null).
ElementOf elements_of(const results::Evaluation& evaluation, const results::Card& card);

/// Numbers of a step, one after the other: its own where it keeps them, else computed.
struct StepValues {
  std::vector<float> computed;
  std::span<const float> values;
};
/// errors  TooLarge: no memory for so many
base::Expected<StepValues> step_values(const trace::Trace& trace, int step, std::int64_t first,
                                       std::int64_t count);

/// The values of one group.
/// shape   empty where the layout has no such group
std::vector<float> values_of_group(std::span<const float> values, const tensor::GroupLayout& layout,
                                   std::int64_t group);

/// The steps of the operation that have one value an element, each of one group; a statistic is a
/// level of the step that it is taken off or divided into, else of the step before it.
/// errors  TooLarge: no memory for the values
base::Expected<std::vector<ProfileStep>> profile_steps(const results::Evaluation& evaluation,
                                                       std::int64_t group);

/// The value that one element has in each of these steps.
std::vector<double> profile_values(const results::Evaluation& evaluation, std::int64_t element);

}  // namespace normscope::figures
