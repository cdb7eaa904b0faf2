// SPDX-License-Identifier: MIT
#include "app/figures/builders/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "app/document/settings.hpp"
#include "app/figures/builders/compared.hpp"
#include "app/figures/builders/curves/eps.hpp"
#include "app/figures/builders/curves/error_landscape.hpp"
#include "app/figures/builders/curves/temperature.hpp"
#include "app/figures/builders/curves/variance_error.hpp"
#include "app/figures/builders/format_line.hpp"
#include "app/figures/builders/from_evaluation.hpp"
#include "app/figures/builders/gradient_check.hpp"
#include "app/figures/builders/highlight.hpp"
#include "app/figures/builders/jacobian.hpp"
#include "app/figures/builders/steps.hpp"
#include "app/figures/note_text.hpp"
#include "app/results/backward.hpp"
#include "app/results/errors.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/text/joined.hpp"
#include "core/text/nearest.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

using results::Evaluation;

/// The parts of an evaluation that a figure needs.
enum class Needs {
  kSteps,
  kResult,
  kGroups,  // a result of the input's size, whose groups are those of the input
  kSecond,  // a result that something else can compute, too
  kSoftmax,
  kBackward,     // a backward pass whose dx lies in the groups of the input
  kNorm,         // a normalization by its options
  kCentredNorm,  // one that subtracts a mean
  kTemperature,  // a softmax by its options
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

/// No number of it is one of the evaluation.
Figure unmarked(Figure figure, const Evaluation&, const FigureRequest&) {
  return figure;
}

constexpr std::array kFigures = {
    Entry{"distribution", tr_later("Distribution"),
          tr_later("How the values are spread before and after the operation."), Needs::kResult,
          build_distribution, highlight_distribution},
    Entry{"profile", tr_later("Path of a group"),
          tr_later("The selected group through every step, number by number."), Needs::kGroups,
          build_profile, highlight_profile},
    Entry{"statistics", tr_later("Mean and deviation"),
          tr_later("Mean and deviation of every group before and after the operation."),
          Needs::kGroups, build_statistics, highlight_statistics},
    Entry{"heatmap", tr_later("Map of a step"), tr_later("One step as a matrix of coloured cells."),
          Needs::kSteps, build_heatmap, highlight_heatmap},
    Entry{"softmax", tr_later("Softmax"),
          tr_later("The logits of the selected group and the probabilities they become."),
          Needs::kSoftmax, build_softmax, highlight_softmax},
    Entry{
        "temperature", tr_later("Temperature"),
        tr_later(
            "The selected group's largest probabilities and their entropy, for every temperature."),
        Needs::kTemperature, temperature, unmarked},
    Entry{"eps", tr_later("Epsilon"),
          tr_later("How far the selected group's output spreads, and its gradient, for every eps."),
          Needs::kNorm, eps, unmarked},
    Entry{"variance-error", tr_later("Error of the variance"),
          tr_later("What the ways to compute a variance lose, by mean, length and number format."),
          Needs::kCentredNorm, variance_error, unmarked},
    Entry{"error-landscape", tr_later("Error landscape"),
          tr_later("Where the output can be trusted under the precision plan: by mean, deviation "
                   "and length."),
          Needs::kNorm, error_landscape, unmarked},
    Entry{"formats", tr_later("Number format"),
          tr_later("The numbers of a format, and the batch's numbers among them."), Needs::kGroups,
          format_line, highlight_format_line},
    Entry{"jacobian", tr_later("Jacobian"),
          tr_later("How each number of the selected group's dx grows with each number of dy."),
          Needs::kBackward, jacobian, highlight_jacobian},
    Entry{
        "gradient-check", tr_later("Gradient check"),
        tr_later(
            "How far dx is from central differences of the forward pass, for steps of every size."),
        Needs::kBackward, gradient_check, unmarked},
    Entry{"difference", tr_later("Difference"),
          tr_later("What separates the result from another variant's, and where most."),
          Needs::kSecond, build_difference, highlight_difference},
    Entry{"backend-error", tr_later("Error of the device"),
          tr_later("How far the device's result is from the reference, and where most."),
          Needs::kSecond, build_backend_error, highlight_difference},
    Entry{"stage", tr_later("All steps"),
          tr_later("Every step from the input to the output as a card."), Needs::kSteps,
          build_stage, highlight_stage}};

/// Whether the operation is one of this kind with groups of its own.
bool is_by_options(const Evaluation& evaluation, document::Subject subject) {
  return results::has_groups(evaluation) && evaluation.document &&
         evaluation.document->subject == subject;
}

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
      return results::has_operation_gradient(evaluation);
    case Needs::kNorm:
      return is_by_options(evaluation, document::Subject::kNorm);
    case Needs::kCentredNorm:
      return is_by_options(evaluation, document::Subject::kNorm) &&
             evaluation.document->norm.options.centred();
    case Needs::kTemperature:
      return is_by_options(evaluation, document::Subject::kSoftmax);
  }
  return false;
}

/// Why this evaluation lacks a figure.
std::string why_none(const Entry& entry, const Evaluation& evaluation) {
  const auto name = arg("name", entry.name);
  if (evaluation.failure) {
    return tr("there is no figure {name} of this: {why}", name,
              arg("why", evaluation.failure->sentence));
  }
  switch (entry.needs) {
    case Needs::kSoftmax:
    case Needs::kTemperature:
      return tr("there is no figure {name} of this, which is for softmax", name);
    case Needs::kBackward:
      return tr("there is no figure {name} of this, which is for a backward pass", name);
    case Needs::kNorm:
      return tr("there is no figure {name} of this, which is for a normalization", name);
    case Needs::kCentredNorm:
      return tr(
          "there is no figure {name} of this, which is for a normalization that subtracts the mean",
          name);
    case Needs::kSteps:
    case Needs::kResult:
    case Needs::kGroups:
    case Needs::kSecond:
      break;
  }
  return tr("there is no figure {name} of this", name);
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
    figures.push_back({std::string(entry.name), tr(entry.label), tr(entry.description)});
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
  if (name == "error-landscape") return true;
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
  constexpr std::int64_t kInFrame = 32;           // numbers of a group
  constexpr std::int64_t kOfCurveInFrame = 1024;  // that have a curve
  if (name == "eps" || name == "temperature") return evaluation.layout.size > kOfCurveInFrame;
  return name == "gradient-check" || name == "variance-error" || name == "error-landscape" ||
         (name == "jacobian" && evaluation.layout.size > kInFrame);
}

bool reads_selected_group(std::string_view name, const FigureRequest& request) {
  if (name == "formats") return false;
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
    const std::string all = tr("normscope export FILE --list says which there are: {names}",
                               arg("names", text::listed(figure_names())));
    return base::fail(ErrorKind::kNotFound, tr("there is no figure {name}", arg("name", name)),
                      text::in_a_row(meant, all));
  }
  if (!available(*entry, evaluation)) {
    return base::fail(ErrorKind::kInvalidArgument, why_none(*entry, evaluation));
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
