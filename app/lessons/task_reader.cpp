// SPDX-License-Identifier: MIT
#include "app/lessons/task_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/lessons/practice.hpp"
#include "app/lessons/scene.hpp"
#include "app/lessons/task_table.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

namespace {

NumberQuestion read_number(TaskTable& task) {
  NumberQuestion question;
  const toml::node* const node = task.keys().any("number");
  if (const auto* reference = node->as_string()) {
    const ShownNumber number = task.number("number", reference->get());
    question = {.value = number.value, .text = number.text};
  } else if (const auto value = task.keys().number("number")) {
    question = {.value = *value, .text = fmt::format("{}", *value)};
  }
  const auto within = task.keys().number("within");
  if (!within || !(*within >= 0)) {
    task.keys().refuse("within", tr("a number needs 'within': how far off an answer may be"));
  }
  question.within = within.value_or(0);
  return question;
}

ChoiceQuestion read_choices(TaskTable& task, TomlFaults& faults) {
  ChoiceQuestion question;
  const toml::array* const list = task.keys().array("choices");
  if (list == nullptr) return question;
  for (const toml::node& node : *list) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      faults.refuse(node, ErrorKind::kMalformed,
                    tr(R"(a choice must be a table such as { text = "...", why = "..." })"));
      return question;
    }
    TaskTable inner(*table, faults, task.numbers());
    Choice choice;
    choice.text = inner.required_prose("text");
    choice.right = inner.keys().flag("right").value_or(false);
    choice.why = inner.prose("why");
    if (!choice.right && choice.why.empty()) {
      inner.keys().refuse("why", tr("a wrong choice needs 'why': the misconception behind it"));
    }
    inner.keys().finish();
    question.choices.push_back(std::move(choice));
  }
  if (question.choices.size() < 2)
    task.keys().refuse("choices", tr("there must be two choices or more"));
  if (std::ranges::count(question.choices, true, &Choice::right) != 1) {
    task.keys().refuse("choices", tr("exactly one choice must have right = true"));
  }
  return question;
}

// The tests of a condition on a number or an option.
void read_tests(TomlTable& keys, Condition& condition) {
  condition.above = keys.number("above");
  condition.below = keys.number("below");
  const toml::node* const is = keys.any("is");
  if (is == nullptr) return;
  if (const auto* flag = is->as_boolean()) {
    condition.is = flag->get();
  } else if (const auto* word = is->as_string()) {
    condition.is = word->get();
  } else if (const auto number = keys.number("is")) {
    condition.is = *number;
  }
}

void read_value(TaskTable& task, Condition& condition) {
  const std::string source = task.keys().text("value").value_or("");
  const ShownNumber now = task.number("value", source);
  read_tests(task.keys(), condition);
  condition.within = task.keys().number("within").value_or(0);
  const bool changed = task.keys().flag("changed").value_or(false);
  if (changed) condition.not_now = now.value;
  if (condition.is && !std::holds_alternative<double>(*condition.is)) {
    task.keys().refuse("is", tr("a value is a number"));
  }
  if (!condition.above && !condition.below && !condition.is && !changed) {
    task.keys().refuse("value", tr("a value needs above, below, is or changed = true"));
  }
  condition.subject = parse_reference(source).value_or(Reference{});
}

void read_option(TaskTable& task, Condition& condition) {
  const std::string name = task.keys().text("option").value_or("");
  read_tests(task.keys(), condition);
  const bool ordered = condition.above || condition.below;
  const auto wanted = ordered ? std::optional<Setting>(0.0) : condition.is;
  if (!wanted) task.keys().refuse("option", tr("an option needs is, above or below"));
  const auto known = check_option(task.numbers().document(), name, wanted);
  if (!known)
    task.keys().keep(ordered ? "option" : task.has("is") ? "is" : "option", known.error());
  condition.subject = Option{name};
}

Condition read_condition(const toml::node& node, TomlFaults& faults, StepNumbers& numbers) {
  Condition condition;
  const toml::table* const table = node.as_table();
  if (table == nullptr) {
    faults.refuse(node, ErrorKind::kMalformed,
                  tr("a change must be a table such as { value = \"variance[0]\", above = 1 }"));
    return condition;
  }
  TaskTable task(*table, faults, numbers);
  constexpr std::array<std::string_view, 4> kSubjects{"value", "option", "selected", "focus"};
  task.expect_one_of(kSubjects);
  if (faults.error) return condition;
  if (task.has("value")) {
    read_value(task, condition);
  } else if (task.has("option")) {
    read_option(task, condition);
  } else if (task.has("selected")) {
    condition.subject = task.cell("selected", false).value_or(Selected{});
  } else {
    const std::string card = task.keys().text("focus").value_or("");
    const auto names = card_names(numbers.evaluation());
    if (std::ranges::find(names, card) == names.end()) {
      task.keys().refuse("focus", tr("'focus' must be one of the steps {names}, but is '{card}'",
                                     arg("names", text::listed(names)), arg("card", card)));
    }
    condition.subject = Focus{card};
  }
  task.keys().finish();
  return condition;
}

// "the first number: reported -2.3716, here -2.3716".
std::vector<Inline> read_reported_number(const toml::table& table, TomlFaults& faults,
                                         StepNumbers& numbers, int line,
                                         std::vector<Reported>& reported) {
  TaskTable task(table, faults, numbers);
  std::vector<Inline> text = task.required_prose("what");
  std::optional<StepNumbers> changed;
  if (const toml::table* changes = task.keys().table("with"); changes != nullptr && !faults.error) {
    auto document = read_changes(*changes, faults, numbers.document());
    if (!document) return {};
    changed.emplace(numbers.of(*std::move(document)));
    task.take_numbers_of(*changed);
  }
  const std::string reference = task.keys().text("number").value_or("");
  const std::string is = task.keys().text("is").value_or("");
  if (is.empty()) task.keys().refuse("is", tr("'is' is missing: the number as it was reported"));
  const ShownNumber here = task.number("number", reference);
  task.keys().finish();
  text.push_back({.text = ": reported "});
  text.push_back({.text = is, .code = true});
  text.push_back({.text = ", here "});
  // A number of another document is not on the stage.
  text.push_back({.text = here.text, .code = changed.has_value()});
  if (!changed) text.back().reference = reference;
  reported.push_back({.line = line, .is = is, .here = here.text});
  return text;
}

// The last of the step's cards that the answer and what is said with it name; empty: none.
std::string last_card(const std::vector<std::string>& references, StepNumbers& numbers) {
  std::string last;
  for (const std::string& source : references) {
    const auto reference = parse_reference(source);
    if (!reference) continue;
    const auto names = card_names(numbers.evaluation());
    const auto found = std::ranges::find(names, reference->card);
    if (found == names.end()) continue;
    if (last.empty() || found > std::ranges::find(names, last)) last = *found;
  }
  return last;
}

// What the answer uncovers where the step holds it back: nothing where it is on another document.
std::string uncovered_by(const Prediction& prediction, const toml::table& table,
                         StepNumbers& numbers) {
  if (prediction.shows) return {};
  std::vector<std::string> references{table["number"].value_or(std::string())};
  for (const Inline& part : prediction.reveal) references.push_back(part.reference);
  return last_card(references, numbers);
}

}  // namespace

Expected<Prediction> read_prediction(const Block& block, StepNumbers& numbers) {
  const auto table = parse_toml(block.text, block.line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = block.line};
  TaskTable task(*table, faults, numbers);
  Prediction prediction;
  prediction.ask = task.required_prose("ask");
  std::optional<StepNumbers> after;
  if (const toml::table* changes = task.keys().table("with"); changes != nullptr && !faults.error) {
    prediction.shows =
        read_changes(*changes, faults, numbers.document()).value_or(numbers.document());
    after.emplace(numbers.of(*prediction.shows));
    task.take_numbers_of(*after);
  }
  constexpr std::array<std::string_view, 3> kQuestions{"number", "choices", "cell"};
  task.expect_one_of(kQuestions);
  if (faults.error) return tl::unexpected(*faults.error);
  if (task.has("number")) {
    prediction.question = read_number(task);
  } else if (task.has("choices")) {
    prediction.question = read_choices(task, faults);
  } else if (const auto cell = task.cell("cell", true)) {
    prediction.question = CellQuestion{{cell->row, cell->column.value_or(0)}};
  }
  prediction.reveal = task.prose("reveal");
  const bool practised = task.keys().table("practice") != nullptr;
  task.keys().finish();
  if (faults.error) return tl::unexpected(*faults.error);
  if (practised) {
    prediction.practice = Practice{block.text, block.line};
    // A rule with a fault is none of any day's.
    const auto drawn = draw_practice(*prediction.practice, numbers.document(), 0);
    if (!drawn) return tl::unexpected(drawn.error());
  }
  prediction.uncovers = uncovered_by(prediction, *table, numbers);
  return prediction;
}

Expected<Act> read_act(const Block& block, StepNumbers& numbers) {
  const auto table = parse_toml(block.text, block.line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = block.line};
  TaskTable task(*table, faults, numbers);
  Act act;
  act.what = task.required_prose("do");
  if (const toml::array* changes = task.keys().array("changes")) {
    for (const toml::node& node : *changes) {
      act.changes.push_back(read_condition(node, faults, numbers));
      if (faults.error) break;
    }
  }
  if (act.changes.empty()) {
    task.keys().refuse("changes", tr("'changes' is missing: a list of what must change"));
  }
  task.keys().finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return act;
}

Expected<std::vector<Block>> read_reported(const Block& block, StepNumbers& numbers,
                                           std::vector<Reported>& reported) {
  const auto table = parse_toml(block.text, block.line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = block.line};
  TomlTable keys(*table, faults);
  const toml::array* const list = keys.array("numbers");
  keys.finish();
  if (list == nullptr || list->empty()) {
    keys.refuse("numbers", tr("'numbers' is missing: a list of what was reported"));
    return tl::unexpected(*faults.error);
  }
  std::vector<Block> items;
  for (std::size_t at = 0; !faults.error && at < list->size(); ++at) {
    const toml::table* const row = list->get(at)->as_table();
    if (row == nullptr) {
      faults.refuse(*list->get(at), ErrorKind::kMalformed,
                    tr("a reported number must be a table such as { what = \"y\", number = "
                       "\"output[0, 0]\", is = \"0.5\" }"));
      break;
    }
    items.push_back({.kind = BlockKind::kItem, .line = block.line, .depth = 1});
    items.back().inlines = read_reported_number(*row, faults, numbers, block.line, reported);
  }
  if (faults.error) return tl::unexpected(*faults.error);
  return items;
}

Expected<std::vector<Inline>> read_hint(const Block& block, StepNumbers& numbers) {
  const auto table = parse_toml(block.text, block.line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = block.line};
  TaskTable task(*table, faults, numbers);
  auto text = task.required_prose("text");
  task.keys().finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return text;
}

}  // namespace normscope::lessons
