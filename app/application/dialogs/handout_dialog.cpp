// SPDX-License-Identifier: MIT
#include "app/application/dialogs/handout_dialog.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/io/write_files.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

namespace {

constexpr ui::Help kAnswersHelp{
    tr_later("With answers"),
    tr_later("Right answers are ticked, with the reasons of the wrong ones."), "",
    tr_later("Print one with answers for yourself.")};

constexpr ui::Help kFormatHelp{
    tr_later("Format"),
    tr_later(
        "A PDF on A4, or a page for any screen: questions are answered in it, nothing is loaded."),
    "", tr_later("Put the page on the course's site, or send it to a phone.")};

// Reads the fonts again: the window's fonts belong to the window's thread.
base::Expected<std::string> save_handout(const lessons::Lesson& lesson, bool answers,
                                         const std::string& path) {
  const auto format = handout::format_of(path);
  if (!format) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        tr("a handout is a .pdf or an .html, but the name is {file}", arg("file", path)));
  }
  const auto fonts = figures::FontMeasure::load();
  if (!fonts) return tl::unexpected(fonts.error());
  auto bytes = handout::make_handout(lesson, *format, answers, **fonts);
  if (!bytes) return bytes;
  if (const auto written = io::write_file(path, *bytes); !written) {
    return tl::unexpected(written.error());
  }
  return tr("wrote {file}", arg("file", path));
}

}  // namespace

void HandoutDialog::open(const workspace::Workspace& workspace) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  if (lesson == nullptr) return;
  if (lesson_ != lesson->id) form_.path = lesson->id + ".pdf";
  lesson_ = lesson->id;
  form_.open();
}

std::optional<std::string> HandoutDialog::draw(ui::Context& ui,
                                               const workspace::Workspace& workspace) {
  const lessons::Lesson* const lesson = lesson_of(workspace);
  ui::Dialog dialog = form_.begin(ui, tr("Handout of the lesson"));
  if (!dialog) return std::nullopt;
  form_.draw_path(ui, tr("Write the handout to"),
                  {{tr("Handouts"), {".pdf", ".html"}}, {tr("All files")}});
  ui::space(ui, 8);
  ui::label(ui, tr("Format"), kFormatHelp);
  const auto format = handout::format_of(form_.path).value_or(handout::Format::kPdf);
  if (const auto chosen = ui::segments(ui, "handout/format", handout::format_names(), format,
                                       {.help = kFormatHelp})) {
    form_.path =
        std::filesystem::path(form_.path)
            .replace_extension(std::string(base::name_of(handout::format_names(), *chosen)))
            .string();
  }
  ui::space(ui, 8);
  if (ui::checkbox(ui, "handout/answers", tr("with answers"), answers_, {.help = kAnswersHelp})) {
    answers_ = !answers_;
  }
  ui::space(ui, 12);
  constexpr std::array<Form::Button, 1> kButtons{{{"accept", tr_later("Write")}}};
  if (form_.draw_buttons(ui, dialog, kButtons, lesson != nullptr)) {
    form_.write_or_ask({form_.path}, [shown = *lesson, answers = answers_, path = form_.path] {
      return save_handout(shown, answers, path);
    });
  }
  return form_.draw_rest(ui, dialog);
}

}  // namespace normscope::application
