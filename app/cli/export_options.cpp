// SPDX-License-Identifier: MIT
#include "app/cli/export_options.hpp"

#include <algorithm>
#include <cmath>

#include "app/cli/operation_options.hpp"
#include "app/cli/option_kinds.hpp"
#include "app/open_save/save_figure.hpp"

namespace normscope::cli {
namespace {

std::string operation_words() {
  std::string words;
  for (const auto& [kind, name] : ops::normalization_names()) words += std::string(name) + "|";
  return words + "softmax|log-softmax";
}

void set_operation(ExportOptions& options, const std::string& text) {
  if (text == "softmax" || text == "log-softmax") {
    options.subject = document::Subject::kSoftmax;
    options.softmax.log = text == "log-softmax";
    return;
  }
  const auto kind = base::value_of(ops::normalization_names(), text);
  if (!kind) refuse("--operation", "one of " + operation_words(), text);
  options.subject = document::Subject::kNorm;
  options.norm.kind = *kind;
}

// The one word that both kinds of operation have algorithms for.
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

bool above_zero(double value) {
  return value > 0 && std::isfinite(value);
}

void add_page(CLI::App& app, figures::ExportOptions& page) {
  const auto size = [&](const std::string& name, double& value, const std::string& help) {
    add_number(
        app, name, "a number above zero", above_zero, [&value](double number) { value = number; },
        help);
  };
  size("--width", page.width_mm, fmt::format("in mm (default {:g})", page.width_mm));
  size("--height", page.height_mm, fmt::format("in mm (default {:g})", page.height_mm));
  size("--dpi", page.dpi,
       fmt::format("dots an inch of a .png, and of pictures in a .pdf (default {:g})", page.dpi));
  size("--font-size", page.text_points, "of ordinary text, in points (default: the theme's)");
  add_choice(
      app, "--theme", figures::theme_names(),
      [&page](figures::ThemeName theme) { page.theme = theme; }, "colours (default light)");
  app.add_flag("--transparent", page.transparent, "no background");
}

// The options that say what is done to a data file. Whether any of them was given is asked when all
// is parsed.
void add_operation(CLI::App& app, ExportOptions& options) {
  app.add_option_function<std::string>(
         "--operation", [&options](const std::string& text) { set_operation(options, text); },
         "what is done to the numbers (default layer-norm)")
      ->type_name("NAME");
  add_normalized_shape(app, options.norm);
  add_groups(app, options.norm);
  add_norm_numbers(app, options.norm);
  add_softmax_numbers(app, options.softmax);
  app.add_option_function<std::string>(
         "--algorithm", [&options](const std::string& text) { set_algorithm(options, text); },
         "of the variance or of the softmax")
      ->type_name("NAME");
  add_file(app, "--weight", options.weight, "gamma (default: all 1)");
  add_file(app, "--bias", options.bias, "beta (default: all 0)");
}

}  // namespace

CLI::App* add_export(CLI::App& app, ExportOptions& options) {
  CLI::App* const command =
      app.add_subcommand("export", "Write a figure of a file to .svg, .pdf, .png or .csv");
  command
      ->add_option("FILE", options.file,
                   "a session (.json), a lesson (.md), a notebook or script\n"
                   "(.ipynb, .py), an exported figure,\n"
                   "or numbers (.npy, .csv, .tsv)")
      ->required()
      ->type_name("");
  command->add_flag("--list", options.list, "Say which figures the file has and end");
  command->add_option("--figure", options.figure, "which one; --list names them")
      ->type_name("NAME");
  command
      ->add_option_function<std::string>(
          "--output", [&options](const std::string& text) { set_output(options, text); },
          "where it goes, in the format of its name")
      ->type_name("FILE");
  add_integer(
      *command, "--step", 1, 1'000'000,
      [&options](std::int64_t step) { options.step = static_cast<int>(step); },
      "of a lesson, counted from 1 (default 1)");
  add_page(*command, options.page);
  const std::vector<CLI::Option*> before = command->get_options();
  add_operation(*command, options);
  std::vector<const CLI::Option*> operation;
  for (const CLI::Option* option : command->get_options()) {
    if (std::find(before.begin(), before.end(), option) == before.end()) {
      operation.push_back(option);
    }
  }
  add_choice(
      *command, "--device", compute::device_names(),
      [&options](compute::Device device) { options.device = device; },
      "where to compute (default auto)");
  command->callback([&options, operation] {
    for (const CLI::Option* option : operation) {
      options.operation_given = options.operation_given || option->count() > 0;
    }
  });
  return command;
}

}  // namespace normscope::cli
