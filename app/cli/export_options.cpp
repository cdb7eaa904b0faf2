// SPDX-License-Identifier: MIT
#include "app/cli/export_options.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/open_save/save_figure.hpp"

namespace normscope::cli {
namespace {

std::string operation_alternatives() {
  std::string list;
  for (const auto& [kind, name] : ops::normalization_names()) list += std::string(name) + "|";
  return list + "softmax|log-softmax";
}

void set_operation(ExportOptions& options, const std::string& text) {
  if (text == "softmax" || text == "log-softmax") {
    options.subject = document::Subject::kSoftmax;
    options.softmax.log = text == "log-softmax";
    return;
  }
  const auto kind = base::value_of(ops::normalization_names(), text);
  if (!kind) refuse("--operation", "one of " + operation_alternatives(), text);
  options.subject = document::Subject::kNorm;
  options.norm.kind = *kind;
}

// Sets the algorithm; normalizations and softmax have different ones under the same option.
void set_algorithm(ExportOptions& options, const std::string& text) {
  const auto norm = base::value_of(ops::variance_algorithm_names(), text);
  const auto softmax = base::value_of(ops::softmax_algorithm_names(), text);
  if (norm) options.norm.algorithm = *norm;
  if (softmax) options.softmax.algorithm = *softmax;
  if (!norm && !softmax) {
    refuse("--algorithm",
           "one of " + base::list_names(ops::variance_algorithm_names()) + ", " +
               base::list_names(ops::softmax_algorithm_names()),
           text);
  }
}

void set_output(ExportOptions& options, const std::string& text) {
  options.output = text;
  const auto format = open_save::figure_format(text);
  if (!format) {
    refuse("--output",
           "a file whose name ends in one of " + base::list_names(figures::export_formats()), text);
  }
  options.format = *format;
}

void set_select(ExportOptions& options, const std::string& text) {
  const auto comma = text.find(',');
  const auto row = text::parse_int(std::string_view(text).substr(0, comma));
  const auto column = comma == std::string::npos
                          ? std::nullopt
                          : text::parse_int(std::string_view(text).substr(comma + 1));
  if (!row || !column || *row < 0 || *column < 0) {
    refuse("--select", "a row and a column, counted from 0, such as 0,3", text);
  }
  options.select = document::Selection{*row, *column};
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

// Wraps an option so that taking it also sets `given`.
void note_given(Option& option, bool& given) {
  if (option.take_flag) {
    option.take_flag = [take = std::move(option.take_flag), &given] {
      given = true;
      take();
    };
  } else {
    option.take_value = [take = std::move(option.take_value), &given](const std::string& text) {
      given = true;
      take(text);
    };
  }
}

// The options of the operation for a data file; any of them sets operation_given.
void add_operation(Command& command, ExportOptions& options) {
  const auto first = static_cast<std::ptrdiff_t>(command.options.size());
  command.options.push_back(
      {.name = "--operation",
       .type_name = "NAME",
       .help = "what is done to the numbers (default layer-norm)",
       .take_value = [&options](const std::string& text) { set_operation(options, text); }});
  add_normalized_shape(command, options.norm);
  add_groups(command, options.norm);
  add_norm_numbers(command, options.norm);
  add_softmax_numbers(command, options.softmax);
  command.options.push_back(
      {.name = "--algorithm",
       .type_name = "NAME",
       .help = "of the variance or of the softmax",
       .take_value = [&options](const std::string& text) { set_algorithm(options, text); }});
  command.options.push_back(file_option("--weight", options.weight, "gamma (default: all 1)"));
  command.options.push_back(file_option("--bias", options.bias, "beta (default: all 0)"));
  for (auto option = command.options.begin() + first; option != command.options.end(); ++option) {
    note_given(*option, options.operation_given);
  }
}

}  // namespace

Command export_command(ExportOptions& options) {
  Command command{"export", "Write a figure of a file to .svg, .pdf, .png or .csv"};
  command.options.push_back(
      required(text_option("FILE", "", options.file,
                           "a session (.json), a lesson (.md), a notebook or script\n"
                           "(.ipynb, .py), an exported figure,\n"
                           "or numbers (.npy, .csv, .tsv)")));
  command.options.push_back(
      flag_option("--list", options.list, "Say which figures the file has and end"));
  command.options.push_back(
      text_option("--figure", "NAME", options.figure, "which one; --list names them"));
  command.options.push_back(
      {.name = "--output",
       .type_name = "FILE",
       .help = "where it goes, in the format of its name",
       .take_value = [&options](const std::string& text) { set_output(options, text); }});
  command.options.push_back(integer_option(
      "--step", 1, 1'000'000,
      [&options](std::int64_t step) { options.step = static_cast<int>(step); },
      "of a lesson, counted from 1 (default 1)"));
  command.options.push_back(
      {.name = "--select",
       .type_name = "ROW,COLUMN",
       .help = "the number to mark, with what it is made from and what is made\n"
               "from it, counted from 0 (default: the file's selection, else 0,0)",
       .take_value = [&options](const std::string& text) { set_select(options, text); }});
  command.options.push_back(flag_option("--no-marks", options.plain, "mark no number"));
  add_page(command, options.page);
  add_operation(command, options);
  command.options.push_back(choice_option(
      "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      "where to compute (default auto)"));
  return command;
}

}  // namespace normscope::cli
