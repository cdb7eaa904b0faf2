// SPDX-License-Identifier: MIT
#include "app/lessons/chain_settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/hand_written.hpp"
#include "core/text/translate.hpp"
#include "core/trace/primitive.hpp"
#include "core/trace/role.hpp"
#include "core/trace/written.hpp"

namespace normscope::lessons {

namespace {

std::vector<base::Name<trace::Primitive>> primitive_names() {
  std::vector<base::Name<trace::Primitive>> names;
  for (const trace::PrimitiveRow& row : trace::primitives()) {
    // The input is given; a parameter would need values.
    if (row.primitive != trace::Primitive::kGiven) names.push_back({row.primitive, row.id});
  }
  return names;
}

// The numbers of earlier steps, or of dimensions.
std::vector<int> read_numbers(TomlTable& keys, std::string_view key) {
  std::vector<int> numbers;
  const toml::array* const list = keys.array(key);
  if (list == nullptr) return numbers;
  for (const toml::node& node : *list) {
    const auto number = node.value<std::int64_t>().value_or(-1);
    if (number < 0 || number >= std::int64_t{trace::kMostWrittenSteps}) {
      keys.refuse(key, tr("'{key}' holds whole numbers from 0 to {most}", arg("key", key),
                          arg("most", trace::kMostWrittenSteps - 1)));
      return {};
    }
    numbers.push_back(static_cast<int>(number));
  }
  return numbers;
}

trace::WrittenStep read_step(const toml::table& table, TomlFaults& faults) {
  TomlTable keys(table, faults);
  trace::WrittenStep step;
  step.name = keys.text("name").value_or("");
  if (step.name.empty()) keys.refuse("name", tr("a step needs a 'name'"));
  step.symbol = keys.text("symbol").value_or(step.name);
  step.formula = keys.text("formula").value_or(step.symbol);
  step.role = base::value_of(trace::role_names(), step.name).value_or(trace::Role::kNone);
  const auto names = primitive_names();
  const auto primitive = keys.choice("primitive", std::span(names));
  if (!primitive) keys.refuse("primitive", tr("a step needs a 'primitive'"));
  step.primitive = primitive.value_or(trace::Primitive::kGiven);
  const std::vector<int> operands = read_numbers(keys, "operands");
  if (!operands.empty()) step.a = operands[0];
  if (operands.size() > 1) step.b = operands[1];
  step.c = keys.number("constant").value_or(0);
  step.of_size = keys.flag("of_size").value_or(false);
  for (const int dim : read_numbers(keys, "dims")) {
    step.dims.push_back(static_cast<std::size_t>(dim));
  }
  keys.finish();
  return step;
}

}  // namespace

void read_written_steps(const toml::array& list, TomlFaults& faults, document::Document& document) {
  document::Input& input = document.inputs[document.input];
  document::HandWritten written;
  written.subject = document::Subject::kChain;
  written.steps.emplace_back();
  written.steps.front().step = {
      .role = trace::Role::kInput, .name = "input", .symbol = "x", .formula = "x"};
  written.steps.front().step.shape = input.values.shape();
  written.steps.front().values = input.values;
  for (const toml::node& node : list) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      return faults.refuse(
          node, ErrorKind::kMalformed,
          tr(R"('steps' is a list of tables { name = "output", primitive = ... })"));
    }
    written.steps.emplace_back();
    written.steps.back().step = read_step(*table, faults);
    if (faults.error) return;
  }
  if (const auto fits = document::check_steps(written, input.values.shape()); !fits) {
    return faults.refuse(list, fits.error().kind, fits.error().sentence, fits.error().hint);
  }
  input.origin =
      document::Variable{.lesson = {}, .name = input.name, .hand_written = std::move(written)};
  document.layers.clear();
  document.subject = document::Subject::kChain;
}

}  // namespace normscope::lessons
