// SPDX-License-Identifier: MIT
#include "app/workspace/figure_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <stop_token>
#include <utility>

#include "app/results/sheet/slice.hpp"

namespace normscope::workspace {

using document::Document;
using document::Selection;
using figures::Figure;
using figures::FigureHold;
using figures::FigureView;

namespace {

// The largest number of values of a figure that is built within the frame, in a millisecond or two.
constexpr std::int64_t kInFrameValues = std::int64_t{1} << 13;

// The longest wait for a figure within the frame: it then comes with the numbers that it is made
// of, and not a frame later.
constexpr std::chrono::milliseconds kWait{8};

figures::FigureRequest request_of(const document::FigureChoice& choice,
                                  const Selection& selection) {
  return {.selection = selection,
          .of_group = choice.of_group,
          .parts = choice.parts,
          .step = choice.step};
}

// The request that highlights a selection, and marks what is related to a number.
figures::FigureRequest request_of(const document::FigureChoice& choice, const Selection& selection,
                                  const Marked& marked) {
  figures::FigureRequest request = request_of(choice, selection);
  request.marked = marked.cell;
  request.marked_parameter = marked.parameter;
  return request;
}

// On paper nothing is pointed at.
Marked marked_on_paper(const results::Evaluation& shown, const Document& document,
                       const ViewState& view) {
  return {selected_cell(shown, document, view), {}};
}

template <class Value>
Value found_or_none(const std::map<std::string, Value>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? Value{} : found->second;
}

FigureView view_of(const ViewState& view, const std::string& name) {
  return found_or_none(view.figure_views, name);
}

// The subject of a hold, which edits of numbers and options do not change.
std::string subject_of(const results::Evaluation& evaluation, const std::string& figure,
                       const document::FigureChoice& choice) {
  std::string subject = fmt::format("{} {} {} {}, groups {} of {}", figure, choice.of_group,
                                    static_cast<int>(choice.parts), choice.step,
                                    evaluation.layout.count, evaluation.layout.size);
  for (const results::Stage& stage : evaluation.stages) subject += ", " + stage.name;
  if (evaluation.compared) {
    subject +=
        fmt::format(", {} - {}", evaluation.compared->names[0], evaluation.compared->names[1]);
  }
  if (evaluation.activations) subject += tensor::shape_to_text(evaluation.activations->shape());
  return subject;
}

FigureHold hold_of(const ViewState& view, const Figure& whole,
                   const results::Evaluation& evaluation, const document::FigureChoice& choice) {
  return figures::hold_after(found_or_none(view.figure_holds, whole.name), whole,
                             subject_of(evaluation, whole.name, choice));
}

Figure on_held_paper(Figure figure, const FigureView& view, const FigureHold& hold) {
  return figures::on_paper(std::move(figure), figures::held_view(view, hold));
}

std::optional<FigureResult> exact_figure(const FigureResult& coarse, const std::stop_token&) {
  if (!coarse.exact) return std::nullopt;
  return FigureResult{coarse.key, coarse.exact()};
}

}  // namespace

double readable_height(const Figure& figure) {
  constexpr double kReadable = 8.5;  // points of the em
  constexpr double kCards = 300;
  if (figure.arrangement == figures::Arrangement::kFlow) return kCards;
  const std::size_t columns = figure.arrangement == figures::Arrangement::kGrid
                                  ? std::max<std::size_t>(figure.columns, 1)
                                  : 1;
  const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
  // The layout shrinks text when the figure is lower than this number of lines.
  return kReadable * (7 + 7 * static_cast<double>(rows));
}

FigureCache::FigureCache(const std::function<void()>& wake) : maker_(wake, exact_figure) {}

bool has_figures(const EvaluationRef& shown) {
  return shown && shown->result && !shown->stages.empty();
}

std::string chosen_figure(const results::Evaluation& shown, const Document& document) {
  const auto infos = figures::figures_of(shown);
  const auto found = std::ranges::find(infos, document.view.figure, &figures::FigureInfo::name);
  return found == infos.end() ? infos.front().name : found->name;
}

base::Expected<Figure> make_paper_figure(const std::string& name, const results::Evaluation& shown,
                                         const Document& document, const ViewState& view) {
  figures::FigureRequest request = request_of(document.view.figure_choice, document.selection,
                                              marked_on_paper(shown, document, view));
  request.document = &document;
  request.scales = view.stage.scales.scales;
  auto figure = figures::make_figure(name, shown, request);
  if (!figure) return figure;
  const FigureHold hold = hold_of(view, *figure, shown, document.view.figure_choice);
  return on_held_paper(*std::move(figure), view_of(view, name), hold);
}

void FigureCache::ask(const EvaluationRef& shown, const Document& document,
                      const document::FigureChoice& choice, const results::Scales& scales) {
  FigureKey key{shown, chosen_figure(*shown, document), choice, {}, 0, 0, document.view.digits};
  if (figures::shows_colors(key.name)) key.scales = scales;
  if (figures::reads_selected_group(key.name, request_of(choice, document.selection))) {
    const tensor::Shape& shape = shown->activations->shape();
    const std::int64_t at = results::position_of(shape, shape, document.selection);
    key.group = figures::selected_group(*shown, document.selection);
    key.slice = results::slice_with(shape, at).number;
  }
  if (key == asked_) return;
  asked_ = key;
  const auto make = [key = std::move(key), document](const std::stop_token&) {
    figures::FigureRequest request = request_of(key.choice, document.selection);
    request.document = &document;
    request.scales = key.scales;
    request.coarse = figures::has_coarse(key.name, *key.evaluation, request);
    FigureResult result{key, figures::make_figure(key.name, *key.evaluation, request),
                        request.coarse};
    if (request.coarse && !figures::awaits_evaluation(key.name, *key.evaluation, request)) {
      result.exact = [key, document] {
        figures::FigureRequest all = request_of(key.choice, document.selection);
        all.document = &document;
        all.scales = key.scales;
        return figures::make_figure(key.name, *key.evaluation, all);
      };
    }
    return result;
  };
  const std::uint64_t number = ++number_;
  const bool quick = figures::is_quick(asked_.name, *shown, request_of(choice, document.selection));
  const bool few = shown->activations->size() <= kInFrameValues;
  if (quick || (few && !figures::is_slow(asked_.name, *shown))) {
    maker_.publish(number, make({}));
  } else {
    maker_.request(number, make);
    maker_.wait_briefly(kWait);
  }
}

bool FigureCache::current() const {
  return !busy() && placed_ && placed_->source == maker_.latest();
}

std::optional<base::Error> FigureCache::failure() const {
  const auto latest = maker_.latest();
  if (busy() || latest == nullptr || latest->value.figure) return std::nullopt;
  return latest->value.figure.error();
}

const PlacedFigure* FigureCache::place(const Document& document, ViewState& view,
                                       const FigurePage& page, const formula::Measure& measure) {
  const auto latest = maker_.latest();
  if (latest == nullptr || !latest->value.figure) return nullptr;
  const auto& [key, whole, coarse, exact] = latest->value;
  FigurePage fit = page;
  fit.size.height = std::max(page.size.height, readable_height(*whole));
  const Selection& selection = document.selection;
  const Marked marked = marked_number(*key.evaluation, document, view);
  const FigureView figure_view = view_of(view, whole->name);
  FigureHold hold = found_or_none(view.figure_holds, whole->name);
  if (!placed_ || placed_->source != latest || hold.subject.empty()) {
    hold = hold_of(view, *whole, *key.evaluation, key.choice);
    // The exact figure has other ends: as after an edit, room would be left for more.
    if (!coarse) view.figure_holds[whole->name] = hold;
  } else if (coarse) {
    hold = placed_->hold;
  }
  const bool same_series = placed_ && placed_->source == latest &&
                           placed_->selection == selection && placed_->marked == marked &&
                           placed_->hold == hold && placed_->view.hidden == figure_view.hidden;
  if (same_series && placed_->view == figure_view && placed_->page == fit) return &*placed_;
  PlacedFigure next{latest, selection, marked, figure_view, hold, fit, {}, {}};
  const FigureView filled = figures::held_view(figure_view, hold);
  if (same_series) {
    next.figure = std::move(placed_->figure);
    figures::set_view(next.figure, *whole, filled);
  } else {
    Figure figure =
        figures::with_selection(*whole, *key.evaluation, request_of(key.choice, selection, marked));
    next.figure = figures::viewed(std::move(figure), filled);
  }
  next.layout = figures::lay_out(next.figure, fit.size, figures::theme(fit.theme), measure);
  next.layout.grid = fit.grid;
  placed_ = std::move(next);
  return &*placed_;
}

std::shared_ptr<const Figure> FigureCache::paper(const EvaluationRef& shown,
                                                 const Document& document, const ViewState& view) {
  if (!has_figures(shown)) return nullptr;
  ask(shown, document, document.view.figure_choice, view.stage.scales.scales);
  const auto latest = maker_.latest();
  // A file gets the exact figure.
  if (busy() || latest == nullptr || !latest->value.figure || latest->value.coarse) return nullptr;
  const auto& [key, whole, coarse, exact] = latest->value;
  const Selection& selection = document.selection;
  const FigureView figure_view = view_of(view, whole->name);
  const Marked marked = marked_on_paper(*key.evaluation, document, view);
  const FigureHold hold = hold_of(view, *whole, *key.evaluation, key.choice);
  if (!paper_ || paper_->source != latest || paper_->selection != selection ||
      paper_->marked != marked || paper_->view != figure_view || paper_->hold != hold) {
    Figure figure =
        figures::with_selection(*whole, *key.evaluation, request_of(key.choice, selection, marked));
    paper_ = {latest,
              selection,
              marked,
              figure_view,
              hold,
              std::make_shared<const Figure>(on_held_paper(std::move(figure), figure_view, hold))};
  }
  return paper_->figure;
}

}  // namespace normscope::workspace
