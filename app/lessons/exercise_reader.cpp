// SPDX-License-Identifier: MIT
#include "app/lessons/exercise_reader.hpp"

#include <cmath>
#include <utility>

#include "app/document/settings.hpp"
#include "app/exercises/inputs.hpp"
#include "app/lessons/operation_settings.hpp"
#include "app/lessons/task_table.hpp"
#include "core/text/lines.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

using exercises::ArgumentRule;
using exercises::Problem;
using exercises::Values;

namespace {

// What more than these would take to judge, nobody waits for.
constexpr std::size_t kMostArguments = 8;
constexpr std::size_t kMostDimensions = 3;
constexpr std::size_t kMostLevels = 12;

bool is_python_name(std::string_view name) {
  const auto may_begin = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && may_begin(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return may_begin(c) || (c >= '0' && c <= '9'); });
}

std::string read_python_name(TomlTable& keys, std::string_view key) {
  auto name = keys.text(key).value_or("");
  if (!is_python_name(name))
    keys.refuse(key, tr("'{key}' must be a name of Python's", arg("key", key)));
  return name;
}

// A text, or a list of texts.
std::vector<std::string> read_texts(TomlTable& keys, std::string_view key) {
  const toml::node* const node = keys.any(key);
  if (node == nullptr) return {};
  if (const auto* text = node->as_string()) return {text->get()};
  std::vector<std::string> texts;
  if (const auto* list = node->as_array()) {
    for (const toml::node& each : *list) {
      const auto* const text = each.as_string();
      if (text == nullptr) break;
      texts.push_back(text->get());
    }
    if (texts.size() == list->size() && !texts.empty()) return texts;
  }
  keys.refuse(key, tr("'{key}' must be a text, or a list of texts", arg("key", key)));
  return {};
}

void read_array_rule(TomlTable& keys, ArgumentRule& rule) {
  for (const std::string& shape : read_texts(keys, "shape")) {
    const auto names = text::words_of(shape);
    rule.shapes.emplace_back(names.begin(), names.end());
    if (rule.shapes.back().size() > kMostDimensions) {
      keys.refuse("shape",
                  tr("a shape has at most {most} dimensions", arg("most", kMostDimensions)));
    }
  }
  for (const std::string& word : read_texts(keys, "values")) {
    const auto kind = base::value_of(exercises::values_names(), word);
    if (!kind) {
      keys.refuse("values",
                  tr("'values' must be of {names}, but has '{word}'",
                     arg("names", base::list_names(exercises::values_names())), arg("word", word)));
    }
    rule.values.push_back(kind.value_or(Values::kNormal));
  }
  if (rule.values.empty()) rule.values = {Values::kNormal};
  if (rule.values.size() > kMostLevels) {
    keys.refuse("values", tr("there are at most {most} levels", arg("most", kMostLevels)));
  }
}

ArgumentRule read_argument(const toml::node& node, TomlFaults& faults) {
  ArgumentRule rule;
  const toml::table* const table = node.as_table();
  if (table == nullptr) {
    faults.refuse(node, ErrorKind::kMalformed,
                  tr(R"(an argument must be a table such as { name = "x", shape = "rows n" })"));
    return rule;
  }
  TomlTable keys(*table, faults);
  rule.name = read_python_name(keys, "name");
  if (const toml::array* numbers = keys.array("numbers")) {
    for (const toml::node& each : *numbers) {
      const auto number = each.value<double>();
      if (number && std::isfinite(*number)) rule.numbers.push_back(*number);
    }
    if (rule.numbers.size() != numbers->size() || rule.numbers.empty()) {
      keys.refuse("numbers", tr("'numbers' must be a list of numbers"));
    }
  } else {
    if (!table->contains("shape")) {
      keys.refuse("shape", tr("an argument needs 'shape' or 'numbers'"));
    }
    read_array_rule(keys, rule);
  }
  keys.finish();
  return rule;
}

void read_arguments(TomlTable& keys, TomlFaults& faults, Problem& problem) {
  const toml::array* const list = keys.array("arguments");
  if (list != nullptr && list->size() <= kMostArguments) {
    for (const toml::node& node : *list) {
      problem.arguments.push_back(read_argument(node, faults));
      if (faults.error) return;
    }
  }
  if (problem.arguments.empty() || problem.arguments.front().shapes.empty()) {
    return keys.refuse("arguments", tr("'arguments' must be a list of 1 to {most}, of which "
                                       "the first is an array",
                                       arg("most", kMostArguments)));
  }
  const std::size_t shapes = exercises::shapes_of(problem);
  for (const ArgumentRule& rule : problem.arguments) {
    if (rule.shapes.size() > 1 && rule.shapes.size() != shapes) {
      keys.refuse("arguments", tr("{name} has {shapes} shapes, another argument {others}",
                                  arg("name", rule.name), arg("shapes", rule.shapes.size()),
                                  arg("others", shapes)));
    }
  }
}

// The operation of these settings, with the defaults of what they leave open.
void read_exercise_operation(TomlTable& keys, TomlFaults& faults, const StepNumbers& numbers,
                             Problem& problem) {
  const toml::table* const table = keys.table("operation");
  if (table == nullptr || faults.error) return;
  document::Document document = numbers.document();
  document.norm = {};
  document.softmax = {};
  document.relative = {};
  document.comparison.reset();
  TomlTable settings(*table, faults);
  read_operation(settings, faults, document);
  settings.finish();
  if (!faults.error) problem.operation = document::core_operation(document);
}

std::string read_source(TomlTable& keys, std::string_view key, const std::string& function) {
  auto source = keys.text(key).value_or("");
  if (source.find("def " + function + "(") == std::string::npos) {
    keys.refuse(key, tr("'{key}' must be Python that defines {function}", arg("key", key),
                        arg("function", function)));
  }
  return source;
}

}  // namespace

Expected<Exercise> read_exercise(const Block& block, StepNumbers& numbers) {
  const auto table = parse_toml(block.text, block.line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = block.line};
  TaskTable task(*table, faults, numbers);
  TomlTable& keys = task.keys();
  Exercise exercise;
  exercise.task = task.required_prose("task");
  Problem& problem = exercise.problem;
  problem.function = read_python_name(keys, "function");
  read_arguments(keys, faults, problem);
  problem.outputs = read_texts(keys, "outputs");
  if (problem.outputs.empty())
    keys.refuse("outputs", tr("'outputs' is missing: the names of what it returns"));
  problem.solution = read_source(keys, "solution", problem.function);
  problem.start = read_source(keys, "start", problem.function);
  problem.forbidden = read_texts(keys, "forbidden");
  read_exercise_operation(keys, faults, numbers, problem);
  if (problem.operation && problem.outputs.size() != 1) {
    keys.refuse("outputs", tr("an operation has one output"));
  }
  keys.finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return exercise;
}

}  // namespace normscope::lessons
