// SPDX-License-Identifier: MIT
// The actions of the application's menus and keys.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/application/application.hpp"
#include "app/languages/languages.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Key;

namespace {

constexpr ui::Modifiers kCtrl{.ctrl = true};
constexpr ui::Modifiers kCtrlShift{.ctrl = true, .shift = true};

}  // namespace

void Application::add(std::string id, std::function<std::string()> label,
                      std::vector<ui::KeyPress> keys, std::function<void()> run, ui::Action more) {
  more.id = std::move(id);
  more.label = std::move(label);
  more.shortcuts = std::move(keys);
  more.run = std::move(run);
  (void)actions_.add(std::move(more));
}

void Application::add_actions() {
  add_file_actions();
  add_edit_actions();
  add_view_actions();
  add_lesson_actions();
  add("help/guide", tr_later("User guide"), {}, sends(workspace::ShowGuide{}));
  add("help/shortcuts", tr_later("Keys and actions"), {{Key::kF1, {}}},
      sends(workspace::ShowKeys{}));
  add("help/start-page", tr_later("Start page"), {},
      [this] { workspace_.view.start_page = !workspace_.view.start_page; },
      {.checked = [this] { return workspace_.view.start_page; }});
  add("help/about", tr_later("About Normscope"), {}, sends(workspace::ShowAbout{}),
      {.begins_group = true});
}

void Application::add_file_actions() {
  add("file/new", tr_later("New"), {{Key::kN, kCtrl}}, sends(workspace::NewSession{}));
  add("file/open", tr_later("Open..."), {{Key::kO, kCtrl}}, sends(workspace::ChooseFile{}));
  add("file/open-sample", tr_later("Open the sample model"), {}, sends(workspace::OpenSample{}));
  add_recent_actions();
  add("file/restore", tr_later("Restore unsaved work..."), {}, sends(workspace::OfferRestore{}),
      {.shown = [this] { return keeper_.has_offers(); }});
  add("file/save", tr_later("Save"), {{Key::kS, kCtrl}}, sends(workspace::Save{}),
      {.begins_group = true});
  add("file/save-as", tr_later("Save as..."), {{Key::kS, kCtrlShift}}, sends(workspace::SaveAs{}));
  add("file/export", tr_later("Export the figure..."), {{Key::kE, kCtrl}},
      sends(workspace::ExportFigure{}), {.begins_group = true});
  add("file/save-numbers", tr_later("Save the numbers of a step..."), {},
      sends(workspace::SaveNumbers{}),
      {.enabled = [this] { return workspace_.shown && !workspace_.shown->failure; }});
  add("file/quit", tr_later("Quit"), {{Key::kQ, kCtrl}}, sends(workspace::Quit{}),
      {.begins_group = true});
}

void Application::add_edit_actions() {
  add(
      "edit/undo",
      [this] {
        const std::string change = workspace_.history.undo_description();
        return change.empty() ? std::string(tr("Undo"))
                              : tr("Undo {change}", arg("change", change));
      },
      {{Key::kZ, kCtrl}}, [this] { workspace_.history.undo(); },
      {.enabled = [this] { return !workspace_.history.undo_description().empty(); }});
  add(
      "edit/redo",
      [this] {
        const std::string change = workspace_.history.redo_description();
        return change.empty() ? std::string(tr("Redo"))
                              : tr("Redo {change}", arg("change", change));
      },
      {{Key::kZ, kCtrlShift}, {Key::kY, kCtrl}}, [this] { workspace_.history.redo(); },
      {.enabled = [this] { return !workspace_.history.redo_description().empty(); }});
  add("edit/explain-output", tr_later("Which one is it?..."), {}, sends(workspace::ExplainOutput{}),
      {.enabled = [this] { return workspace_.shown != nullptr; }, .begins_group = true});
  add("edit/verify", tr_later("Verify with PyTorch..."), {}, sends(workspace::Verify{}),
      {.enabled = [this] { return workspace_.shown && !workspace_.shown->failure; }});
  add("edit/stop", tr_later("Stop computing"), {}, sends(workspace::StopComputing{}),
      {.enabled = [this] { return worker_.busy(); }, .begins_group = true});
  add("edit/compute", tr_later("Compute again"), {{Key::kF5, {}}},
      sends(workspace::ComputeAgain{}));
  add_copy_actions();
}

void Application::add_copy_actions() {
  add("edit/paste-input", tr_later("Paste as a new input"), {{Key::kV, kCtrlShift}},
      [this] {
        const char* const held = ImGui::GetClipboardText();
        paste_input(workspace_, held == nullptr ? "" : held);
      },
      {.begins_group = true});
  const auto has_figure = [this] { return paper_figure(workspace_) != nullptr; };
  add("edit/copy-code", tr_later("Copy as PyTorch code"), {}, sends(workspace::CopyCode{}));
  add("edit/copy-data", tr_later("Copy the figure's data"), {}, sends(workspace::CopyFigureData{}),
      {.enabled = has_figure});
  add("edit/copy-image", tr_later("Copy the figure as an image"), {{Key::kI, kCtrlShift}},
      sends(workspace::CopyFigureImage{}), {.enabled = has_figure});
}

void Application::add_window_actions() {
  const auto in_window = [this] { return !workspace_.view.presenting; };
  const auto add_panel = [this](const char* id, std::string_view label, Key key,
                                std::function<bool()> enabled,
                                bool workspace::PanelsShown::*panel) {
    add(id, label, {{key, {}}},
        [this, panel] { workspace_.view.panels.*panel = !(workspace_.view.panels.*panel); },
        {.group = tr_later("Panels"), .enabled = std::move(enabled), .checked = [this, panel] {
           return workspace_.view.panels.*panel;
         }});
  };
  add_panel(
      "view/lesson", tr_later("Lesson"), Key::kF7,
      [this, in_window] { return in_window() && lesson_of(workspace_) != nullptr; },
      &workspace::PanelsShown::lesson);
  add_panel("view/inspector", tr_later("Inspector"), Key::kF8, in_window,
            &workspace::PanelsShown::inspector);
  // The start page takes the figure's place.
  add("view/figure", tr_later("Figure"), {{Key::kF9, {}}}, [this] { toggle_figure(workspace_); },
      {.group = tr_later("Panels"),
       .enabled = [this] { return !workspace_.view.start_page || workspace_.view.presenting; },
       .checked = [this] { return shows_figure(workspace_); }});
  add("view/present", tr_later("Presenter view"), {{Key::kF11, {}}},
      [this] { set_presenting(!workspace_.view.presenting); },
      {.checked = [this] { return workspace_.view.presenting; }, .begins_group = true});
  add("view/reduced-motion", tr_later("Reduced motion"), {},
      [this] { reduced_motion_ = !reduced_motion_; },
      {.enabled = [this] { return !desktop_appearance().reduced_motion; },
       .checked = [this] { return workspace_.view.reduced_motion; }});
}

void Application::add_view_actions() {
  add_window_actions();
  const auto& shell = host_.shell;  // a function: the shell may be created later
  add("view/dark", tr_later("Dark theme"), {{Key::kD, kCtrlShift}},
      [this, shell] {
        const bool dark = shell().theme() == ui::ThemeKind::kDark;
        choose_theme(dark ? open_save::ThemeChoice::kLight : open_save::ThemeChoice::kDark);
      },
      {.checked = [shell] { return shell().theme() == ui::ThemeKind::kDark; },
       .begins_group = true});
  add("view/desktop-theme", tr_later("The desktop's theme"), {},
      [this] { choose_theme(open_save::ThemeChoice::kDesktop); },
      {.checked = [this] { return theme_ == open_save::ThemeChoice::kDesktop; }});
  const auto add_language = [this](const std::string& tag, std::string_view name) {
    add(
        "view/language/" + (tag.empty() ? "desktop" : tag), [name] { return tr(name); }, {},
        [this, tag] { choose_language(tag); },
        {.group = tr_later("Language"),
         .checked = [this, tag] { return preferences_.now().window.language == tag; },
         .begins_group = tag.empty()});
  };
  add_language("", tr_later("The desktop's language"));
  for (const languages::Language& language : languages::languages()) {
    add_language(std::string(language.tag), language.name);
  }
  const auto scale = [this](int direction) {
    return [this, direction] {
      ui::Shell& window = host_.shell();
      window.set_user_scale(direction == 0 ? 1 : ui::next_scale(window.user_scale(), direction));
      open_save::Preferences next = preferences_.now();
      next.window.scale = window.user_scale();
      keep(next);
    };
  };
  add("view/larger", tr_later("Larger"), {{Key::kPlus, kCtrl}, {Key::kPlus, kCtrlShift}}, scale(1),
      {.group = tr_later("Scale"), .begins_group = true});
  add("view/smaller", tr_later("Smaller"), {{Key::kMinus, kCtrl}}, scale(-1),
      {.group = tr_later("Scale")});
  add("view/actual-size", tr_later("Actual size"), {{Key::k0, kCtrl}}, scale(0),
      {.group = tr_later("Scale")});
  add_stage_actions();
  add_lesson_text_actions();
  bool first = true;
  for (const auto& digits : document::digits_names()) {
    add(fmt::format("view/digits-{}", digits.name), digits.words, {},
        [this, value = digits.value] {
          workspace_.history.change_view(
              [value](document::Document& document) { document.view.digits = value; });
        },
        {.group = tr_later("Digits"),
         .checked = [this,
                     value = digits.value] { return workspace_.document().view.digits == value; },
         .begins_group = std::exchange(first, false)});
  }
  add("view/find", tr_later("Find..."), {{Key::kK, kCtrl}}, sends(workspace::Find{}),
      {.begins_group = true});
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
  add("view/step-back", tr_later("Step of the operation before"), {{Key::kLeft, kAlt}}, go(-1),
      {.group = tr_later("Steps"), .enabled = can_go(-1), .begins_group = true});
  add("view/step-next", tr_later("Next step of the operation"), {{Key::kRight, kAlt}}, go(1),
      {.group = tr_later("Steps"), .enabled = can_go(1)});
  add("view/play", tr_later("Play the steps"), {{Key::kF4, {}}}, sends(workspace::PlaySteps{}),
      {.group = tr_later("Steps"),
       .checked = [this] { return workspace_.view.stage.plays_at.has_value(); }});
  add("view/backward", tr_later("Backward pass"), {{Key::kB, kCtrl}},
      [this] {
        const document::Document& now = workspace_.document();
        apply(workspace_, document::show_backward(now, !now.backward.on));
      },
      {.group = tr_later("Steps"),
       .checked = [this] { return workspace_.document().backward.on; }});
  const auto add_layout = [this](const char* id, std::string_view label,
                                 document::StageLayout wanted) {
    add(id, label, {},
        [this, wanted] {
          const auto next =
              layout_of(workspace_) == wanted ? document::StageLayout::kSheet : wanted;
          workspace_.history.change_view(
              [next](document::Document& document) { document.view.layout = next; });
        },
        {.checked = [this, wanted] { return layout_of(workspace_) == wanted; }});
  };
  add_layout("view/all-steps", tr_later("All steps as cards"), document::StageLayout::kAllSteps);
  add_layout("view/variants", tr_later("Ten variants"), document::StageLayout::kVariants);
  add("view/fit-colors", tr_later("Fit colours"), {},
      [this] { workspace_.view.stage.scales.fit = true; });
  add("view/largest-difference", tr_later("Largest difference"), {{Key::kF3, {}}},
      [this] { select_largest_difference(workspace_); }, {.enabled = [this] {
        return workspace_.shown && !holds_back(workspace_) && workspace_.shown->compared &&
               workspace_.shown->compared->difference.at >= 0;
      }});
  add("view/unfold", tr_later("Unfold the selected number..."), {{Key::kU, kCtrl}},
      sends(workspace::Unfold{}), {.enabled = [this] { return workspace_.shown != nullptr; }});
}

}  // namespace normscope::application
