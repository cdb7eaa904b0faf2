// SPDX-License-Identifier: MIT
#include "app/figures/builders/steps.hpp"

#include <algorithm>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/stats/groups.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"
#include "core/trace/step_name.hpp"
#include "core/trace/values.hpp"

namespace normscope::figures {
namespace {

using results::Card;
using results::Evaluation;

const trace::Step& step_of(const Evaluation& evaluation, const Card& card) {
  return evaluation.stages[card.stage].trace.steps()[static_cast<std::size_t>(card.step)];
}

bool of_operation(const Evaluation& evaluation, const Card& card) {
  return evaluation.result && card.stage + 1 == evaluation.stages.size();
}

bool has_all(const Evaluation& evaluation, const trace::Step& step) {
  return step.shape == evaluation.activations->shape();
}

/// The step in which a statistic is shown as a level.
int step_for(const Evaluation& evaluation, int statistic) {
  const auto& all = evaluation.stages.back().trace.steps();
  for (const trace::Step& user : all) {
    if (user.b != statistic || user.a < 0 || !has_all(evaluation, user)) continue;
    if (has_all(evaluation, all[static_cast<std::size_t>(user.a)])) return user.a;
  }
  int before = 0;
  for (int step = 0; step < statistic; ++step) {
    if (has_all(evaluation, all[static_cast<std::size_t>(step)])) before = step;
  }
  return before;
}

/// The name of the operation's input: that of the layer whose output it is.
std::string input_name(const Evaluation& evaluation) {
  const std::size_t layers = evaluation.stages.size() - 1;
  if (layers > 0) return evaluation.stages[layers - 1].name;
  return text::capitalized(
      trace::step_name_in_words(evaluation.stages.back().trace.steps().front().name));
}

}  // namespace

std::vector<int> element_steps(const Evaluation& evaluation) {
  std::vector<int> steps;
  const auto& all = evaluation.stages.back().trace.steps();
  for (std::size_t step = 0; step < all.size(); ++step) {
    if (has_all(evaluation, all[step])) steps.push_back(static_cast<int>(step));
  }
  return steps;
}

std::optional<SelectedPlace> selected_place(const Evaluation& evaluation,
                                            const document::Selection& selection) {
  if (!results::has_groups(evaluation) || evaluation.activations->size() == 0) return std::nullopt;
  const tensor::Shape& shape = evaluation.activations->shape();
  const std::int64_t element = results::position_of(shape, shape, selection);
  const auto place = evaluation.layout.locate(element);
  return SelectedPlace{element, place.group, place.element};
}

StepSlice slice_of(const Evaluation& evaluation, const Card& card,
                   const document::Selection& selection) {
  const tensor::Shape& shape = step_of(evaluation, card).shape;
  if (tensor::product(shape) == 0) return {results::slice_with(shape, 0), std::nullopt};
  // A selection counts rows and columns of the activations, but for a layer's step those of the
  // step.
  const bool operation = of_operation(evaluation, card);
  const tensor::Shape& whole = operation ? evaluation.activations->shape() : shape;
  const std::int64_t at = results::position_of(whole, shape, selection);
  const results::Slice slice = results::slice_with(shape, at);
  if (!operation && selection.column >= slice.columns) return {slice, std::nullopt};
  const document::Selection place = results::selection_of(shape, at);
  return {slice, document::Selection{place.row - slice.first_row(), place.column}};
}

ElementOf elements_of(const Evaluation& evaluation, const Card& card) {
  if (has_all(evaluation, step_of(evaluation, card))) {
    return [](std::int64_t position) { return position; };
  }
  if (!of_operation(evaluation, card)) return nullptr;
  return [layout = evaluation.layout](std::int64_t position) { return layout.base(position); };
}

results::Scale scale_of(const Evaluation& evaluation, const results::Scales& held,
                        const Card& card) {
  const auto at = static_cast<std::size_t>(&card - evaluation.cards.data());
  const results::Scale& scale = results::scale_for(held, evaluation, at);
  return scale.empty() ? results::scale_for(results::scales_of(evaluation), evaluation, at) : scale;
}

base::Expected<StepValues> step_values(const trace::Trace& trace, int step, std::int64_t first,
                                       std::int64_t count) {
  const auto size = static_cast<std::size_t>(count);
  StepValues result;
  if (count == 0) return result;
  if (const auto kept = trace.kept(step); !kept.empty()) {
    result.values = kept.subspan(static_cast<std::size_t>(first), size);
    return result;
  }
  const auto bytes = static_cast<std::uint64_t>(size) * sizeof(float);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the values of a step")); !fits) {
    return tl::unexpected(fits.error());
  }
  result.computed.resize(size);
  constexpr std::int64_t kGrain = std::int64_t{1} << 15;
  base::parallel_for(count, kGrain, 0, [&](std::int64_t from, std::int64_t to) {
    trace::write_values(
        trace.parts(), step, first + from,
        std::span(result.computed)
            .subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
  });
  result.values = result.computed;
  return result;
}

std::vector<float> values_of_group(std::span<const float> values, const tensor::GroupLayout& layout,
                                   std::int64_t group) {
  if (group < 0 || group >= layout.count || layout.size == 0) return {};
  return stats::group_values(values, layout, group);
}

base::Expected<std::vector<ProfileStep>> profile_steps(const Evaluation& evaluation,
                                                       std::int64_t group) {
  const trace::Trace& trace = evaluation.stages.back().trace;
  const tensor::GroupLayout& layout = evaluation.layout;
  const std::vector<int> positions = element_steps(evaluation);
  const bool there = group >= 0 && group < layout.count;
  const std::int64_t size = there ? layout.size : 0;
  const auto bytes = static_cast<std::uint64_t>(size) * positions.size() * sizeof(double);
  if (const auto fits = base::check_memory(bytes, text::tr_later("the steps of a group")); !fits) {
    return tl::unexpected(fits.error());
  }
  std::vector<ProfileStep> steps;
  for (const int position : positions) {
    const trace::Step& traced = trace.steps()[static_cast<std::size_t>(position)];
    ProfileStep step;
    step.name = position == 0 ? input_name(evaluation)
                              : text::capitalized(trace::step_name_in_words(traced.name));
    if (position > 0) step.formula = traced.formula;
    step.values.reserve(static_cast<std::size_t>(size));
    for (std::int64_t element = 0; element < size; ++element) {
      const std::int64_t at = layout.base(group) + layout.offset(element);
      step.values.push_back(static_cast<double>(trace.value(position, at)));
    }
    steps.push_back(std::move(step));
  }
  for (int statistic = 0; there && statistic < static_cast<int>(trace.steps().size());
       ++statistic) {
    const trace::Step& traced = trace.steps()[static_cast<std::size_t>(statistic)];
    if (has_all(evaluation, traced)) continue;
    const auto at = std::find(positions.begin(), positions.end(), step_for(evaluation, statistic));
    steps[static_cast<std::size_t>(at - positions.begin())].levels.push_back(
        {trace::step_name_in_words(traced.name),
         static_cast<double>(trace.value(statistic, group))});
  }
  return steps;
}

std::vector<double> profile_values(const Evaluation& evaluation, std::int64_t element) {
  std::vector<double> values;
  for (const int step : element_steps(evaluation)) {
    values.push_back(static_cast<double>(evaluation.stages.back().trace.value(step, element)));
  }
  return values;
}

}  // namespace normscope::figures
