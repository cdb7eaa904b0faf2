// SPDX-License-Identifier: MIT
#include "app/workspace/lesson_walk.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include "app/document/edits.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::workspace {

using lessons::Lesson;

namespace {

// The document with what a cell wrote on the stage, alone.
document::MaybeEdit shown_alone(const document::Document& document,
                                const cells::CellVariable& written) {
  document::Document alone = document;
  alone.comparison.reset();
  return document::open_variable(alone, *written.variable, written.values);
}

// Remembers the cell of a notebook that the document leaves, where the user put something else onto
// the stage than what it wrote.
void note_own_cell(Workspace& workspace) {
  const auto& cells = workspace.cells;
  if (cells == nullptr || !cells->step_ran || cells->written == nullptr) return;
  const auto edit = shown_alone(workspace.document(), *cells->written);
  if (!edit || is_on_stage(workspace, edit->after)) return;
  workspace.view.own_cells.insert(workspace.document().lesson.step);
}

}  // namespace

document::Document with_own_view(const Workspace& workspace, document::Document after,
                                 const lessons::Lesson& lesson) {
  if (!lesson.sets_digits) after.view.digits = workspace.document().view.digits;
  if (!lesson.sets_layout) after.view.layout = workspace.document().view.layout;
  after.view.figure_choice = workspace.document().view.figure_choice;
  return after;
}

void mark_done_acts(Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  if (step == nullptr || step->acts.empty() || !workspace.shown || workspace.stale()) return;
  const lessons::Lesson& at = *lesson_of(workspace);
  auto& done = workspace.view.lesson_work[at.id].kept.done;
  for (std::size_t i = 0; i < step->blocks.size(); ++i) {
    const lessons::Block& block = step->blocks[i];
    const lessons::BlockPlace place{workspace.document().lesson.step, i};
    if (block.kind != lessons::BlockKind::kAct || done.contains(place)) continue;
    if (lessons::met(step->acts[static_cast<std::size_t>(block.number)], workspace.document(),
                     *workspace.shown)) {
      done.emplace(place, lessons::asked_hash(at, place));
    }
  }
}

const lessons::Lesson* lesson_of(const Workspace& workspace) {
  const auto found = std::ranges::find(workspace.lessons, workspace.document().lesson.lesson,
                                       &lessons::Lesson::id);
  return found == workspace.lessons.end() ? nullptr : &*found;
}

const lessons::Step* lesson_step_of(const Workspace& workspace) {
  const lessons::Lesson* const at = lesson_of(workspace);
  const int step = workspace.document().lesson.step;
  if (at == nullptr || !at->sets_stage || step < 0 || step > at->last_step()) return nullptr;
  return &at->steps[static_cast<std::size_t>(step)];
}

const LessonFile* lesson_file_of(const Workspace& workspace) {
  const std::string& id = workspace.document().lesson.lesson;
  const auto found = std::ranges::find(workspace.lesson_files, id, &LessonFile::id);
  return id.empty() || found == workspace.lesson_files.end() ? nullptr : &*found;
}

void replace_lesson(Workspace& workspace, const std::string& id, lessons::Lesson next) {
  const auto found = std::ranges::find(workspace.lessons, id, &lessons::Lesson::id);
  if (found == workspace.lessons.end()) {
    const auto work = workspace.view.lesson_work.find(next.id);
    if (work != workspace.view.lesson_work.end()) {
      work->second.kept = lessons::follow(work->second.kept, next);
    }
    workspace.lessons.push_back(std::move(next));
    return;
  }
  if (*found == next) return;
  const document::LessonPosition at = workspace.document().lesson;
  const bool here = at.lesson == id;
  const bool own = here && differs_from_step(workspace);
  const lessons::Lesson old = std::exchange(*found, std::move(next));
  LessonWork work;
  work.kept = lessons::follow(workspace.view.lesson_work[id].kept, *found);
  workspace.view.lesson_work.erase(id);
  workspace.view.lesson_work[found->id] = std::move(work);
  if (!here) return;
  if (lessons::cells_of(old) != lessons::cells_of(*found)) ++workspace.cells_changed;
  const document::LessonPosition now{found->id, std::min(at.step, found->last_step())};
  document::Document was = lessons::document_at(old, at.step);
  was.lesson = now;
  const bool same = was == lessons::document_at(*found, now.step);
  workspace.history.change_view([&](document::Document& document) { document.lesson = now; });
  if (!own && !same) restore_step(workspace);
}

int step_to_begin(const Workspace& workspace, const std::string& id) {
  const auto found = std::ranges::find(workspace.lessons, id, &lessons::Lesson::id);
  const auto work = workspace.view.lesson_work.find(id);
  if (found == workspace.lessons.end() || work == workspace.view.lesson_work.end()) return 0;
  const lessons::Progress& kept = work->second.kept;
  if (kept.furthest < found->last_step()) return std::max(kept.furthest, 0);
  const auto open = lessons::open_tasks(*found, kept);
  return open.empty() ? 0 : open.front().step;
}

bool is_done(const Workspace& workspace, const std::string& id) {
  const auto found = std::ranges::find(workspace.lessons, id, &lessons::Lesson::id);
  const auto work = workspace.view.lesson_work.find(id);
  if (found == workspace.lessons.end() || work == workspace.view.lesson_work.end()) return false;
  return lessons::is_done(*found, work->second.kept);
}

bool is_on_stage(const Workspace& workspace, const document::Document& other) {
  document::Document own = workspace.document();
  own.selection = other.selection;
  own.view = other.view;
  own.lesson = other.lesson;
  return own == other;
}

bool differs_from_step(const Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  return step != nullptr && !is_on_stage(workspace, step->document);
}

void restore_step(Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  if (step == nullptr) return;
  document::Document after = with_own_view(workspace, step->document, *lesson_of(workspace));
  apply(workspace,
        document::Edit{.description = tr("restore step {step}",
                                         arg("step", workspace.document().lesson.step + 1)),
                       .after = std::move(after),
                       .from_lesson = true});
}

void show_own_cell(Workspace& workspace) {
  const bool awaited = workspace.view.cell_awaited == workspace.history.revision();
  if (!awaited || workspace.cells == nullptr || !workspace.cells->step_ran) return;
  workspace.view.cell_awaited.reset();
  if (workspace.cells->written == nullptr) return;
  auto edit = shown_alone(workspace.document(), *workspace.cells->written);
  if (!edit || !document::check_fit(edit->after) || is_on_stage(workspace, edit->after)) return;
  // Other numbers: neither colours nor axes are those of what was there.
  workspace.view.stage.scales.fit = true;
  workspace.view.figure_holds.clear();
  workspace.view.selected_card.clear();
  workspace.history.amend(std::move(edit->after));
}

void go_to_step(Workspace& workspace, std::string_view lesson, int step) {
  const auto found = std::ranges::find(workspace.lessons, lesson, &lessons::Lesson::id);
  if (found == workspace.lessons.end() || step < 0 || step > found->last_step()) return;
  const lessons::Lesson* const left = lesson_of(workspace);
  if (left == &*found && !left->sets_stage) note_own_cell(workspace);
  document::Document after =
      found->sets_stage ? lessons::document_at(*found, step) : workspace.document();
  after.lesson = {found->id, step};
  after = with_own_view(workspace, std::move(after), *found);
  workspace.view.selected_card.clear();
  const std::string description = step == 0 ? tr("begin {lesson}", arg("lesson", found->title))
                                            : tr("go to step {step}", arg("step", step + 1));
  apply(workspace, document::Edit{.description = description,
                                  .after = std::move(after),
                                  .from_lesson = found->sets_stage});
  if (left != &*found) workspace.view.own_cells.clear();
  if (!found->sets_stage && !workspace.view.own_cells.contains(step)) {
    workspace.view.cell_awaited = workspace.history.revision();
  }
}

// A name that is none of a card's reveals all, as card_of gives the last card for it.
std::size_t shown_cards(const Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  const bool all = step == nullptr || workspace.view.all_shown_at == workspace.document().lesson;
  if (all || workspace.shown->cards.empty()) return workspace.shown->cards.size();
  std::size_t last = results::card_of(*workspace.shown, step->reveals);
  const auto work = workspace.view.lesson_work.find(lesson_of(workspace)->id);
  if (work == workspace.view.lesson_work.end()) return last + 1;
  for (std::size_t i = 0; i < step->blocks.size(); ++i) {
    const lessons::Block& block = step->blocks[i];
    if (block.kind != lessons::BlockKind::kPrediction) continue;
    const std::string& card = step->predictions[static_cast<std::size_t>(block.number)].uncovers;
    const bool answered = work->second.kept.answers.contains({workspace.document().lesson.step, i});
    if (answered && !card.empty()) last = std::max(last, results::card_of(*workspace.shown, card));
  }
  return last + 1;
}

void uncover(Workspace& workspace, const lessons::Prediction& answered) {
  if (!workspace.shown || !holds_back(workspace) || answered.uncovers.empty()) return;
  const std::size_t card = results::card_of(*workspace.shown, answered.uncovers);
  const lessons::Step& step = *lesson_step_of(workspace);
  if (card > results::card_of(*workspace.shown, step.reveals)) focus_on(workspace, card);
}

bool holds_back(const Workspace& workspace) {
  return workspace.shown && shown_cards(workspace) < workspace.shown->cards.size();
}

// A heat map has one card.
bool holds_figure_back(const Workspace& workspace) {
  return holds_back(workspace) && has_figures(workspace.shown) &&
         chosen_figure(*workspace.shown, workspace.document()) != "heatmap";
}

bool shows_figure(const Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  if (step == nullptr && !workspace.view.presenting) return workspace.view.panels.figure;
  const auto& room = workspace.view.figure_room;
  if (room && room->at == workspace.document().lesson) return room->open;
  return step != nullptr && step->has_figure && !holds_figure_back(workspace);
}

void toggle_figure(Workspace& workspace) {
  const bool open = !shows_figure(workspace);
  if (lesson_step_of(workspace) == nullptr && !workspace.view.presenting) {
    workspace.view.panels.figure = open;
  } else {
    workspace.view.figure_room = FigureRoom{workspace.document().lesson, open};
  }
}

std::optional<lessons::Controls> shown_controls(const Workspace& workspace) {
  const lessons::Step* const step = lesson_step_of(workspace);
  if (step == nullptr || workspace.view.all_options) return std::nullopt;
  lessons::Controls controls = lessons::differing_controls(workspace.document(), step->document);
  controls.insert(step->controls.begin(), step->controls.end());
  return controls;
}

void show_all_cards(Workspace& workspace) {
  if (!holds_back(workspace)) return;
  focus_on(workspace, focus_card(workspace));  // the step that is on the sheet stays there
  workspace.view.all_shown_at = workspace.document().lesson;
}

void next_step(Workspace& workspace) {
  const document::LessonPosition at = workspace.document().lesson;
  go_to_step(workspace, at.lesson, at.step + 1);
}

void step_back(Workspace& workspace) {
  const document::LessonPosition at = workspace.document().lesson;
  go_to_step(workspace, at.lesson, at.step - 1);
}

void turn_page(Workspace& workspace, int direction) {
  constexpr float kRounding = 1;  // ImGui scrolls by whole pixels
  TextScroll& text = workspace.view.text_scroll;
  if (direction > 0 && text.at >= text.most - kRounding) {
    if (has_next_step(workspace)) next_step(workspace);
  } else if (direction < 0 && text.at <= 0) {
    if (has_step_before(workspace)) step_back(workspace);
  } else {
    text.by += static_cast<float>(direction) * text.page;
  }
}

bool has_next_step(const Workspace& workspace) {
  const lessons::Lesson* const at = lesson_of(workspace);
  return at != nullptr && workspace.document().lesson.step < at->last_step();
}

bool has_step_before(const Workspace& workspace) {
  return lesson_of(workspace) != nullptr && workspace.document().lesson.step > 0;
}

std::shared_ptr<const figures::Figure> paper_figure(Workspace& workspace) {
  if (holds_back(workspace)) return nullptr;
  return workspace.figures.paper(workspace.shown, workspace.document(), workspace.view);
}

bool is_own(const Workspace& workspace, const Lesson& lesson) {
  return !lesson.sets_stage || std::ranges::find(workspace.lesson_files, lesson.id,
                                                 &LessonFile::id) != workspace.lesson_files.end();
}

lessons::Progress progress_in(const Workspace& workspace, const Lesson& lesson) {
  const auto work = workspace.view.lesson_work.find(lesson.id);
  return work == workspace.view.lesson_work.end() ? lessons::Progress{} : work->second.kept;
}

std::optional<NextLesson> next_lesson(const Workspace& workspace) {
  const Lesson* last_used = nullptr;
  const Lesson* not_begun = nullptr;
  const Lesson* first = nullptr;
  std::filesystem::file_time_type used = std::filesystem::file_time_type::min();
  for (const Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    if (is_own(workspace, *lesson)) continue;
    if (first == nullptr) first = lesson;
    const int furthest = progress_in(workspace, *lesson).furthest;
    if (furthest < 0) {
      if (not_begun == nullptr) not_begun = lesson;
    } else if (furthest < lesson->last_step()) {
      const auto work = workspace.view.lesson_work.find(lesson->id);
      if (last_used != nullptr && work->second.used <= used) continue;
      last_used = lesson;
      used = work->second.used;
    }
  }
  if (last_used != nullptr) {
    return NextLesson{last_used, step_to_begin(workspace, last_used->id), true};
  }
  if (not_begun == nullptr) not_begun = first;
  if (not_begun == nullptr) return std::nullopt;
  return NextLesson{not_begun, 0, false};
}

}  // namespace normscope::workspace
