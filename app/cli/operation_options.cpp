// SPDX-License-Identifier: MIT
#include "app/cli/operation_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "app/cli/option_kinds.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

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
  Command command{std::string(name), tr("Apply {operation} to the input", arg("operation", name))};
  const auto options = std::make_shared<Options>(standard);
  add_options(command, takers_of(*options));
  if (ops::has_parameters(standard)) {
    add_parameters(command, given.paths);
  }
  if (name == "batch-norm") add_running(command, given.paths);
  command.add(precision_option(
      [&given](precision::Plan plan) { given.precision = std::move(plan); },
      tr("the formats of the steps: a plan such as float16,\nbfloat16-kernel or four-lanes, or "
         "settings such as\n\"storage=float16 sum=float32 lanes=4\" (default float32)")));
  // The callback runs after parsing, and keeps the values alive until then.
  command.parsed = [&given, options] { given.operation = *options; };
  return command;
}

constexpr ops::NeededSentences kNeeded{
    .whole = tr_later("{option}: must be a whole number from {least} to {most}, but is '{text}'"),
    .word = tr_later("{option}: must be one of {names}, but is '{text}'"),
    .sizes = tr_later("{option}: must be sizes such as 4,5, but is '{text}'"),
    .finite = tr_later("{option}: must be a finite number, but is '{text}'"),
    .from_zero = tr_later("{option}: must be a finite number, zero or more, but is '{text}'"),
    .above_zero = tr_later("{option}: must be a finite number above zero, but is '{text}'")};

// Says what rows that have one name need. They are of one kind; words may differ.
[[noreturn]] void refuse_value(const std::vector<OptionTaker>& takers, const std::string& name,
                               const std::string& text) {
  const ops::OptionInfo& info = *takers.front().info;
  const std::string names = info.list_words();
  for (const OptionTaker& taker : takers) {
    if (taker.info->of_dimensions) {
      refuse(name,
             tr_later("{option}: must be a whole number (several are for compute alone), but is "
                      "'{text}'"),
             text);
    }
    if (taker.info->list_words() == names) continue;
    refuse(name, tr_later("{option}: must be one of {names}, or one of {others}, but is '{text}'"),
           text, arg("names", names), arg("others", taker.info->list_words()));
  }
  refuse(name, needed_sentence(info, kNeeded), text, arg("least", info.least),
         arg("most", info.most), arg("names", names));
}

// The option of rows that have one name.
Option option_of(const std::vector<OptionTaker>& takers) {
  const ops::OptionInfo& info = *takers.front().info;
  Option option{.name = fmt::format("--{}", info.name),
                .type_name = type_name_of(takers),
                .help = takers.size() == 1 ? help_with_default(info) : tr("as in compute")};
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
    for (const auto& [row, take] : takers) {
      const auto value = parse_value(*row, text);
      if (value) take(*value);
      taken = taken || value;
    }
    if (!taken) refuse_value(takers, name, text);
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
  for (const auto& rows : by_name) command.add(option_of(rows));
}

void add_parameters(Command& command, ParameterPaths& paths) {
  command.add(file_option("--weight", paths.weight, tr("gamma (default: all 1)")),
              {"--gamma", "--scale"});
  command.add(file_option("--bias", paths.bias, tr("beta (default: all 0)")),
              {"--beta", "--shift", "--offset"});
}

Option precision_option(std::function<void(precision::Plan)> take, std::string_view help) {
  Option option{.name = "--precision", .type_name = "PLAN", .help = std::string(help)};
  option.take_value = [take = std::move(take)](const std::string& text) {
    auto parsed = precision::parse_plan(text);
    if (!parsed) {
      const base::Error& error = parsed.error();
      throw Refusal{"--precision: " + (error.hint.empty()
                                           ? error.sentence
                                           : text::with_note(error.sentence, error.hint))};
    }
    take(*std::move(parsed));
  };
  option.other_names = {"--dtype", "--format", "--half", "--autocast"};
  return option;
}

void add_running(Command& command, ParameterPaths& paths) {
  command.add(file_option("--running-mean", paths.running_mean,
                          tr("batch-norm: a mean for each channel in place of the\nbatch's, as in "
                             "PyTorch's evaluation; with --running-var")),
              {"--moving-mean"});
  command.add(file_option("--running-var", paths.running_var,
                          tr("batch-norm: a variance for each channel, likewise")),
              {"--running-variance", "--moving-variance"});
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
