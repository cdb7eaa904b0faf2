// SPDX-License-Identifier: MIT
#include "app/cli/export_options.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "app/open_save/save_figure.hpp"

namespace normscope::cli {
namespace {

void set_output(ExportOptions& options, const std::string& text) {
  options.output = text;
  const auto format = open_save::figure_format(text);
  if (!format) {
    refuse("--output",
           "a file whose name ends in one of " + base::list_names(figures::export_formats()), text);
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
    refuse(name, "a row and a column, counted from 0, such as 0,3", text);
  }
  return {*row, *column};
}

bool above_zero(double value) {
  return value > 0 && std::isfinite(value);
}

void add_page(Command& command, figures::ExportOptions& page) {
  const auto size = [&](const std::string& name, double& value, const std::string& help) {
    command.options.push_back(number_option(
        name, "a number above zero", above_zero, [&value](double number) { value = number; },
        help));
  };
  size("--width", page.width_mm, fmt::format("in mm (default {:g})", page.width_mm));
  size("--height", page.height_mm, fmt::format("in mm (default {:g})", page.height_mm));
  size("--dpi", page.dpi,
       fmt::format("dots an inch of a .png, and of pictures in a .pdf (default {:g})", page.dpi));
  size("--font-size", page.text_points, "of ordinary text, in points (default: the theme's)");
  command.options.push_back(choice_option(
      "--theme", figures::theme_names(), [&page](figures::ThemeName theme) { page.theme = theme; },
      "colours (default light)"));
  command.options.push_back(flag_option("--transparent", page.transparent, "no background"));
}

}  // namespace

Command export_command(ExportOptions& options) {
  Command command{"export", "Write a figure of a file to .svg, .pdf, .png or .csv"};
  add_file(command, options);
  command.options.push_back(
      flag_option("--list", options.list, "Say which figures the file has and end"));
  command.options.push_back(
      text_option("--figure", "NAME", options.figure, "which one; --list names them"));
  command.options.push_back(
      {.name = "--output",
       .type_name = "FILE",
       .help = "where it goes, in the format of its name",
       .take_value = [&options](const std::string& text) { set_output(options, text); }});
  command.options.push_back(force_option(options.force));
  add_step(command, options);
  command.options.push_back(
      {.name = "--select",
       .type_name = "ROW,COLUMN",
       .help = "the number to mark, with what it is made from and what is made\n"
               "from it, counted from 0 (default: the file's selection, else 0,0)",
       .take_value = [&options](const std::string& text) {
         options.select = parse_selection("--select", text);
       }});
  command.options.push_back({.name = "--unfold",
                             .type_name = "ROW,COLUMN",
                             .help = "Print every step that this number is made from, as Ctrl+U in "
                                     "the\nwindow, and end",
                             .take_value = [&options](const std::string& text) {
                               options.unfold = parse_selection("--unfold", text);
                             }});
  command.options.push_back(flag_option("--no-marks", options.plain, "mark no number"));
  add_page(command, options.page);
  add_operation(command, options);
  return command;
}

}  // namespace normscope::cli
