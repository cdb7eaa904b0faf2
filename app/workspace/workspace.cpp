// SPDX-License-Identifier: MIT
#include "app/workspace/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/document/clipboard.hpp"
#include "app/document/edits.hpp"
#include "app/results/sheet.hpp"
#include "app/results/slice.hpp"
#include "core/base/limits.hpp"
#include "core/io/table.hpp"

namespace normscope::workspace {

namespace {

base::Error not_pasted(const base::Error& error) {
  return {error.kind, fmt::format("the clipboard was not pasted: {}", error.sentence),
          "the numbers stay as they were; copy a table, a print of a tensor or of an array"};
}

// The document with what a cell wrote on the stage, alone.
document::MaybeEdit shown_alone(const document::Document& document,
                                const cells::CellVariable& written) {
  document::Document alone = document;
  alone.comparison.reset();
  return document::open_variable(alone, *written.variable, written.values);
}

}  // namespace

Workspace::Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
                     const std::function<void()>& wake)
    : history(std::move(document)),
      lessons(std::move(known_lessons)),
      figures(wake),
      presets(wake),
      pictures(wake),
      separation(wake) {}

void Workspace::show(EvaluationRef evaluation) {
  if (evaluation == nullptr) return;
  const bool other = evaluation != shown;
  if (other) {
    keep_before(*evaluation);
    hold_scales(*evaluation);
    shown = std::move(evaluation);
  } else if (view.stage.scales.fit && !stale()) {
    hold_scales(*evaluation);
  }
  if (other || summarized != document().selection) {
    summarized = document().selection;
    summary = results::summarize(*shown, *summarized);
  }
  mark_done_acts();
}

void Workspace::mark_done_acts() {
  const lessons::Step* const step = lesson_step();
  if (step == nullptr || step->acts.empty() || !shown || stale()) return;
  const lessons::Lesson& at = *lesson();
  auto& done = view.lesson_work[at.id].kept.done;
  for (std::size_t i = 0; i < step->blocks.size(); ++i) {
    const lessons::Block& block = step->blocks[i];
    const lessons::BlockPlace place{document().lesson.step, i};
    if (block.kind != lessons::BlockKind::kAct || done.contains(place)) continue;
    if (lessons::met(step->acts[static_cast<std::size_t>(block.number)], document(), *shown)) {
      done.emplace(place, lessons::asked_hash(at, place));
    }
  }
}

void Workspace::apply(document::MaybeEdit edit, document::Gesture gesture) {
  const auto fits = edit ? document::check_fit(edit->after) : tl::unexpected(edit.error());
  if (!fits) {
    error = fits.error();
    return;
  }
  error.reset();
  history.apply(std::move(*edit), gesture);
}

void Workspace::take_pasted(std::string text, std::function<void(const tensor::Tensor&)> take) {
  if (document::is_table_to_ask_about(text)) {
    const auto read = [this, text, take = std::move(take)](const io::TableChoice& choice) {
      const auto table = io::read_table(text, choice);
      if (table) {
        take(table->values);
      } else {
        error = not_pasted(table.error());
      }
    };
    send(ReadTable{std::move(text), read});
  } else if (const auto values = document::parse_pasted(text)) {
    take(*values);
  } else {
    error = not_pasted(values.error());
  }
}

void Workspace::paste_input(std::string text) {
  take_pasted(std::move(text), [this](const tensor::Tensor& values) {
    apply(document::paste_input(document(), values));
  });
}

document::Side Workspace::edited_side() const {
  const bool two = document::other_operation(document()) != nullptr;
  return two ? view.edited_side : document::Side::kA;
}

document::Document Workspace::seen_from(document::Side side) const {
  return side == document::Side::kB ? document::exchanged(document()) : document();
}

void Workspace::apply_to(document::Side side, document::MaybeEdit edit, document::Gesture gesture) {
  if (side == document::Side::kB) edit = document::edit_of_other(std::move(edit));
  apply(std::move(edit), gesture);
}

void Workspace::select_largest_difference() {
  if (!shown || !shown->compared || shown->compared->difference.at < 0) return;
  go_to_cell({shown->cards.size() - 1, shown->compared->difference.at});
}

const lessons::Lesson* Workspace::lesson() const {
  const auto found = std::ranges::find(lessons, document().lesson.lesson, &lessons::Lesson::id);
  return found == lessons.end() ? nullptr : &*found;
}

const lessons::Step* Workspace::lesson_step() const {
  const lessons::Lesson* const at = lesson();
  const int step = document().lesson.step;
  if (at == nullptr || !at->sets_stage || step < 0 || step > at->last_step()) return nullptr;
  return &at->steps[static_cast<std::size_t>(step)];
}

const LessonFile* Workspace::lesson_file() const {
  const std::string& id = document().lesson.lesson;
  const auto found = std::ranges::find(lesson_files, id, &LessonFile::id);
  return id.empty() || found == lesson_files.end() ? nullptr : &*found;
}

void Workspace::replace_lesson(const std::string& id, lessons::Lesson next) {
  const auto found = std::ranges::find(lessons, id, &lessons::Lesson::id);
  if (found == lessons.end()) {
    const auto work = view.lesson_work.find(next.id);
    if (work != view.lesson_work.end())
      work->second.kept = lessons::follow(work->second.kept, next);
    lessons.push_back(std::move(next));
    return;
  }
  if (*found == next) return;
  const document::LessonPosition at = document().lesson;
  const bool here = at.lesson == id;
  const bool own = here && differs_from_step();
  const lessons::Lesson old = std::exchange(*found, std::move(next));
  LessonWork work;
  work.kept = lessons::follow(view.lesson_work[id].kept, *found);
  view.lesson_work.erase(id);
  view.lesson_work[found->id] = std::move(work);
  if (!here) return;
  if (lessons::cells_of(old) != lessons::cells_of(*found)) ++cells_changed;
  const document::LessonPosition now{found->id, std::min(at.step, found->last_step())};
  document::Document was = lessons::document_at(old, at.step);
  was.lesson = now;
  const bool same = was == lessons::document_at(*found, now.step);
  history.change_view([&](document::Document& document) { document.lesson = now; });
  if (!own && !same) restore_step();
}

int Workspace::step_to_begin(const std::string& id) const {
  const auto found = std::ranges::find(lessons, id, &lessons::Lesson::id);
  const auto work = view.lesson_work.find(id);
  if (found == lessons.end() || work == view.lesson_work.end()) return 0;
  const lessons::Progress& kept = work->second.kept;
  if (kept.furthest < found->last_step()) return std::max(kept.furthest, 0);
  for (const lessons::BlockPlace& place : lessons::questions_of(*found)) {
    if (!kept.answers.contains(place)) return place.step;
  }
  return 0;
}

bool Workspace::is_done(const std::string& id) const {
  const auto found = std::ranges::find(lessons, id, &lessons::Lesson::id);
  const auto work = view.lesson_work.find(id);
  if (found == lessons.end() || work == view.lesson_work.end()) return false;
  return lessons::is_done(*found, work->second.kept);
}

bool Workspace::is_on_stage(const document::Document& other) const {
  document::Document own = document();
  own.selection = other.selection;
  own.view = other.view;
  own.lesson = other.lesson;
  return own == other;
}

bool Workspace::differs_from_step() const {
  const lessons::Step* const step = lesson_step();
  return step != nullptr && !is_on_stage(step->document);
}

document::Document Workspace::with_own_view(document::Document after,
                                            const lessons::Lesson& lesson) const {
  if (!lesson.sets_digits) after.view.digits = document().view.digits;
  if (!lesson.sets_layout) after.view.layout = document().view.layout;
  after.view.figure_choice = document().view.figure_choice;
  return after;
}

void Workspace::restore_step() {
  const lessons::Step* const step = lesson_step();
  if (step == nullptr) return;
  document::Document after = with_own_view(step->document, *lesson());
  apply(document::Edit{.description = fmt::format("restore step {}", document().lesson.step + 1),
                       .after = std::move(after),
                       .from_lesson = true});
}

void Workspace::show_own_cell() {
  const bool awaited = view.cell_awaited == history.revision();
  if (!awaited || cells == nullptr || !cells->step_ran) return;
  view.cell_awaited.reset();
  if (cells->written == nullptr) return;
  auto edit = shown_alone(document(), *cells->written);
  if (!edit || !document::check_fit(edit->after) || is_on_stage(edit->after)) return;
  // Other numbers: neither colours nor axes are those of what was there.
  view.stage.scales.fit = true;
  view.figure_holds.clear();
  view.selected_card.clear();
  history.amend(std::move(edit->after));
}

void Workspace::note_own_cell() {
  if (cells == nullptr || !cells->step_ran || cells->written == nullptr) return;
  const auto edit = shown_alone(document(), *cells->written);
  if (edit && !is_on_stage(edit->after)) view.own_cells.insert(document().lesson.step);
}

void Workspace::go_to_step(std::string_view lesson, int step) {
  const auto found = std::ranges::find(lessons, lesson, &lessons::Lesson::id);
  if (found == lessons.end() || step < 0 || step > found->last_step()) return;
  const lessons::Lesson* const left = this->lesson();
  if (left == &*found && !left->sets_stage) note_own_cell();
  document::Document after = found->sets_stage ? lessons::document_at(*found, step) : document();
  after.lesson = {found->id, step};
  after = with_own_view(std::move(after), *found);
  view.selected_card.clear();
  const std::string description =
      step == 0 ? fmt::format("begin {}", found->title) : fmt::format("go to step {}", step + 1);
  apply(document::Edit{
      .description = description, .after = std::move(after), .from_lesson = found->sets_stage});
  if (left != &*found) view.own_cells.clear();
  if (!found->sets_stage && !view.own_cells.contains(step)) view.cell_awaited = history.revision();
}

// A name that is none of a card's reveals all, as card_of gives the last card for it.
std::size_t Workspace::shown_cards() const {
  const lessons::Step* const step = lesson_step();
  const bool all = step == nullptr || view.all_shown_at == document().lesson;
  if (all || shown->cards.empty()) return shown->cards.size();
  std::size_t last = results::card_of(*shown, step->reveals);
  const auto work = view.lesson_work.find(lesson()->id);
  for (std::size_t i = 0; work != view.lesson_work.end() && i < step->blocks.size(); ++i) {
    const lessons::Block& block = step->blocks[i];
    if (block.kind != lessons::BlockKind::kPrediction) continue;
    const std::string& card = step->predictions[static_cast<std::size_t>(block.number)].uncovers;
    const bool answered = work->second.kept.answers.contains({document().lesson.step, i});
    if (answered && !card.empty()) last = std::max(last, results::card_of(*shown, card));
  }
  return last + 1;
}

void Workspace::uncover(const lessons::Prediction& answered) {
  if (!shown || !holds_back() || answered.uncovers.empty()) return;
  const std::size_t card = results::card_of(*shown, answered.uncovers);
  const lessons::Step& step = *lesson_step();
  if (card > results::card_of(*shown, step.reveals)) focus_on(card);
}

// A heat map has one card.
bool Workspace::holds_figure_back() const {
  return holds_back() && has_figures(shown) && chosen_figure(*shown, document()) != "heatmap";
}

bool Workspace::shows_figure() const {
  const lessons::Step* const step = lesson_step();
  if (step == nullptr && !view.presenting) return view.panels.figure;
  if (view.figure_room && view.figure_room->at == document().lesson) return view.figure_room->open;
  return step != nullptr && step->has_figure && !holds_figure_back();
}

void Workspace::toggle_figure() {
  const bool open = !shows_figure();
  if (lesson_step() == nullptr && !view.presenting) {
    view.panels.figure = open;
  } else {
    view.figure_room = FigureRoom{document().lesson, open};
  }
}

std::optional<lessons::Controls> Workspace::shown_controls() const {
  const lessons::Step* const step = lesson_step();
  if (step == nullptr || view.all_options) return std::nullopt;
  lessons::Controls controls = lessons::differing_controls(document(), step->document);
  controls.insert(step->controls.begin(), step->controls.end());
  return controls;
}

void Workspace::show_all_cards() {
  if (!holds_back()) return;
  focus_on(focus_card());  // the step that is on the sheet stays there
  view.all_shown_at = document().lesson;
}

document::StageLayout Workspace::layout() const {
  using document::StageLayout;
  if (document().view.layout != StageLayout::kAuto) return document().view.layout;
  const bool by_step = lesson() != nullptr || view.presenting || document().comparison;
  return view.stage.all_in_sight && !by_step ? StageLayout::kAllSteps : StageLayout::kSheet;
}

std::size_t Workspace::focus_card() const {
  const std::size_t card = results::card_of(*shown, document().view.step);
  return holds_back() ? std::min(card, shown_cards() - 1) : card;
}

void Workspace::focus_on(std::size_t card) {
  if (card >= shown_cards()) return;
  const auto& cards = shown->cards;
  const std::string id = card + 1 < cards.size() ? cards[card].id : std::string();
  view.selected_card.clear();
  history.change_view([&](document::Document& document) { document.view.step = id; });
}

void Workspace::play_or_stop(double now) {
  auto& plays_at = view.stage.plays_at;
  if (plays_at) {
    plays_at.reset();
  } else if (shown && !shown->cards.empty()) {
    if (focus_card() + 1 == shown_cards()) focus_on(0);
    plays_at = now + kPlayStep;
  }
}

void Workspace::go_to_cell(const results::Cell& cell) {
  // The place is one of the evaluation's shape, which a document that goes on may have changed.
  if (!shown || stale() || cell.card >= shown_cards()) return;
  const tensor::Shape& shape = shown->activations->shape();
  focus_on(cell.card);
  history.change_view([&](document::Document& document) {
    document.selection = results::selection_for(shape, results::shape_of_card(*shown, cell.card),
                                                cell.position, document.selection);
    const std::int64_t at = results::position_of(shape, shape, document.selection);
    std::int64_t rest = results::slice_with(shape, at).number;
    for (std::size_t dim = document.view.outer.size(); dim-- > 0; rest /= shape[dim]) {
      document.view.outer[dim] = rest % shape[dim];
    }
  });
}

// A drag gives many evaluations; `before` is then the one before the first of them.
void Workspace::keep_before(const results::Evaluation& next) {
  const auto gesture = history.last_gesture();
  const bool goes_on = before && gesture != document::kNoGesture && gesture == before_gesture;
  if (!goes_on) before = shown;
  before_gesture = gesture;
  const auto same_steps = [&](const results::Evaluation& old) {
    return std::ranges::equal(old.cards, next.cards, {}, &results::Card::id, &results::Card::id) &&
           old.input->shape() == next.input->shape() &&
           old.activations->shape() == next.activations->shape();
  };
  const bool small = next.input && next.input->size() <= base::kWholeStepElements;
  if (!before || !small || !before->activations || !next.activations || !same_steps(*before) ||
      !history.own_change() || !document::same_data(*before->document, *next.document)) {
    before.reset();
  }
}

void Workspace::hold_scales(const results::Evaluation& next) {
  HeldScales& held = view.stage.scales;
  const results::Scales suits = results::scales_of(next);
  const auto same_kind = [&](const document::Document& was) {
    const document::Document& now = *next.document;
    return was.subject == now.subject && was.norm.options.kind == now.norm.options.kind &&
           was.comparison.has_value() == now.comparison.has_value();
  };
  const bool keeps = !held.fit && shown && shown->document && next.document &&
                     same_kind(*shown->document) &&
                     document::same_data(*shown->document, *next.document);
  if (!keeps) held = {suits, false};
  // A quantity without a scale so far, such as the numbers after a new option, gets one.
  for (std::size_t i = 0; i < suits.size(); ++i) {
    if (held.scales[i].empty()) held.scales[i] = suits[i];
  }
}

void Workspace::next_step() {
  const document::LessonPosition at = document().lesson;
  go_to_step(at.lesson, at.step + 1);
}

void Workspace::step_back() {
  const document::LessonPosition at = document().lesson;
  go_to_step(at.lesson, at.step - 1);
}

void Workspace::turn_page(int direction) {
  constexpr float kRounding = 1;  // ImGui scrolls by whole pixels
  TextScroll& text = view.text_scroll;
  if (direction > 0 && text.at >= text.most - kRounding) {
    if (has_next_step()) next_step();
  } else if (direction < 0 && text.at <= 0) {
    if (has_step_before()) step_back();
  } else {
    text.by += static_cast<float>(direction) * text.page;
  }
}

bool Workspace::has_next_step() const {
  const lessons::Lesson* const at = lesson();
  return at != nullptr && document().lesson.step < at->last_step();
}

bool Workspace::has_step_before() const {
  return lesson() != nullptr && document().lesson.step > 0;
}

}  // namespace normscope::workspace
