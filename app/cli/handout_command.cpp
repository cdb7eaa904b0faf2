// SPDX-License-Identifier: MIT
#include "app/cli/handout_command.hpp"

#include "app/cli/failure.hpp"
#include "app/cli/find_lesson.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "core/io/write_files.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

OrFailure<void> write_handout(const HandoutOptions& options) {
  const auto lesson = find_lesson(options.lesson);
  if (!lesson) return tl::unexpected(Failure{options.lesson, lesson.error()});
  const auto fonts = figures::FontMeasure::load();
  if (!fonts) return tl::unexpected(Failure{"", fonts.error()});
  const auto bytes = handout::make_handout(*lesson, options.format, options.answers, **fonts);
  if (!bytes) return tl::unexpected(Failure{options.lesson, bytes.error()});
  const auto written = io::write_file(options.output, *bytes);
  if (!written) return tl::unexpected(Failure{options.output, written.error()});
  return {};
}

}  // namespace

Command handout_command(HandoutOptions& options) {
  return {
      .name = "handout",
      .help = tr("Write a lesson to be handed out: a PDF, or a page for any screen"),
      .options = {required(text_option("LESSON", "", options.lesson,
                                       tr("a lesson (.md), or the id of a built-in one"))),
                  required({.name = "--output",
                            .type_name = "FILE",
                            .help = std::string(
                                tr("where it goes: a .pdf on A4, or an .html that loads nothing")),
                            .take_value =
                                [&options](const std::string& text) {
                                  const auto format = handout::format_of(text);
                                  if (!format) {
                                    refuse("--output",
                                           tr_later("{option}: must be a file whose name ends in "
                                                    ".pdf or .html, but is '{text}'"),
                                           text);
                                  }
                                  options.format = *format;
                                  options.output = text;
                                }}),
                  flag_option("--answers", options.answers,
                              tr("With the right answers and their reasons"))}};
}

Exit run_handout(const HandoutOptions& options, const Console& console) {
  return report(console, write_handout(options));
}

}  // namespace normscope::cli
