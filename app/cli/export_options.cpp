// SPDX-License-Identifier: MIT
#include "app/cli/export_options.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "app/open_save/save_figure.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

void set_output(ExportOptions& options, const std::string& text) {
  options.output = text;
  const auto format = open_save::figure_format(text);
  if (!format) {
    refuse("--output",
           tr_later("{option}: must be a file whose name ends in one of {names}, but is '{text}'"),
           text, arg("names", base::list_names(figures::export_formats())));
  }
  options.format = *format;
}

document::Selection parse_selection(const std::string& name, const std::string& text) {
  const auto comma = text.find(',');
  const auto row = text::parse_int(std::string_view(text).substr(0, comma));
  const auto column = comma == std::string::npos
                          ? std::nullopt
                          : text::parse_int(std::string_view(text).substr(comma + 1));
  if (!row || !column || *row < 0 || *column < 0) {
    refuse(
        name,
        tr_later(
            "{option}: must be a row and a column, counted from 0, such as 0,3, but is '{text}'"),
        text);
  }
  return {*row, *column};
}

bool above_zero(double value) {
  return value > 0 && std::isfinite(value);
}

void add_page(Command& command, figures::ExportOptions& page) {
  const auto size = [&](const std::string& name, double& value, std::string_view help) {
    command.add(number_option(
        name, tr_later("{option}: must be a number above zero, but is '{text}'"), above_zero,
        [&value](double number) { value = number; }, help));
  };
  size("--width", page.width_mm, tr("in mm (default {number:g})", arg("number", page.width_mm)));
  size("--height", page.height_mm, tr("in mm (default {number:g})", arg("number", page.height_mm)));
  size("--dpi", page.dpi,
       tr("dots an inch of a .png, and of pictures in a .pdf (default {number:g})",
          arg("number", page.dpi)));
  size("--font-size", page.text_points, tr("of ordinary text, in points (default: the theme's)"));
  command.add(choice_option(
      "--theme", figures::theme_names(), [&page](figures::ThemeName theme) { page.theme = theme; },
      tr("colours (default light)")));
  command.add(flag_option("--transparent", page.transparent, tr("no background")));
}

}  // namespace

Command export_command(ExportOptions& options) {
  Command command{"export", tr("Write a figure of a file to .svg, .pdf, .png or .csv")};
  add_file(command, options);
  command.add(flag_option("--list", options.list, tr("Say which figures the file has and end")));
  command.add(text_option("--figure", "NAME", options.figure, tr("which one; --list names them")));
  command.add({.name = "--output",
               .type_name = "FILE",
               .help = tr("where it goes, in the format of its name"),
               .take_value = [&options](const std::string& text) { set_output(options, text); }});
  command.add(force_option(options.force));
  add_step(command, options);
  command.add({.name = "--select",
               .type_name = "ROW,COLUMN",
               .help = tr("the number to mark, with what it is made from and what is made\n"
                          "from it, counted from 0 (default: the file's selection, else 0,0)"),
               .take_value = [&options](const std::string& text) {
                 options.select = parse_selection("--select", text);
               }});
  command.add(
      {.name = "--unfold",
       .type_name = "ROW,COLUMN",
       .help =
           tr("Print every step that this number is made from, as Ctrl+U in the\nwindow, and end"),
       .take_value = [&options](const std::string& text) {
         options.unfold = parse_selection("--unfold", text);
       }});
  command.add(flag_option("--no-marks", options.plain, tr("mark no number")));
  add_page(command, options.page);
  add_operation(command, options);
  return command;
}

}  // namespace normscope::cli
