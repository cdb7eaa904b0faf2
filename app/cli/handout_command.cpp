// SPDX-License-Identifier: MIT
#include "app/cli/handout_command.hpp"

#include <filesystem>
#include <string_view>
#include <vector>

#include "app/cli/failure.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/figures/layout/font_measure.hpp"
#include "app/handout/handout.hpp"
#include "app/lessons/loader.hpp"
#include "core/io/write_files.hpp"
#include "core/text/nearest.hpp"

namespace normscope::cli {
namespace {

// A file of this name, else the built-in lesson of this id.
base::Expected<lessons::Lesson> find_lesson(const std::string& name) {
  auto loaded = lessons::load_lesson(name);
  if (loaded || std::filesystem::exists(name)) return loaded;
  auto builtin = lessons::builtin_lessons();
  if (!builtin) return tl::unexpected(builtin.error());
  std::string ids;
  std::vector<std::string_view> names;
  for (lessons::Lesson& lesson : *builtin) {
    if (lesson.id == name) return std::move(lesson);
    ids += (ids.empty() ? "" : ", ") + lesson.id;
    names.emplace_back(lesson.id);
  }
  base::Error error = loaded.error();
  const std::string meant = text::did_you_mean(text::nearest(name, names));
  error.hint = meant + (meant.empty() ? "" : " ") + "built-in lessons: " + ids;
  return tl::unexpected(std::move(error));
}

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
      .help = "Write a lesson to be handed out: a PDF, or a page for any screen",
      .options = {
          required(text_option("LESSON", "", options.lesson,
                               "a lesson (.md), or the id of a built-in one")),
          required({.name = "--output",
                    .type_name = "FILE",
                    .help = "where it goes: a .pdf on A4, or an .html that loads nothing",
                    .take_value =
                        [&options](const std::string& text) {
                          const auto format = handout::format_of(text);
                          if (!format) {
                            refuse("--output", "a file whose name ends in .pdf or .html", text);
                          }
                          options.format = *format;
                          options.output = text;
                        }}),
          flag_option("--answers", options.answers, "With the right answers and their reasons")}};
}

Exit run_handout(const HandoutOptions& options, const Console& console) {
  return report(console, write_handout(options));
}

}  // namespace normscope::cli
