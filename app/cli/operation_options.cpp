// SPDX-License-Identifier: MIT
#include "app/cli/operation_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/option_kinds.hpp"

namespace normscope::cli {
namespace {

std::string type_name_of(const std::vector<OptionTaker>& takers) {
  constexpr std::array<std::string_view, 5> kTypeNames{"", "N", "NUMBER", "", "SIZES"};
  std::string name(kTypeNames.at(takers.front().info->standard.index()));
  for (const OptionTaker& taker : takers) {
    for (const ops::OptionWord& word : taker.info->words) {
      name += fmt::format("{}{}", name.empty() ? "" : "|", word.name);
    }
  }
  return name;
}

// The value of a text; none where it is no such value.
std::optional<ops::OptionValue> parse_value(const ops::OptionInfo& info, const std::string& text) {
  std::optional<ops::OptionValue> value;
  if (std::holds_alternative<std::int64_t>(info.standard)) {
    if (const auto whole = text::parse_int(text)) value = *whole;
  } else if (std::holds_alternative<double>(info.standard)) {
    // CLI11's own reader follows the locale's decimal comma.
    if (const auto number = text::parse_double(text)) value = *number;
  } else if (std::holds_alternative<tensor::Shape>(info.standard)) {
    value = parse_shape("--" + std::string(info.name), text);
  } else if (const ops::OptionWord* const word = info.word(text)) {
    value = word->name;
  }
  return value && accepts(info, *value) ? value : std::nullopt;
}

template <class Options>
Command command_of(const Options& standard, std::string_view name, GivenOperation& given) {
  Command command{std::string(name), fmt::format("Apply {} to the input", name)};
  const auto options = std::make_shared<Options>(standard);
  add_options(command, takers_of(*options));
  if (ops::has_parameters(standard)) {
    add_parameters(command, given.paths);
  }
  if (name == "batch-norm") add_running(command, given.paths);
  command.options.push_back(
      precision_option([&given](precision::Plan plan) { given.precision = std::move(plan); },
                       "the formats of the steps: a plan such as float16,\nbfloat16-kernel or "
                       "four-lanes, or settings "
                       "such as\n\"storage=float16 sum=float32 lanes=4\" (default float32)"));
  // The callback runs after parsing, and keeps the values alive until then.
  command.parsed = [&given, options] { given.operation = *options; };
  return command;
}

// The option of rows that have one name.
Option option_of(const std::vector<OptionTaker>& takers) {
  const ops::OptionInfo& info = *takers.front().info;
  Option option{.name = fmt::format("--{}", info.name),
                .type_name = type_name_of(takers),
                .help = takers.size() == 1 ? help_with_default(info) : "as in compute"};
  for (const OptionTaker& taker : takers) {
    for (const std::string_view other : taker.info->other_names) {
      option.other_names.push_back(fmt::format("--{}", other));
    }
  }
  if (std::holds_alternative<bool>(info.standard)) {
    option.take_flag = [takers] { takers.front().take(!takers.front().info->negated); };
    return option;
  }
  option.take_value = [takers, name = option.name](const std::string& text) {
    bool taken = false;
    std::string needed;
    for (const auto& [row, take] : takers) {
      const auto value = parse_value(*row, text);
      if (value) take(*value);
      taken = taken || value;
      const std::string more = row->of_dimensions ? "a whole number (several are for compute alone)"
                                                  : needed_value(*row);
      if (needed.find(more) == std::string::npos) needed += (needed.empty() ? "" : ", or ") + more;
    }
    if (!taken) refuse(name, needed, text);
  };
  return option;
}

}  // namespace

void add_options(Command& command, const std::vector<OptionTaker>& takers) {
  std::vector<std::vector<OptionTaker>> by_name;
  for (const OptionTaker& taker : takers) {
    const auto known = std::ranges::find_if(
        by_name, [&](const auto& rows) { return rows.front().info->name == taker.info->name; });
    (known == by_name.end() ? by_name.emplace_back() : *known).push_back(taker);
  }
  for (const auto& rows : by_name) command.options.push_back(option_of(rows));
}

void add_parameters(Command& command, ParameterPaths& paths) {
  command.options.push_back(also_called(
      file_option("--weight", paths.weight, "gamma (default: all 1)"), {"--gamma", "--scale"}));
  command.options.push_back(also_called(file_option("--bias", paths.bias, "beta (default: all 0)"),
                                        {"--beta", "--shift", "--offset"}));
}

Option precision_option(std::function<void(precision::Plan)> take, std::string help) {
  Option option{.name = "--precision", .type_name = "PLAN", .help = std::move(help)};
  option.take_value = [take = std::move(take)](const std::string& text) {
    auto parsed = precision::parse_plan(text);
    if (!parsed) {
      const base::Error& error = parsed.error();
      throw Refusal{"--precision", error.hint.empty()
                                       ? error.sentence
                                       : fmt::format("{} ({})", error.sentence, error.hint)};
    }
    take(*std::move(parsed));
  };
  return also_called(std::move(option), {"--dtype", "--format", "--half", "--autocast"});
}

void add_running(Command& command, ParameterPaths& paths) {
  command.options.push_back(
      also_called(file_option("--running-mean", paths.running_mean,
                              "batch-norm: a mean for each channel in place of the\nbatch's, as in "
                              "PyTorch's evaluation; with --running-var"),
                  {"--moving-mean"}));
  command.options.push_back(
      also_called(file_option("--running-var", paths.running_var,
                              "batch-norm: a variance for each channel, likewise"),
                  {"--running-variance", "--moving-variance"}));
}

std::vector<Command> operation_commands(GivenOperation& given) {
  std::vector<Command> commands;
  for (const ops::NamedOperation& named : ops::operations()) {
    commands.push_back(std::visit(
        [&](const auto& known) { return command_of(known, named.name, given); }, named.options));
  }
  return commands;
}

}  // namespace normscope::cli
