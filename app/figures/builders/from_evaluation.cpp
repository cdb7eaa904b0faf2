// SPDX-License-Identifier: MIT
#include "app/figures/builders/from_evaluation.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/builders/backend_error.hpp"
#include "app/figures/builders/compared.hpp"
#include "app/figures/builders/difference.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/highlight.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/figures/builders/softmax.hpp"
#include "app/figures/builders/stage.hpp"
#include "app/figures/builders/statistics.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/results/errors.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

using results::Card;
using results::Evaluation;

namespace {

const std::string& operation(const Evaluation& evaluation) {
  return evaluation.stages.back().name;
}

std::span<const float> after(const Evaluation& evaluation) {
  return evaluation.result->y.values();
}

/// The selected group; -1 without one.
std::int64_t group_of(const Evaluation& evaluation, const FigureRequest& request) {
  const auto place = selected_place(evaluation, request.selection);
  return place ? place->group : -1;
}

/// What is known of all values; nothing while only a sample has been described.
DistributionData::Known known_of(const results::Described& described) {
  if (described.sampled) return {};
  return {described.moments, described.counts};
}

const trace::Trace& trace_of(const Evaluation& evaluation, const Card& card) {
  return evaluation.stages[card.stage].trace;
}

const trace::Step& step_of(const Evaluation& evaluation, const Card& card) {
  return trace_of(evaluation, card).steps()[static_cast<std::size_t>(card.step)];
}

/// The formula of a card's step; none for the input of the first stage.
std::string formula_of(const Evaluation& evaluation, const Card& card) {
  return card.stage == 0 && card.step == 0 ? "" : step_of(evaluation, card).formula;
}

}  // namespace

Expected<Figure> build_distribution(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_distribution(evaluation, request);
  DistributionData data{evaluation.activations->values(), after(evaluation)};
  const std::int64_t group = group_of(evaluation, request);
  const bool of_group = request.of_group && group >= 0;
  data.title = of_group ? tr("Distribution of group {group}", arg("group", group))
                        : tr("Distribution of the whole batch");
  data.before_title = tr("Before {operation}", arg("operation", operation(evaluation)));
  data.after_title = tr("After {operation}", arg("operation", operation(evaluation)));
  data.parts = request.parts;
  data.coarse = request.coarse;
  data.decimals = decimals_of(request);
  if (of_group) {
    data.group = {evaluation.layout, group};
    if (!evaluation.large_groups.empty()) {
      const auto& known = evaluation.large_groups[static_cast<std::size_t>(group)];
      data.before_known = {known.before};
      data.after_known = {known.after};
    }
  } else {
    data.before_known = known_of(evaluation.before);
    data.after_known = known_of(evaluation.after);
  }
  const std::size_t input = results::card_of(evaluation, evaluation.stages.size() - 1, 0);
  data.before_known.never_negative = results::is_never_negative(evaluation, input);
  data.after_known.never_negative =
      results::is_never_negative(evaluation, evaluation.cards.size() - 1);
  return distribution(data);
}

Expected<Figure> build_profile(const Evaluation& evaluation, const FigureRequest& request) {
  const std::int64_t group = group_of(evaluation, request);
  auto steps = profile_steps(evaluation, group);
  if (!steps) return tl::unexpected(steps.error());
  ProfileData data{.steps = *std::move(steps), .decimals = decimals_of(request)};
  std::vector<std::int64_t> elements;
  const tensor::GroupLayout& layout = evaluation.layout;
  if (group >= 0 && layout.size <= kMostPoints) {
    for (std::int64_t i = 0; i < layout.size; ++i) {
      elements.push_back(layout.base(group) + layout.offset(i));
    }
  }
  data.elements = elements;
  data.title = group < 0 ? operation(evaluation)
                         : tr("Group {group} through {operation}", arg("group", group),
                              arg("operation", operation(evaluation)));
  return profile(data);
}

Expected<Figure> build_statistics(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_statistics(evaluation, request);
  return statistics(
      {.before = evaluation.activations->values(),
       .after = after(evaluation),
       .layout = evaluation.layout,
       .title = tr("Mean and deviation of every group"),
       .before_title = tr("Before {operation}", arg("operation", operation(evaluation))),
       .after_title = tr("After {operation}", arg("operation", operation(evaluation))),
       .coarse = request.coarse});
}

Expected<Figure> build_heatmap(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_heatmap(evaluation, request);
  const auto card = card_with(evaluation, request.step);
  if (!card) return tl::unexpected(card.error());
  const results::Slice slice = slice_of(evaluation, **card, request.selection).slice;
  const std::int64_t first = slice.position(0, 0);
  const auto values = step_values(trace_of(evaluation, **card), (*card)->step, first, slice.size());
  if (!values) return tl::unexpected(values.error());
  const tensor::Shape& shape = step_of(evaluation, **card).shape;
  HeatmapData data{.matrix = {slice.rows, slice.columns, values->values},
                   .decimals = decimals_of(request),
                   .coarse = request.coarse,
                   .scale = scale_of(evaluation, request.scales, **card)};
  data.title = evaluation.stages[(*card)->stage].name;
  data.step = (*card)->title;
  data.formula = formula_of(evaluation, **card);
  data.detail = tr("shape {shape}", arg("shape", tensor::shape_to_text(shape)));
  if (const ElementOf whole = elements_of(evaluation, **card)) {
    data.element_of = [whole, first](std::int64_t position) { return whole(first + position); };
  }
  auto figure = heatmap(data);
  if (figure && shape.size() > 2) {
    const tensor::Shape outer(shape.begin(), shape.end() - 2);
    figure->notes.push_back(tr("The slice {index} of the dimensions before the last two.",
                               arg("index", tensor::index_to_text(outer, slice.number))));
  }
  return figure;
}

Expected<Figure> build_softmax(const Evaluation& evaluation, const FigureRequest& request) {
  const std::int64_t group = group_of(evaluation, request);
  const auto logits = values_of_group(evaluation.activations->values(), evaluation.layout, group);
  const auto output = values_of_group(after(evaluation), evaluation.layout, group);
  SoftmaxData data{.logits = logits, .output = output, .decimals = decimals_of(request)};
  data.log = operation(evaluation) == "LogSoftmax";
  data.title = group < 0 ? operation(evaluation)
                         : tr("{operation} of group {group}",
                              arg("operation", operation(evaluation)), arg("group", group));
  return softmax(data);
}

Expected<Figure> build_difference(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_difference(evaluation, request);
  if (request.document == nullptr) {
    return base::fail(ErrorKind::kInvalidArgument,
                      tr("a difference needs a second variant to compare with"));
  }
  const bool relative = request.document->subject == document::Subject::kRelative;
  const std::string name = relative ? tr("the default") : tr("PyTorch's default");
  const Evaluation other =
      results::evaluate(with_torch_defaults(*request.document), evaluation.revision,
                        compute::make_backends(), compute::Device::kAuto);
  if (!other.result) {
    return base::fail(ErrorKind::kInvalidArgument,
                      other.failure
                          ? tr("the second variant: {why}", arg("why", other.failure->sentence))
                          : tr("the second variant has no result"));
  }
  return difference({.a = after(evaluation),
                     .b = after(other),
                     .shape = evaluation.result->y.shape(),
                     .a_name = operation(evaluation),
                     .b_name = name,
                     .title = tr("{operation} and {name}", arg("operation", operation(evaluation)),
                                 arg("name", name)),
                     .element_of = [](std::int64_t position) { return position; },
                     .decimals = decimals_of(request)});
}

Expected<Figure> build_backend_error(const Evaluation& evaluation, const FigureRequest& request) {
  if (request.document == nullptr) {
    return base::fail(ErrorKind::kInvalidArgument,
                      tr("an error needs the document, which says what the result should be"));
  }
  const auto ulps = results::errors_of(*request.document, evaluation);
  if (!ulps) return tl::unexpected(ulps.error());
  return backend_error({.ulps = *ulps,
                        .shape = evaluation.result->y.shape(),
                        .device = evaluation.result->device,
                        .title = tr("{operation} against the reference in double precision",
                                    arg("operation", operation(evaluation))),
                        .element_of = [](std::int64_t position) { return position; },
                        .decimals = decimals_of(request)});
}

Expected<Figure> build_stage(const Evaluation& evaluation, const FigureRequest& request) {
  StageData data{.decimals = decimals_of(request)};
  data.title = evaluation.result
                   ? tr("Every step to {operation}", arg("operation", operation(evaluation)))
                   : tr("Every step");
  std::vector<std::vector<float>> corners;  // the storage of the cards' values
  for (const Card& card : evaluation.cards) {
    const results::Slice slice = slice_of(evaluation, card, request.selection).slice;
    const ElementOf element_of = elements_of(evaluation, card);
    StageCard shown{.title = card.title,
                    .formula = formula_of(evaluation, card),
                    .rows = slice.rows,
                    .columns = slice.columns,
                    .scale = scale_of(evaluation, request.scales, card)};
    shown.corner.rows = std::min(slice.rows, kMostCardSide);
    shown.corner.columns = std::min(slice.columns, kMostCardSide);
    std::vector<float> corner;
    for (std::int64_t row = 0; row < shown.corner.rows; ++row) {
      for (std::int64_t column = 0; column < shown.corner.columns; ++column) {
        const std::int64_t at = slice.position(row, column);
        corner.push_back(trace_of(evaluation, card).value(card.step, at));
        if (element_of) shown.elements.push_back(element_of(at));
      }
    }
    corners.push_back(std::move(corner));
    shown.corner.values = corners.back();
    data.cards.push_back(std::move(shown));
  }
  return stage(data);
}

}  // namespace normscope::figures
