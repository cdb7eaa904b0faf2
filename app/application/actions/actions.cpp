// SPDX-License-Identifier: MIT
// The actions of the application's menus and keys.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/application/application.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"

namespace normscope::application {

using ui::always;
using ui::Key;
using ui::Menu;

namespace {

constexpr ui::Modifiers kCtrl{.ctrl = true};
constexpr ui::Modifiers kCtrlShift{.ctrl = true, .shift = true};

std::string digits_label(document::Digits digits) {
  switch (digits) {
    case document::Digits::kFour:
      return "4 digits";
    case document::Digits::kSix:
      return "6 digits";
    case document::Digits::kNine:
      return "9 digits";
    case document::Digits::kTorch:
      return "Digits as torch prints";
    case document::Digits::kBits:
      return "Bits";
  }
  return "";
}

}  // namespace

void Application::add_actions() {
  add_file_actions();
  add_edit_actions();
  add_view_actions();
  add_lesson_actions();
  (void)actions_.add({.id = "help/guide",
                      .menu = Menu::kHelp,
                      .label = always("User guide"),
                      .run = sends(workspace::ShowGuide{})});
  (void)actions_.add({.id = "help/shortcuts",
                      .menu = Menu::kHelp,
                      .label = always("Keys and actions"),
                      .shortcuts = {{Key::kF1, {}}},
                      .run = sends(workspace::ShowKeys{})});
  (void)actions_.add({.id = "help/start-page",
                      .menu = Menu::kHelp,
                      .label = always("Start page"),
                      .run = [this] { workspace_.view.start_page = !workspace_.view.start_page; },
                      .checked = [this] { return workspace_.view.start_page; }});
  (void)actions_.add({.id = "help/about",
                      .menu = Menu::kHelp,
                      .label = always("About Normscope"),
                      .run = sends(workspace::ShowAbout{}),
                      .begins_group = true});
}

void Application::add_file_actions() {
  (void)actions_.add({.id = "file/new",
                      .menu = Menu::kFile,
                      .label = always("New"),
                      .shortcuts = {{Key::kN, kCtrl}},
                      .run = sends(workspace::NewSession{})});
  (void)actions_.add({.id = "file/open",
                      .menu = Menu::kFile,
                      .label = always("Open..."),
                      .shortcuts = {{Key::kO, kCtrl}},
                      .run = sends(workspace::ChooseFile{})});
  (void)actions_.add({.id = "file/open-sample",
                      .menu = Menu::kFile,
                      .label = always("Open the sample model"),
                      .run = sends(workspace::OpenSample{})});
  add_recent_actions();
  (void)actions_.add({.id = "file/restore",
                      .menu = Menu::kFile,
                      .label = always("Restore unsaved work..."),
                      .run = sends(workspace::OfferRestore{}),
                      .shown = [this] { return keeper_.has_offers(); }});
  (void)actions_.add({.id = "file/save",
                      .menu = Menu::kFile,
                      .label = always("Save"),
                      .shortcuts = {{Key::kS, kCtrl}},
                      .run = sends(workspace::Save{}),
                      .begins_group = true});
  (void)actions_.add({.id = "file/save-as",
                      .menu = Menu::kFile,
                      .label = always("Save as..."),
                      .shortcuts = {{Key::kS, kCtrlShift}},
                      .run = sends(workspace::SaveAs{})});
  (void)actions_.add({.id = "file/export",
                      .menu = Menu::kFile,
                      .label = always("Export the figure..."),
                      .shortcuts = {{Key::kE, kCtrl}},
                      .run = sends(workspace::ExportFigure{}),
                      .begins_group = true});
  (void)actions_.add(
      {.id = "file/save-numbers",
       .menu = Menu::kFile,
       .label = always("Save the numbers of a step..."),
       .run = sends(workspace::SaveNumbers{}),
       .enabled = [this] { return workspace_.shown && !workspace_.shown->failure; }});
  (void)actions_.add({.id = "file/quit",
                      .menu = Menu::kFile,
                      .label = always("Quit"),
                      .shortcuts = {{Key::kQ, kCtrl}},
                      .run = sends(workspace::Quit{}),
                      .begins_group = true});
}

void Application::add_edit_actions() {
  (void)actions_.add(
      {.id = "edit/undo",
       .menu = Menu::kEdit,
       .label = [this] { return "Undo " + workspace_.history.undo_description(); },
       .shortcuts = {{Key::kZ, kCtrl}},
       .run = [this] { workspace_.history.undo(); },
       .enabled = [this] { return !workspace_.history.undo_description().empty(); }});
  (void)actions_.add(
      {.id = "edit/redo",
       .menu = Menu::kEdit,
       .label = [this] { return "Redo " + workspace_.history.redo_description(); },
       .shortcuts = {{Key::kZ, kCtrlShift}, {Key::kY, kCtrl}},
       .run = [this] { workspace_.history.redo(); },
       .enabled = [this] { return !workspace_.history.redo_description().empty(); }});
  (void)actions_.add({.id = "edit/explain-output",
                      .menu = Menu::kEdit,
                      .label = always("Which one is it?..."),
                      .run = sends(workspace::ExplainOutput{}),
                      .enabled = [this] { return workspace_.shown != nullptr; },
                      .begins_group = true});
  (void)actions_.add(
      {.id = "edit/verify",
       .menu = Menu::kEdit,
       .label = always("Verify with PyTorch..."),
       .run = sends(workspace::Verify{}),
       .enabled = [this] { return workspace_.shown && !workspace_.shown->failure; }});
  (void)actions_.add({.id = "edit/stop",
                      .menu = Menu::kEdit,
                      .label = always("Stop computing"),
                      .run = sends(workspace::StopComputing{}),
                      .enabled = [this] { return worker_.busy(); },
                      .begins_group = true});
  (void)actions_.add({.id = "edit/compute",
                      .menu = Menu::kEdit,
                      .label = always("Compute again"),
                      .shortcuts = {{Key::kF5, {}}},
                      .run = sends(workspace::ComputeAgain{})});
  add_copy_actions();
}

void Application::add_copy_actions() {
  (void)actions_.add({.id = "edit/paste-input",
                      .menu = Menu::kEdit,
                      .label = always("Paste as a new input"),
                      .shortcuts = {{Key::kV, kCtrlShift}},
                      .run =
                          [this] {
                            const char* const held = ImGui::GetClipboardText();
                            paste_input(workspace_, held == nullptr ? "" : held);
                          },
                      .begins_group = true});
  const auto has_figure = [this] { return paper_figure(workspace_) != nullptr; };
  (void)actions_.add({.id = "edit/copy-code",
                      .menu = Menu::kEdit,
                      .label = always("Copy as PyTorch code"),
                      .run = sends(workspace::CopyCode{})});
  (void)actions_.add({.id = "edit/copy-data",
                      .menu = Menu::kEdit,
                      .label = always("Copy the figure's data"),
                      .run = sends(workspace::CopyFigureData{}),
                      .enabled = has_figure});
  (void)actions_.add({.id = "edit/copy-image",
                      .menu = Menu::kEdit,
                      .label = always("Copy the figure as an image"),
                      .shortcuts = {{Key::kI, kCtrlShift}},
                      .run = sends(workspace::CopyFigureImage{}),
                      .enabled = has_figure});
}

// An action that shows a panel or puts it away.
void Application::add_panel_action(std::string id, std::string label, Key key, PanelSwitch panel,
                                   std::function<bool()> possible) {
  (void)actions_.add({.id = std::move(id),
                      .menu = Menu::kView,
                      .group = "Panels",
                      .label = always(std::move(label)),
                      .shortcuts = {{key, {}}},
                      .run = std::move(panel.turn),
                      .enabled = std::move(possible),
                      .checked = std::move(panel.shown)});
}

void Application::add_window_actions() {
  const auto in_window = [this] { return !workspace_.view.presenting; };
  const auto of = [this](bool workspace::PanelsShown::*panel) {
    return PanelSwitch{[this, panel] {
                         bool& shown = workspace_.view.panels.*panel;
                         shown = !shown;
                       },
                       [this, panel] { return workspace_.view.panels.*panel; }};
  };
  add_panel_action("view/lesson", "Lesson", Key::kF7, of(&workspace::PanelsShown::lesson),
                   [this, in_window] { return in_window() && lesson_of(workspace_) != nullptr; });
  add_panel_action("view/inspector", "Inspector", Key::kF8, of(&workspace::PanelsShown::inspector),
                   in_window);
  // The start page takes the figure's place.
  add_panel_action(
      "view/figure", "Figure", Key::kF9,
      {[this] { toggle_figure(workspace_); }, [this] { return shows_figure(workspace_); }},
      [this] { return !workspace_.view.start_page || workspace_.view.presenting; });
  (void)actions_.add({.id = "view/present",
                      .menu = Menu::kView,
                      .label = always("Presenter view"),
                      .shortcuts = {{Key::kF11, {}}},
                      .run = [this] { set_presenting(!workspace_.view.presenting); },
                      .checked = [this] { return workspace_.view.presenting; },
                      .begins_group = true});
  (void)actions_.add({.id = "view/reduced-motion",
                      .menu = Menu::kView,
                      .label = always("Reduced motion"),
                      .run = [this] { reduced_motion_ = !reduced_motion_; },
                      .enabled = [this] { return !desktop_appearance().reduced_motion; },
                      .checked = [this] { return workspace_.view.reduced_motion; }});
}

void Application::add_view_actions() {
  add_window_actions();
  const auto& shell = host_.shell;  // a function: the shell may be created later
  (void)actions_.add({.id = "view/dark",
                      .menu = Menu::kView,
                      .label = always("Dark theme"),
                      .shortcuts = {{Key::kD, kCtrlShift}},
                      .run =
                          [this, shell] {
                            const bool dark = shell().theme() == ui::ThemeKind::kDark;
                            choose_theme(dark ? open_save::ThemeChoice::kLight
                                              : open_save::ThemeChoice::kDark);
                          },
                      .checked = [shell] { return shell().theme() == ui::ThemeKind::kDark; },
                      .begins_group = true});
  (void)actions_.add({.id = "view/desktop-theme",
                      .menu = Menu::kView,
                      .label = always("The desktop's theme"),
                      .run = [this] { choose_theme(open_save::ThemeChoice::kDesktop); },
                      .checked = [this] { return theme_ == open_save::ThemeChoice::kDesktop; }});
  const auto scale = [this](int direction) {
    return [this, direction] {
      ui::Shell& window = host_.shell();
      window.set_user_scale(direction == 0 ? 1 : ui::next_scale(window.user_scale(), direction));
      open_save::Preferences next = preferences_.now();
      next.window.scale = window.user_scale();
      keep(next);
    };
  };
  (void)actions_.add({.id = "view/larger",
                      .menu = Menu::kView,
                      .group = "Scale",
                      .label = always("Larger"),
                      .shortcuts = {{Key::kPlus, kCtrl}, {Key::kPlus, kCtrlShift}},
                      .run = scale(1),
                      .begins_group = true});
  (void)actions_.add({.id = "view/smaller",
                      .menu = Menu::kView,
                      .group = "Scale",
                      .label = always("Smaller"),
                      .shortcuts = {{Key::kMinus, kCtrl}},
                      .run = scale(-1)});
  (void)actions_.add({.id = "view/actual-size",
                      .menu = Menu::kView,
                      .group = "Scale",
                      .label = always("Actual size"),
                      .shortcuts = {{Key::k0, kCtrl}},
                      .run = scale(0)});
  add_stage_actions();
  add_lesson_text_actions();
  bool first = true;
  for (const auto& [digits, name] : document::digits_names()) {
    (void)actions_.add(
        {.id = fmt::format("view/digits-{}", name),
         .menu = Menu::kView,
         .group = "Digits",
         .label = always(digits_label(digits)),
         .run =
             [this, value = digits] {
               workspace_.history.change_view(
                   [value](document::Document& document) { document.view.digits = value; });
             },
         .checked = [this, value = digits] { return workspace_.document().view.digits == value; },
         .begins_group = std::exchange(first, false)});
  }
  (void)actions_.add({.id = "view/find",
                      .menu = Menu::kView,
                      .label = always("Find..."),
                      .shortcuts = {{Key::kK, kCtrl}},
                      .run = sends(workspace::Find{}),
                      .begins_group = true});
}

void Application::add_stage_actions() {
  constexpr ui::Modifiers kAlt{.alt = true};
  const auto can_go = [this](int direction) {
    return [this, direction] {
      if (!workspace_.shown || workspace_.shown->cards.empty()) return false;
      const std::size_t focus = focus_card(workspace_);
      return direction < 0 ? focus > 0 : focus + 1 < shown_cards(workspace_);
    };
  };
  const auto go = [this](int direction) {
    return [this, direction] {
      workspace_.view.stage.plays_at.reset();
      focus_on(workspace_, direction < 0 ? focus_card(workspace_) - 1 : focus_card(workspace_) + 1);
    };
  };
  (void)actions_.add({.id = "view/step-back",
                      .menu = Menu::kView,
                      .group = "Steps",
                      .label = always("Step of the operation before"),
                      .shortcuts = {{Key::kLeft, kAlt}},
                      .run = go(-1),
                      .enabled = can_go(-1),
                      .begins_group = true});
  (void)actions_.add({.id = "view/step-next",
                      .menu = Menu::kView,
                      .group = "Steps",
                      .label = always("Next step of the operation"),
                      .shortcuts = {{Key::kRight, kAlt}},
                      .run = go(1),
                      .enabled = can_go(1)});
  (void)actions_.add({.id = "view/play",
                      .menu = Menu::kView,
                      .group = "Steps",
                      .label = always("Play the steps"),
                      .shortcuts = {{Key::kF4, {}}},
                      .run = sends(workspace::PlaySteps{}),
                      .checked = [this] { return workspace_.view.stage.plays_at.has_value(); }});
  (void)actions_.add({.id = "view/backward",
                      .menu = Menu::kView,
                      .group = "Steps",
                      .label = always("Backward pass"),
                      .shortcuts = {{Key::kB, kCtrl}},
                      .run =
                          [this] {
                            const document::Document& now = workspace_.document();
                            apply(workspace_, document::show_backward(now, !now.backward.on));
                          },
                      .checked = [this] { return workspace_.document().backward.on; }});
  struct LayoutAction {
    const char* id;
    const char* label;
    document::StageLayout layout;
  };
  for (const auto& [id, label, layout] :
       {LayoutAction{"view/all-steps", "All steps as cards", document::StageLayout::kAllSteps},
        LayoutAction{"view/variants", "Ten variants", document::StageLayout::kVariants}}) {
    (void)actions_.add(
        {.id = id,
         .menu = Menu::kView,
         .label = always(label),
         .run =
             [this, wanted = layout] {
               const auto next =
                   layout_of(workspace_) == wanted ? document::StageLayout::kSheet : wanted;
               workspace_.history.change_view(
                   [next](document::Document& document) { document.view.layout = next; });
             },
         .checked = [this, wanted = layout] { return layout_of(workspace_) == wanted; }});
  }
  (void)actions_.add(
      {.id = "view/fit-colors", .menu = Menu::kView, .label = always("Fit colours"), .run = [this] {
         workspace_.view.stage.scales.fit = true;
       }});
  (void)actions_.add({.id = "view/largest-difference",
                      .menu = Menu::kView,
                      .label = always("Largest difference"),
                      .shortcuts = {{Key::kF3, {}}},
                      .run = [this] { select_largest_difference(workspace_); },
                      .enabled =
                          [this] {
                            return workspace_.shown && !holds_back(workspace_) &&
                                   workspace_.shown->compared &&
                                   workspace_.shown->compared->difference.at >= 0;
                          }});
  (void)actions_.add({.id = "view/unfold",
                      .menu = Menu::kView,
                      .label = always("Unfold the selected number..."),
                      .shortcuts = {{Key::kU, kCtrl}},
                      .run = sends(workspace::Unfold{}),
                      .enabled = [this] { return workspace_.shown != nullptr; }});
}

}  // namespace normscope::application
