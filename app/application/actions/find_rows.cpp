// SPDX-License-Identifier: MIT
// What Ctrl+K finds: rows of the table of actions, of the lessons, of the stage, of the figures and
// of the inspector. None of them is listed a second time here.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "app/application/application.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Findable;
using Rows = std::vector<Findable>;

namespace {

// The menus' rows.
Rows of_actions(const ui::Actions& actions, const workspace::Workspace& workspace) {
  Rows rows;
  for (const ui::Action& action : actions.all()) {
    if (action.shown && !action.shown()) continue;
    std::string kind =
        text::listed(tr(base::name_of(ui::menu_names(), action.menu)), tr(action.group));
    Findable row{.name = action.label(),
                 .kind = std::move(kind),
                 .run = action.run,
                 .enabled = !action.enabled || action.enabled()};
    if (!action.shortcuts.empty()) row.keys = ui::shortcut_text(action.shortcuts.front());
    for (const lessons::Lesson& lesson : workspace.lessons) {
      if (action.id == "lesson/open-" + lesson.id) row.more = lesson.about;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// What a row runs: it sends a command.
std::function<void()> sends(workspace::Workspace& workspace, workspace::Command command) {
  return [&workspace, command = std::move(command)] { workspace.send(command); };
}

Rows of_lesson_steps(workspace::Workspace& workspace) {
  Rows rows;
  for (const lessons::Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    for (int step = 0; step <= lesson->last_step(); ++step) {
      rows.push_back(
          {.name = lesson->steps[static_cast<std::size_t>(step)].title,
           .kind = tr("{lesson}, step {n}", arg("lesson", lesson->title), arg("n", step + 1)),
           .run = sends(workspace, workspace::BeginLesson{lesson->id, step})});
    }
  }
  return rows;
}

// The steps of the operation that the lesson has come to.
Rows of_cards(workspace::Workspace& workspace) {
  Rows rows;
  if (!workspace.shown) return rows;
  for (std::size_t card = 0; card < shown_cards(workspace); ++card) {
    rows.push_back({.name = workspace.shown->cards[card].title,
                    .kind = tr("Step of the operation"),
                    .run = [&workspace, id = workspace.shown->cards[card].id] {
                      workspace.view.start_page = false;
                      focus_on(workspace, results::card_of(*workspace.shown, id));
                    }});
  }
  return rows;
}

Rows of_figures(workspace::Workspace& workspace) {
  Rows rows;
  if (!workspace::has_figures(workspace.shown)) return rows;
  for (const figures::FigureInfo& info : figures::figures_of(*workspace.shown)) {
    rows.push_back({.name = info.label,
                    .kind = tr("Figure"),
                    .more = fmt::format("{} {}", info.name, info.description),
                    .run = [&workspace, name = info.name] {
                      workspace.view.start_page = false;
                      workspace.view.panels.figure = true;
                      workspace.history.change_view(
                          [&](document::Document& document) { document.view.figure = name; });
                    }});
  }
  return rows;
}

Rows of_options(workspace::Workspace& workspace, std::vector<ui::PanelOption> options) {
  Rows rows;
  for (ui::PanelOption& option : options) {
    rows.push_back({.name = std::move(option.name),
                    .kind = tr("Option of the inspector"),
                    .more = std::move(option.words),
                    .run = sends(workspace, workspace::ShowOption{std::move(option.id)})});
  }
  return rows;
}

void append(Rows& rows, Rows more) {
  std::ranges::move(more, std::back_inserter(rows));
}

}  // namespace

void Application::find() {
  Rows rows = of_actions(actions_, workspace_);
  append(rows, of_cards(workspace_));
  append(rows, of_options(workspace_, inspector_.options(workspace_)));
  append(rows, of_figures(workspace_));
  append(rows, of_lesson_steps(workspace_));
  finder_.open(std::move(rows));
}

}  // namespace normscope::application
