// SPDX-License-Identifier: MIT
#include "app/application/dialogs/handout_dialog.hpp"

#include <fmt/format.h>

#include <array>

#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "app/open_save/save_figure.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/io/write_files.hpp"

namespace normscope::application {

namespace {

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
  ui::Dialog dialog = form_.begin(ui, "Handout of the lesson");
  if (!dialog) return std::nullopt;
  ui::caption(ui, "The whole lesson on A4, as a PDF.");
  ui::space(ui, 8);
  form_.draw_path(ui, "Write the handout to", open_save::filters_of("PDF", ".pdf"));
  ui::space(ui, 8);
  if (ui::checkbox(ui, "handout/answers", "with answers", answers_, {.help = kAnswersHelp})) {
    answers_ = !answers_;
  }
  ui::space(ui, 12);
  constexpr std::array<Form::Button, 1> kButtons{{{"accept", "Write"}}};
  if (form_.draw_buttons(ui, dialog, kButtons, lesson != nullptr)) {
    form_.write_or_ask({form_.path}, [shown = *lesson, answers = answers_, path = form_.path] {
      return save_handout(shown, answers, path);
    });
  }
  return form_.draw_rest(ui, dialog);
}

}  // namespace normscope::application
