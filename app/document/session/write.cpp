// SPDX-License-Identifier: MIT
// Writes the text of a session for human readers: one line per row of numbers, one line per
// setting.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/document/session/keys.hpp"
#include "app/document/session/session.hpp"
#include "core/io/write_files.hpp"
#include "core/text/numbers.hpp"

namespace normscope::document {
namespace {

std::string json_text(std::string_view text) {
  // JSON is UTF-8, but a path of the system may not be.
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// "-0" alone would be read as an integer, which has no negative zero.
std::string with_point(std::string_view text) {
  return std::string(text == "-0" ? "-0.0" : text);
}

std::string number(double value) {
  if (std::isnan(value)) return "\"nan\"";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return with_point(fmt::format("{}", value));
}

// The shortest text that gives the same bits when read as double and rounded to float.
std::string number(float value) {
  constexpr std::uint32_t kPlainNan = 0x7fc00000;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value) && bits != kPlainNan) return fmt::format("\"nan({:08x})\"", bits);
  if (!std::isfinite(value)) return number(static_cast<double>(value));
  const std::string text = text::float_to_text(value);
  const bool same = static_cast<float>(*text::parse_double(text)) == value;
  return same ? with_point(text) : number(static_cast<double>(value));
}

std::string flag(bool on) {
  return on ? "true" : "false";
}

std::string list(std::span<const std::int64_t> numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}

template <class Enum>
std::string name(std::span<const base::Name<Enum>> table, Enum value) {
  return fmt::format("\"{}\"", base::name_of(table, value));
}

// A single number when all are equal, else all numbers in rows.
std::string values_text(const Array& array, std::string_view indent) {
  bool uniform = array.size() > 0;
  for (std::int64_t i = 1; i < array.size() && uniform; ++i) {
    uniform =
        std::bit_cast<std::uint32_t>(array.at(i)) == std::bit_cast<std::uint32_t>(array.at(0));
  }
  if (uniform) return number(array.at(0));
  const std::int64_t columns = array.shape().empty() ? 1 : array.shape().back();
  const bool rows = array.size() > columns;
  std::string text = "[";
  for (std::int64_t i = 0; i < array.size(); ++i) {
    if (rows && i % columns == 0) {
      text += fmt::format("{}\n{}  ", i == 0 ? "" : ",", indent);
    } else if (i > 0) {
      text += ", ";
    }
    text += number(array.at(i));
  }
  if (rows) text += fmt::format("\n{}", indent);
  return text + "]";
}

std::string changes_text(const Array& array) {
  std::string text;
  for (const auto& [index, value] : array.changes()) {
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", index, number(value));
  }
  return "[" + text + "]";
}

// The keys of what a person has said about a table, without braces; columns count from 0.
std::string table_text(const io::TableChoice& table) {
  std::vector<std::string> keys;
  if (table.separator) {
    const std::string_view text(&*table.separator, *table.separator == '\0' ? 0 : 1);
    keys.push_back(fmt::format(R"("separator": {})", json_text(text)));
  }
  if (table.decimal_mark) {
    keys.push_back(
        fmt::format(R"("decimal_mark": {})", json_text(std::string(1, *table.decimal_mark))));
  }
  if (table.header) keys.push_back(fmt::format(R"("header": {})", flag(*table.header)));
  if (!table.columns.empty()) {
    keys.push_back(fmt::format(R"("columns": {})", list(table.columns)));
  }
  return fmt::format("{}", fmt::join(keys, ", "));
}

// The keys of a file, without braces.
std::string file_text(const File& file) {
  std::string text = fmt::format(R"("path": {})", json_text(file.path));
  if (!file.sha256.empty()) text += fmt::format(R"(, "sha256": {})", json_text(file.sha256));
  if (!file.array.empty()) text += fmt::format(R"(, "array": {})", json_text(file.array));
  if (file.table) text += fmt::format(R"(, "table": {{{}}})", table_text(*file.table));
  return text;
}

std::string parameter_text(const Parameter& parameter) {
  const std::string numbers =
      parameter.file ? fmt::format(R"("file": {{{}}}, "changes": {})", file_text(*parameter.file),
                                   changes_text(parameter.values))
                     : R"("values": )" + values_text(parameter.values, "    ");
  return fmt::format(R"({{"on": {}, "shape": {}, {}}})", flag(parameter.on),
                     list(parameter.values.shape()), numbers);
}

std::string norm_text(const NormSettings& norm) {
  const ops::NormOptions& options = norm.options;
  return fmt::format(R"({{
    "kind": {},
    "normalized_shape": {},
    "groups": {},
    "epsilon": {},
    "epsilon_on": {},
    "epsilon_placement": {},
    "estimator": {},
    "algorithm": {},
    "centring": {},
    "returned": {},
    "gamma": {},
    "beta": {}
  }})",
                     name(ops::normalization_names(), options.kind), list(options.normalized_shape),
                     options.groups, number(options.epsilon), flag(norm.epsilon_on),
                     name(ops::epsilon_placement_names(), options.epsilon_placement),
                     name(ops::variance_estimator_names(), options.estimator),
                     name(ops::variance_algorithm_names(), options.algorithm),
                     flag(options.centring), name(ops::returned_names(), options.returned),
                     parameter_text(norm.gamma), parameter_text(norm.beta));
}

std::string softmax_text(const ops::SoftmaxOptions& options) {
  return fmt::format(R"({{"dim": {}, "temperature": {}, "algorithm": {}, "log": {}}})", options.dim,
                     number(options.temperature),
                     name(ops::softmax_algorithm_names(), options.algorithm), flag(options.log));
}

std::string step_text(const HandWrittenStep& step) {
  return fmt::format(
      R"(
          {{"name": {}, "symbol": {}, "formula": {}, "cell": {}, "line": {}, "text": {},
           "shape": {}, "values": {}}})",
      json_text(step.name), json_text(step.symbol), json_text(step.formula), step.cell, step.line,
      json_text(step.text), list(step.values.shape()), values_text(step.values, "           "));
}

std::string fields(const Typed& /*origin*/) {
  return {};
}
std::string fields(const Random& origin) {
  return fmt::format(R"(, "distribution": {}, "a": {}, "b": {}, "seed": {}, "position": {})",
                     name(distribution_names(), origin.distribution), number(origin.a),
                     number(origin.b), origin.seed, origin.position);
}
std::string fields(const Constant& origin) {
  return fmt::format(R"(, "value": {})", number(origin.value));
}
std::string fields(const Ramp& origin) {
  return fmt::format(R"(, "start": {}, "step": {})", number(origin.start), number(origin.step));
}
std::string fields(const File& origin) {
  return ", " + file_text(origin);
}
std::string fields(const Variable& origin) {
  std::string head = fmt::format(R"(, "lesson": {}, "name": {})", json_text(origin.lesson),
                                 json_text(origin.name));
  if (!origin.hand_written) return head;
  std::vector<std::string> steps;
  for (const HandWrittenStep& step : origin.hand_written->steps) steps.push_back(step_text(step));
  return head + fmt::format(R"(,
        "subject": {}, "norm": {},
        "softmax": {},
        "steps": [{}])",
                            name(subject_names(), origin.hand_written->subject),
                            norm_text(origin.hand_written->norm),
                            softmax_text(origin.hand_written->softmax), fmt::join(steps, ","));
}
std::string fields(const LinearLayer& layer) {
  return fmt::format(R"(, "out_features": {}, "seed": {}, "position": {})", layer.out_features,
                     layer.seed, layer.position);
}
std::string fields(const ReluLayer& /*layer*/) {
  return {};
}

// The object of a variant: {"kind": "random", ...}.
template <class Variant, class Kinds>
std::string alternative(const Variant& variant, const Kinds& kinds) {
  return fmt::format(R"({{"kind": "{}"{}}})", kinds[variant.index()].name,
                     std::visit([](const auto& known) { return fields(known); }, variant));
}

// Typed values and variables have no recipe and are written as values.
bool holds_values(const Origin& origin) {
  return std::holds_alternative<Typed>(origin) || std::holds_alternative<Variable>(origin);
}

std::string input_text(const Input& input) {
  const std::string numbers = holds_values(input.origin)
                                  ? R"("values": )" + values_text(input.values, "      ")
                                  : R"("changes": )" + changes_text(input.values);
  return fmt::format(R"(    {{
      "name": {},
      "origin": {},
      "shape": {},
      {}
    }})",
                     json_text(input.name), alternative(input.origin, kOriginKinds),
                     list(input.values.shape()), numbers);
}

std::string other_text(const SameOperation& /*same*/) {
  return fmt::format(R"({{"kind": "{}"}})", kOtherKinds[0].name);
}
std::string other_text(const Operation& other) {
  return fmt::format(R"({{"kind": "{}", "subject": {}, "norm": {},
        "softmax": {}}})",
                     kOtherKinds[1].name, name(subject_names(), other.subject),
                     norm_text(other.norm), softmax_text(other.softmax));
}
std::string other_text(const GivenOutput& given) {
  return fmt::format(R"({{"kind": "{}", "output":
{}}})",
                     kOtherKinds[2].name, input_text({given.name, given.origin, given.values}));
}

// The choices about the figure; nothing where none was made.
std::string choice_text(const FigureChoice& choice) {
  if (choice == FigureChoice{}) return {};
  return fmt::format(R"(, "figure_choice": {{"of_group": {}, "parts": {}, "step": {}}})",
                     choice.of_group, name(distribution_parts_names(), choice.parts),
                     json_text(choice.step));
}

// The line of the comparison; nothing without one.
std::string comparison_text(const std::optional<Comparison>& comparison) {
  if (!comparison) return {};
  return fmt::format(
      R"(  "comparison": {{
    "a_calculation": {}, "b_calculation": {},
    "b": {}
  }},
)",
      name(calculation_names(), comparison->a_calculation),
      name(calculation_names(), comparison->b_calculation),
      std::visit([](const auto& known) { return other_text(known); }, comparison->b));
}

}  // namespace

std::string to_session(const Document& document) {
  std::vector<std::string> inputs;
  for (const Input& input : document.inputs) inputs.push_back(input_text(input));
  std::vector<std::string> layers;
  for (const Layer& layer : document.layers) layers.push_back(alternative(layer, kLayerKinds));
  return fmt::format(
      R"({{
  "normscope_session": {},
  "inputs": [
{}
  ],
  "input": {},
  "layers": [{}],
  "subject": {},
  "norm": {},
  "softmax": {},
{}  "selection": {{"row": {}, "column": {}}},
  "view": {{"layout": {}, "step": {}, "digits": {}, "outer": {}, "figure": {}{}}},
  "lesson": {{"id": {}, "step": {}}}
}}
)",
      kSessionVersion, fmt::join(inputs, ",\n"), document.input, fmt::join(layers, ", "),
      name(subject_names(), document.subject), norm_text(document.norm),
      softmax_text(document.softmax), comparison_text(document.comparison), document.selection.row,
      document.selection.column, name(stage_layout_names(), document.view.layout),
      json_text(document.view.step), name(digits_names(), document.view.digits),
      list(document.view.outer), json_text(document.view.figure),
      choice_text(document.view.figure_choice), json_text(document.lesson.lesson),
      document.lesson.step);
}

base::Expected<void> save_session(const std::filesystem::path& path, const Document& document) {
  return io::write_file(path, to_session(document));
}

}  // namespace normscope::document
