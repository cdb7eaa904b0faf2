// SPDX-License-Identifier: MIT
// Every option of every list goes through a session, the command line and a lesson's block, and an
// act sees it; so does an option of a list that is none of ours.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/operation_options.hpp"
#include "app/document/session/session.hpp"
#include "app/document/settings.hpp"
#include "app/lessons/act.hpp"
#include "app/lessons/operation_settings.hpp"

namespace normscope::cli {
namespace {

using ops::OptionValue;

// Values that an option of this row may have, others than its default.
std::vector<OptionValue> other_values(const ops::OptionInfo& option) {
  std::vector<OptionValue> values;
  if (const auto* const on = std::get_if<bool>(&option.standard)) values = {!*on};
  if (std::holds_alternative<double>(option.standard)) values = {0.25, 1e-7};
  if (std::holds_alternative<std::int64_t>(option.standard)) values = {std::int64_t{2}};
  if (std::holds_alternative<tensor::Shape>(option.standard)) values = {tensor::Shape{3, 4}};
  for (const ops::OptionWord& word : option.words) {
    if (OptionValue(word.name) != option.standard) values.emplace_back(word.name);
  }
  return values;
}

// Calls visit(options, option) for each option, with each value that is not its default, of each
// operation that has it.
template <class Visit>
int for_each_option(Visit visit) {
  int count = 0;
  const auto of_operation = [&](const auto& standard) {
    for (const auto& option : option_list(standard)) {
      if (option.names_operation || !option.belongs_to(standard)) continue;
      for (const OptionValue& value : other_values(option)) {
        auto options = standard;
        option.set(options, value);
        SCOPED_TRACE(std::string(option.key) + " " + ops::value_text(value));
        visit(options, option);
        ++count;
      }
    }
  };
  for (const auto& operation : ops::operations()) std::visit(of_operation, operation.options);
  return count;
}

document::Document document_with(const ops::Operation& operation) {
  auto values = tensor::Tensor::full({2, 4, 3, 4}, 1.0F);
  document::Document document =
      document::document_of("x", document::Constant{1}, *std::move(values));
  document::take_operation(document, operation);
  return document::fitted(std::move(document));
}

Parsed parse_words(const Command& grammar, const std::string& arguments) {
  std::vector<std::string> words{"normscope"};
  std::istringstream text(arguments);
  for (std::string word; text >> word;) words.push_back(word);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return parse(grammar, static_cast<int>(pointers.size()), pointers.data());
}

TEST(Options, GoThroughASession) {
  const int count = for_each_option([](const auto& options, const auto& /*option*/) {
    const document::Document document = document_with(options);
    const auto read = document::from_session(document::to_session(document));
    ASSERT_TRUE(read) << read.error().sentence;
    EXPECT_EQ(*read, document);
    EXPECT_EQ(document::core_operation(*read), ops::Operation(options));
  });
  EXPECT_GT(count, 50);
}

TEST(Options, GoThroughTheCommandLine) {
  for_each_option([](const auto& options, const auto& option) {
    if (option.name.empty()) return;
    GivenOperation given;
    Command grammar{"compute"};
    grammar.commands = operation_commands(given);
    const Parsed parsed = parse_words(grammar, ops::arguments_of(options));
    EXPECT_FALSE(parsed.wrong) << parsed.wrong->sentence;
    EXPECT_EQ(given.operation, ops::Operation(options));
  });
}

TEST(Options, GoThroughALessonsBlockAndAnAct) {
  for_each_option([](const auto& options, const auto& option) {
    if (option.name.empty()) return;
    const OptionValue value = option.get(options);
    std::string text = ops::value_text(value);
    if (std::holds_alternative<tensor::Shape>(value)) text = "[" + text + "]";
    if (std::holds_alternative<std::string_view>(value)) text = '"' + text + '"';
    if (const auto* const on = std::get_if<bool>(&value)) {
      text = *on != option.negated ? "true" : "false";
    }
    const std::string block = std::string(option.name) + " = " + text;
    lessons::TomlFaults faults;
    const auto table = lessons::parse_toml(block, 1);
    ASSERT_TRUE(table) << block;
    lessons::TomlTable settings(*table, faults);
    auto read = std::remove_cvref_t<decltype(options)>{};
    read = ops::with_operation_of(read, options);
    lessons::read_options(settings, read);
    settings.finish();
    EXPECT_FALSE(faults.error) << faults.error->sentence;
    EXPECT_EQ(read, options) << block;
    const auto seen = lessons::option_of(document_with(options), option.name);
    ASSERT_EQ(seen.has_value(), !std::holds_alternative<tensor::Shape>(value)) << option.name;
    if (seen && std::holds_alternative<std::string_view>(value)) {
      EXPECT_EQ(std::get<std::string>(*seen), std::get<std::string_view>(value));
    }
  });
}

// An options type of this test alone.
struct Made {
  double alpha = 0.5;
  std::int64_t heads = 1;
  bool sorted = true;
  bool operator==(const Made&) const = default;
};

std::span<const ops::OptionOf<Made>> option_list(const Made& /*made*/) {
  static const std::array<ops::OptionOf<Made>, 3> rows{
      ops::option_row<&Made::alpha>({.key = "alpha", .name = "alpha", .help = "a factor"}),
      ops::option_row<&Made::heads>(
          {.key = "heads", .name = "heads", .help = "how many", .least = 1, .most = 8}),
      ops::option_row<&Made::sorted>(
          {.key = "sorted", .name = "unsorted", .help = "do not sort", .negated = true})};
  return rows;
}

TEST(Options, OfAMadeUpListAreParsed) {
  Made made;
  Command grammar{"make"};
  add_options(grammar, takers_of(made));
  EXPECT_FALSE(parse_words(grammar, "--alpha -2.5 --heads 3 --unsorted").wrong);
  EXPECT_EQ(made, (Made{-2.5, 3, false}));
  EXPECT_EQ(parse_words(grammar, "--heads 9").wrong.value().sentence,
            "--heads: must be a whole number from 1 to 8, but is '9'");
  const auto help = parse_words(grammar, "--help").help.value_or("");
  EXPECT_NE(help.find("a factor (default 0.5)"), std::string::npos) << help;

  Made read;
  lessons::TomlFaults faults;
  const auto table = lessons::parse_toml("alpha = 2\nheads = 4\nunsorted = true", 1);
  ASSERT_TRUE(table);
  lessons::TomlTable settings(*table, faults);
  lessons::read_options(settings, read);
  settings.finish();
  EXPECT_FALSE(faults.error);
  EXPECT_EQ(read, (Made{2, 4, false}));
}

}  // namespace
}  // namespace normscope::cli
