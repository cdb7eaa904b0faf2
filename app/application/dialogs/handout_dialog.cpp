// SPDX-License-Identifier: MIT
#include "app/application/dialogs/handout_dialog.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "app/open_save/save_figure.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/io/write_files.hpp"

namespace normscope::application {

namespace {

constexpr std::string_view kHandoutId = "handout";
constexpr float kHandoutWidth = 460;  // points

constexpr ui::Help kAnswersHelp{"With answers",
                                "Right answers are ticked, with the reasons of the wrong ones.", "",
                                "Print one with answers for yourself."};

// Reads the fonts again: the window's fonts belong to the window's thread.
base::Expected<std::string> save_handout(const lessons::Lesson& lesson, bool answers,
                                         const std::string& path) {
  if (open_save::extension_of(path) != ".pdf") {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      fmt::format("a handout is a .pdf, but the name is {}", path));
  }
  const auto fonts = figures::FontMeasure::load();
  if (!fonts) return tl::unexpected(fonts.error());
  auto bytes = handout::make_handout(lesson, answers, **fonts);
  if (!bytes) return bytes;
  if (const auto written = io::write_file(path, *bytes); !written) {
    return tl::unexpected(written.error());
  }
  return fmt::format("wrote {}", path);
}

}  // namespace

std::optional<std::string> HandoutDialog::draw(ui::Context& ui,
                                               const workspace::Workspace& workspace) {
  const lessons::Lesson* const lesson = workspace.lesson();
  if (std::exchange(opening_, false) && lesson != nullptr) {
    complaint_.clear();
    replace_.begin();
    if (lesson_ != lesson->id) path_ = lesson->id + ".pdf";
    lesson_ = lesson->id;
    ui::open_popup(ui, kHandoutId);
    ui.focus.set("handout/path");
  }
  ui::Dialog dialog(ui, kHandoutId, "Handout of the lesson", kHandoutWidth);
  if (!dialog) return std::nullopt;
  const bool writing = writer_.busy();
  const bool ready = lesson != nullptr && !path_.empty() && !writing;
  ui::caption(ui, "The whole lesson on A4, as a PDF.");
  ui::space(ui, 8);
  ui::label(ui, "File");
  const ui::TextEdit edit = browse_.field(ui, "handout/path", path_, [this]() -> FileQuestion {
    return {.id = "handout/file",
            .title = "Write the handout to",
            .accept = "Choose",
            .saves = true,
            .filters = open_save::filters_of("PDF", ".pdf"),
            .suggested = path_};
  });
  ui::space(ui, 8);
  if (ui::checkbox(ui, "handout/answers", "with answers", answers_, {.help = kAnswersHelp})) {
    answers_ = !answers_;
  }
  ui::space(ui, 12);
  if (!complaint_.empty()) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "handout/complaint");
    ui::space(ui, 4);
  }
  if (ui::button(ui, "handout/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110})) {
    dialog.close();
  }
  ui::beside(ui);
  const bool pressed = ui::button(ui, "handout/accept", "Write", ui::ButtonLook::kPrimary,
                                  {.enabled = ready, .width = 110});
  if (writing) {
    ui::beside(ui);
    ui::paragraph(ui, "Writing...", ui::Tone::kMuted, "handout/writing");
  }
  if (ready && (pressed || edit.submitted)) {
    replace_.write_or_ask({path_}, [this, shown = *lesson] { write(shown); });
  }
  (void)browse_.draw(ui, [this](const ChosenFile& chosen) -> base::Expected<void> {
    path_ = chosen.path.string();
    replace_.note(chosen);
    return {};
  });
  (void)replace_.draw(ui);
  return take_outcome(ui, dialog);
}

void HandoutDialog::write(const lessons::Lesson& lesson) {
  complaint_.clear();
  writer_.request(++asked_,
                  [lesson, answers = answers_, path = path_](const std::stop_token&) -> Outcome {
                    return save_handout(lesson, answers, path);
                  });
}

// Takes the writer's result: on success closes the dialog and returns a sentence, otherwise shows
// the error.
std::optional<std::string> HandoutDialog::take_outcome(ui::Context& ui, ui::Dialog& dialog) {
  const auto answer = writer_.latest();
  if (answer == nullptr || answer->number == seen_) return std::nullopt;
  seen_ = answer->number;
  ui.pacing.activity();
  if (!answer->value) {
    complaint_ = complaint(answer->value.error(), FileUse::kWritten);
    FileDialog::edit_again(ui.focus, "handout/path", "handout/accept");
    return std::nullopt;
  }
  dialog.close();
  return *answer->value;
}

}  // namespace normscope::application
