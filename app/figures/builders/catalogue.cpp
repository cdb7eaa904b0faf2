// SPDX-License-Identifier: MIT
#include "app/figures/builders/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/document/settings.hpp"
#include "app/figures/builders/backend_error.hpp"
#include "app/figures/builders/compared.hpp"
#include "app/figures/builders/difference.hpp"
#include "app/figures/builders/gradient_check.hpp"
#include "app/figures/builders/heatmap.hpp"
#include "app/figures/builders/highlight.hpp"
#include "app/figures/builders/jacobian.hpp"
#include "app/figures/builders/profile.hpp"
#include "app/figures/builders/softmax.hpp"
#include "app/figures/builders/stage.hpp"
#include "app/figures/builders/statistics.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/results/backward.hpp"
#include "app/results/errors.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/text/nearest.hpp"

namespace normscope::figures {
namespace {

using base::ErrorKind;
using base::Expected;
using results::Card;
using results::Evaluation;

/// The parts of an evaluation that a figure needs.
enum class Needs {
  kSteps,
  kResult,
  kGroups,  // a result of the input's size, whose groups are those of the input
  kSecond,  // a result that something else can compute, too
  kSoftmax,
  kBackward,  // a backward pass whose dx lies in the groups of the input
};

using Build = Expected<Figure> (*)(const Evaluation&, const FigureRequest&);
using Highlight = Figure (*)(Figure, const Evaluation&, const FigureRequest&);

struct Entry {
  std::string_view name;
  std::string_view label;
  std::string_view description;
  Needs needs;
  Build build;
  Highlight highlight;
};

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

Expected<Figure> build_distribution(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_distribution(evaluation, request);
  DistributionData data{evaluation.activations->values(), after(evaluation)};
  const std::int64_t group = group_of(evaluation, request);
  const bool of_group = request.of_group && group >= 0;
  data.title = fmt::format("Distribution of {}",
                           of_group ? fmt::format("group {}", group) : "the whole batch");
  data.before_title = "Before " + operation(evaluation);
  data.after_title = "After " + operation(evaluation);
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
                         : fmt::format("Group {} through {}", group, operation(evaluation));
  return profile(data);
}

Expected<Figure> build_statistics(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_statistics(evaluation, request);
  return statistics({.before = evaluation.activations->values(),
                     .after = after(evaluation),
                     .layout = evaluation.layout,
                     .title = "Mean and deviation of every group",
                     .before_title = "Before " + operation(evaluation),
                     .after_title = "After " + operation(evaluation),
                     .coarse = request.coarse});
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
  data.detail = "shape " + tensor::shape_to_text(shape);
  if (const ElementOf whole = elements_of(evaluation, **card)) {
    data.element_of = [whole, first](std::int64_t position) { return whole(first + position); };
  }
  auto figure = heatmap(data);
  if (figure && shape.size() > 2) {
    const tensor::Shape outer(shape.begin(), shape.end() - 2);
    figure->notes.push_back(fmt::format("The slice {} of the dimensions before the last two.",
                                        tensor::index_to_text(outer, slice.number)));
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
                         : fmt::format("{} of group {}", operation(evaluation), group);
  return softmax(data);
}

Expected<Figure> build_difference(const Evaluation& evaluation, const FigureRequest& request) {
  if (comparison_of(evaluation) != nullptr) return compared_difference(evaluation, request);
  if (request.document == nullptr) {
    return base::fail(ErrorKind::kInvalidArgument,
                      "a difference needs a second variant to compare with");
  }
  const bool relative = request.document->subject == document::Subject::kRelative;
  const std::string name = relative ? "the default" : "PyTorch's default";
  const Evaluation other =
      results::evaluate(with_torch_defaults(*request.document), evaluation.revision,
                        compute::make_backends(), compute::Device::kAuto);
  if (!other.result) {
    return base::fail(ErrorKind::kInvalidArgument,
                      other.failure ? "the second variant: " + other.failure->sentence
                                    : "the second variant has no result");
  }
  return difference({.a = after(evaluation),
                     .b = after(other),
                     .shape = evaluation.result->y.shape(),
                     .a_name = operation(evaluation),
                     .b_name = name,
                     .title = fmt::format("{} and {}", operation(evaluation), name),
                     .element_of = [](std::int64_t position) { return position; },
                     .decimals = decimals_of(request)});
}

Expected<Figure> build_backend_error(const Evaluation& evaluation, const FigureRequest& request) {
  if (request.document == nullptr) {
    return base::fail(ErrorKind::kInvalidArgument,
                      "an error needs the document, which says what the result should be");
  }
  const auto ulps = results::errors_of(*request.document, evaluation);
  if (!ulps) return tl::unexpected(ulps.error());
  return backend_error(
      {.ulps = *ulps,
       .shape = evaluation.result->y.shape(),
       .device = evaluation.result->device,
       .title = fmt::format("{} against the reference in double precision", operation(evaluation)),
       .element_of = [](std::int64_t position) { return position; },
       .decimals = decimals_of(request)});
}

Expected<Figure> build_stage(const Evaluation& evaluation, const FigureRequest& request) {
  StageData data{.decimals = decimals_of(request)};
  data.title = "Every step" + (evaluation.result ? " to " + operation(evaluation) : std::string());
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

/// No number of it is one of the evaluation.
Figure unmarked(Figure figure, const Evaluation&, const FigureRequest&) {
  return figure;
}

constexpr std::array kFigures = {
    Entry{"distribution", "Distribution",
          "How the values are spread before and after the operation.", Needs::kResult,
          build_distribution, highlight_distribution},
    Entry{"profile", "Path of a group", "The selected group through every step, number by number.",
          Needs::kGroups, build_profile, highlight_profile},
    Entry{"statistics", "Mean and deviation",
          "Mean and deviation of every group before and after the operation.", Needs::kGroups,
          build_statistics, highlight_statistics},
    Entry{"heatmap", "Map of a step", "One step as a matrix of coloured cells.", Needs::kSteps,
          build_heatmap, highlight_heatmap},
    Entry{"softmax", "Softmax",
          "The logits of the selected group and the probabilities they become.", Needs::kSoftmax,
          build_softmax, highlight_softmax},
    Entry{"jacobian", "Jacobian",
          "How each number of the selected group's dx grows with each number of dy.",
          Needs::kBackward, jacobian, highlight_jacobian},
    Entry{"gradient-check", "Gradient check",
          "How far dx is from central differences of the forward pass, for steps of every size.",
          Needs::kBackward, gradient_check, unmarked},
    Entry{"difference", "Difference",
          "What separates the result from another variant's, and where most.", Needs::kSecond,
          build_difference, highlight_difference},
    Entry{"backend-error", "Error of the device",
          "How far the device's result is from the reference, and where most.", Needs::kSecond,
          build_backend_error, highlight_difference},
    Entry{"stage", "All steps", "Every step from the input to the output as a card.", Needs::kSteps,
          build_stage, highlight_stage}};

bool available(const Entry& entry, const Evaluation& evaluation) {
  switch (entry.needs) {
    case Needs::kSteps:
      return !evaluation.cards.empty();
    case Needs::kResult:
      return evaluation.result != nullptr;
    case Needs::kGroups:
      return results::has_groups(evaluation);
    case Needs::kSecond:
      return evaluation.result && (comparison_of(evaluation) != nullptr || !evaluation.document ||
                                   !results::runs_by_steps(*evaluation.document));
    case Needs::kSoftmax:
      return evaluation.result && results::is_softmax(evaluation);
    case Needs::kBackward:
      return results::has_groups(evaluation) && results::backward_cards(evaluation).has_value();
  }
  return false;
}

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : kFigures) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> figure_names() {
  std::vector<std::string_view> names;
  names.reserve(kFigures.size());
  for (const Entry& entry : kFigures) names.push_back(entry.name);
  return names;
}

std::vector<FigureInfo> figures_of(const Evaluation& evaluation) {
  std::vector<FigureInfo> figures;
  for (const Entry& entry : kFigures) {
    if (!available(entry, evaluation)) continue;
    figures.push_back(
        {std::string(entry.name), std::string(entry.label), std::string(entry.description)});
  }
  return figures;
}

bool has_coarse(std::string_view name, const Evaluation& evaluation, const FigureRequest& request) {
  if (!evaluation.activations) return false;
  if (name == "heatmap" || name == "statistics") {
    // A slice of a step that is not kept is computed whole, whatever is read of it; the statistics
    // are of all groups.
    return comparison_of(evaluation) == nullptr &&
           evaluation.activations->size() >= results::kManyValues;
  }
  if (name != "distribution") return false;
  if (request.of_group) return evaluation.layout.size >= results::kManyValues;
  return !is_quick(name, evaluation, request) &&
         evaluation.activations->size() >= results::kManyValues;
}

bool is_quick(std::string_view name, const Evaluation& evaluation, const FigureRequest& request) {
  return name == "distribution" && !request.of_group && comparison_of(evaluation) == nullptr &&
         evaluation.before.counts && evaluation.after.counts;
}

bool is_slow(std::string_view name, const Evaluation& evaluation) {
  constexpr std::int64_t kInFrame = 32;  // numbers of a group
  return name == "gradient-check" || (name == "jacobian" && evaluation.layout.size > kInFrame);
}

bool reads_selected_group(std::string_view name, const FigureRequest& request) {
  return name != "distribution" || request.of_group;
}

bool shows_colors(std::string_view name) {
  return name == "heatmap" || name == "stage";
}

bool awaits_evaluation(std::string_view name, const Evaluation& evaluation,
                       const FigureRequest& request) {
  return name == "distribution" && !request.of_group && results::is_coarse(evaluation) &&
         comparison_of(evaluation) == nullptr;
}

Expected<Figure> make_figure(std::string_view name, const Evaluation& evaluation,
                             const FigureRequest& request) {
  const Entry* const entry = find_entry(name);
  if (entry == nullptr) {
    const std::string meant = text::did_you_mean(text::nearest(name, figure_names()));
    return base::fail(
        ErrorKind::kNotFound, fmt::format("there is no figure {}", name),
        fmt::format("{}{}normscope export FILE --list says which there are: {}", meant,
                    meant.empty() ? "" : " ", fmt::join(figure_names(), ", ")));
  }
  if (!available(*entry, evaluation)) {
    const std::string reason = evaluation.failure ? ": " + evaluation.failure->sentence
                               : entry->needs == Needs::kSoftmax  ? ", which is for softmax"
                               : entry->needs == Needs::kBackward ? ", which is for a backward pass"
                                                                  : "";
    return base::fail(ErrorKind::kInvalidArgument,
                      fmt::format("there is no figure {} of this{}", name, reason));
  }
  auto figure = entry->build(evaluation, request);
  if (!figure || request.plain) return figure;
  return entry->highlight(*std::move(figure), evaluation, request);
}

Figure with_selection(Figure figure, const Evaluation& evaluation, const FigureRequest& request) {
  const Entry* const entry = find_entry(figure.name);
  if (entry == nullptr || !available(*entry, evaluation)) return figure;
  return entry->highlight(std::move(figure), evaluation, request);
}

std::int64_t selected_group(const Evaluation& evaluation, const document::Selection& selection) {
  const auto place = selected_place(evaluation, selection);
  return place ? place->group : 0;
}

int decimals_of(document::Digits digits) {
  switch (digits) {
    case document::Digits::kSix:
      return 6;
    case document::Digits::kNine:
    case document::Digits::kBits:  // bits have no decimals: as many as tell any two values apart
      return 9;
    case document::Digits::kFour:
    case document::Digits::kTorch:
      break;
  }
  return kDecimals;
}

int decimals_of(const FigureRequest& request) {
  return request.document == nullptr ? kDecimals : decimals_of(request.document->view.digits);
}

document::Document with_torch_defaults(document::Document document) {
  document.softmax = ops::torch_softmax(document.softmax);
  document.relative = ops::with_operation_of(
      ops::with_groups_of(ops::RelativeOptions(), document.relative), document.relative);
  ops::NormOptions own = document.norm.options;
  own = ops::with_operation_of(ops::with_groups_of(ops::NormOptions(), own), own);
  document::set_options(document.norm, ops::torch_norm(own));
  return document;
}

}  // namespace normscope::figures
