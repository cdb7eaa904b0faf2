// SPDX-License-Identifier: MIT
// The manual page names every option of every command, and no other; and every environment variable
// that is read. What there is is read from --help.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/environment.hpp"
#include "core/ops/operation.hpp"
#include "tests/e2e/process.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using Names = std::set<std::string>;
using OptionsOf = std::map<std::string, Names>;  // by command, such as "compute softmax"

// The first words of the lines of a part of a help text.
std::vector<std::string> first_words(const std::string& help, const std::string& part) {
  std::vector<std::string> words;
  std::istringstream lines(help);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) inside = false;
    const bool begins_entry = line.starts_with("  ") && line.size() > 2 && line[2] != ' ';
    if (inside && begins_entry) words.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == part + ":") inside = true;
  }
  return words;
}

// Every command has --help, which the page says once: it is left out.
void add_from_help(const std::vector<std::string>& words, OptionsOf& options) {
  std::vector<std::string> arguments = words;
  arguments.emplace_back("--help");
  const Ended ended = run_normscope(arguments);
  ASSERT_EQ(ended.status, 0) << ended.err;
  std::string command;
  for (const std::string& word : words) command += (command.empty() ? "" : " ") + word;
  Names& own = options[command];
  for (const std::string& word : first_words(ended.out, "Options")) {
    if (word != "-h,--help") own.insert(word);
  }
  for (const std::string& word : first_words(ended.out, "Subcommands")) {
    std::vector<std::string> inner = words;
    inner.push_back(word);
    add_from_help(inner, options);
  }
}

// Lines `.\" commands: A, B` name the commands whose options follow in `.It Fl -NAME`.
OptionsOf options_in(const std::string& page) {
  const std::regex item(R"(\.It Fl -([a-z-]+).*)");
  const std::string heads = ".\\\" commands: ";
  OptionsOf options;
  Names commands;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (line.starts_with(heads)) {
      commands.clear();
      std::istringstream names(line.substr(heads.size()));
      for (std::string name; std::getline(names >> std::ws, name, ',');) {
        commands.insert(name == "normscope" ? "" : name);
      }
      for (const std::string& command : commands) options[command];
    } else if (line.starts_with(".Sh ")) {
      commands.clear();
    } else if (std::regex_match(line, found, item)) {
      EXPECT_FALSE(commands.empty()) << line;
      for (const std::string& command : commands) options[command].insert("--" + found.str(1));
    }
  }
  return options;
}

std::string manual() {
  return read_file(NORMSCOPE_MANUAL);
}

TEST(Manual, AnOptionBelongsToTheCommandsAboveIt) {
  const OptionsOf options = options_in(
      ".\\\" commands: normscope\n.It Fl -a\n.\\\" commands: b, b c\n.It Fl -d Ar N\n.Sh FILES\n");
  EXPECT_EQ(options, (OptionsOf{{"", {"--a"}}, {"b", {"--d"}}, {"b c", {"--d"}}}));
}

TEST(Manual, HasTheOptionsOfEveryCommandAndNoOthers) {
  OptionsOf expected;
  add_from_help({}, expected);
  ASSERT_GT(expected.size(), 15U);
  EXPECT_EQ(options_in(manual()), expected);
  EXPECT_NE(manual().find(".It Fl h , -help\n"), std::string::npos);
}

// The text of an option's entry, of the first command that has it.
std::string entry_of(const std::string& page, std::string_view command, std::string_view option) {
  std::string entry;
  bool of_command = false;
  bool inside = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(".\\\" commands: ")) {
      of_command = (line + ",").find(" " + std::string(command) + ",") != std::string::npos;
    }
    const std::string head = ".It Fl -" + std::string(option);
    if (line.starts_with(".It ") || line.starts_with(".El")) {
      if (inside) return entry;
      inside = of_command && (line == head || line.starts_with(head + " "));
    }
    if (inside) entry += line + " ";
  }
  return entry;
}

// The list of the options says the same as the page and as --help: names of a table, the default,
// the line of help.
TEST(Manual, SaysOfEveryOptionWhatItsListSays) {
  int checked = 0;
  const auto check = [&](std::string_view operation, const auto& options, const std::string& help) {
    for (const auto& option : option_list(options)) {
      if (option.name.empty() || !option.belongs_to(options)) continue;
      const std::string entry =
          entry_of(manual(), "compute " + std::string(operation), option.name);
      EXPECT_FALSE(entry.empty()) << operation << " " << option.name;
      std::string words;
      for (const ops::OptionWord& word : option.words) {
        words += (words.empty() ? "Cm " : " | ") + std::string(word.name);
      }
      EXPECT_NE(entry.find(words), std::string::npos) << entry;
      std::istringstream lines(help_with_default(option));
      for (std::string line; std::getline(lines, line); ++checked) {
        EXPECT_NE(help.find(line), std::string::npos) << help << line;
        const auto at = line.find("(default");
        if (at == std::string::npos) continue;
        // "(default 1e-5)", "(default: the last dimension)"; a minus is written as \\-.
        const auto first = line.find_first_of(": ", at) + 1;
        const std::string value(line.substr(first, line.size() - 1 - first));
        const auto told = entry.find("Default:");
        ASSERT_NE(told, std::string::npos) << entry;
        const auto plain = value.substr(value.find_first_not_of(" -"));
        EXPECT_NE(entry.find(plain, told), std::string::npos) << entry << plain;
      }
    }
  };
  for (const auto& [name, operation] : ops::operations()) {
    const Ended ended = run_normscope({"compute", std::string(name), "--help"});
    std::visit([&, name = name](const auto& known) { check(name, known, ended.out); }, operation);
  }
  EXPECT_GT(checked, 30);
}

// An option in the guide is one of some command.
TEST(Manual, HasTheOptionsThatTheGuideNames) {
  Names known{"--help"};
  for (const auto& [command, options] : options_in(manual())) {
    known.insert(options.begin(), options.end());
  }
  const std::regex option(R"(--[a-z][a-z-]*)");
  int named = 0;
  for (const auto& entry : std::filesystem::directory_iterator(NORMSCOPE_DOCS)) {
    if (entry.path().extension() != ".md") continue;
    const std::string page = read_file(entry.path());
    for (auto found = std::sregex_iterator(page.begin(), page.end(), option);
         found != std::sregex_iterator(); ++found, ++named) {
      EXPECT_TRUE(known.contains(found->str())) << entry.path() << ": " << found->str();
    }
  }
  EXPECT_GT(named, 20);
}

TEST(Manual, HasTheEnvironmentVariablesThatAreReadAndNoOthers) {
  Names expected;
  for (const auto& variable : base::environment_variables()) expected.insert(variable.name);
  const std::string page = manual();
  const std::regex line(R"((?:\.It Ev|\.Ev) ([A-Z_ ,]+[A-Z]))");
  Names named;
  for (auto found = std::sregex_iterator(page.begin(), page.end(), line);
       found != std::sregex_iterator(); ++found) {
    std::istringstream names(found->str(1));
    for (std::string name; names >> name;) {
      if (name != ",") named.insert(name);
    }
  }
  EXPECT_EQ(named, expected);
}

}  // namespace
}  // namespace normscope::testing
