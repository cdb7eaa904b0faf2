// SPDX-License-Identifier: MIT
// Reads a document from the text of a session. Anything that the writer would not write is refused.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/comparison.hpp"
#include "app/document/session/file_keys.hpp"
#include "app/document/session/keys.hpp"
#include "app/document/session/node.hpp"
#include "app/document/session/numbers_asked.hpp"
#include "app/document/session/session.hpp"
#include "app/document/session/versions.hpp"
#include "core/io/read_file.hpp"

namespace normscope::document {

using base::Expected;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr std::string_view kVersionKey = "normscope_session";

// All values of an array: one number for all, or a list.
Array read_values(const SessionNode& node, const Shape& shape) {
  if (node.failed()) return {};
  Expected<Tensor> values;
  if (node.is_list()) {
    std::vector<float> numbers;
    for (const SessionNode& item : node.items()) numbers.push_back(item.value());
    values = Tensor::from_values(shape, std::move(numbers));
  } else {
    values = Tensor::full(shape, node.value());
  }
  if (node.failed()) return {};
  if (!values) {
    node.fail(values.error());
    return {};
  }
  return Array(*std::move(values));
}

// The values that an origin generates, with single numbers changed.
Array read_recipe(const SessionNode& node, const Origin& origin, const Shape& shape) {
  std::vector<std::pair<std::int64_t, float>> changes;
  const std::int64_t count = node.failed() ? 0 : tensor::product(shape);
  for (const SessionNode& change : node.at("changes").items()) {
    const auto pair = change.items();
    if (pair.size() != 2) {
      change.fail("must be a position and a value");
      break;
    }
    changes.emplace_back(pair[0].whole(), pair[1].value());
    if (changes.back().first < 0 || changes.back().first >= count) {
      pair[0].fail(fmt::format("must be one of {} positions, 0 first", count));
    }
  }
  if (node.failed()) return {};
  auto values = make_values(origin, shape);
  if (!values) {
    node.fail(values.error());
    return {};
  }
  // A file of one number may be read as a scalar.
  const auto shaped = Array(*std::move(values)).reshaped(shape);
  if (!shaped) {
    node.fail(shaped.error());
    return {};
  }
  return shaped->with(changes);
}

Layer read_layer(const SessionNode& node) {
  if (node.at("kind").one_of<LayerKind>(kLayerKinds) == LayerKind::kRelu) {
    node.expect_keys({"kind"});
    return ReluLayer{};
  }
  node.expect_keys({"kind", "out_features", "seed", "position"});
  const LinearLayer layer{node.at("out_features").whole(), node.at("seed").count(),
                          node.at("position").count()};
  if (const auto checked = check_layer(layer); !checked) node.fail(checked.error());
  return layer;
}

Parameter read_parameter(const SessionNode& node) {
  const bool from_file = node.has("file");
  node.expect_keys({"on", "shape", from_file ? "changes" : "values"}, {"file"});
  const Shape shape = node.at("shape").shape();
  const bool on = node.at("on").flag();
  if (!from_file) return {on, read_values(node.at("values"), shape)};
  node.at("file").expect_keys({"path"}, {"sha256", "array", "table"});
  File file = read_file_keys(node.at("file"));
  Array values = read_recipe(node, file, shape);
  return {on, std::move(values), std::move(file)};
}

NormSettings read_norm(const SessionNode& node) {
  node.expect_keys({"kind", "normalized_shape", "groups", "epsilon", "epsilon_on",
                    "epsilon_placement", "estimator", "algorithm", "centring", "returned", "gamma",
                    "beta"});
  NormSettings norm;
  norm.options.kind = node.at("kind").one_of(ops::normalization_names());
  norm.options.normalized_shape = node.at("normalized_shape").shape();
  norm.options.groups = node.at("groups").whole();
  norm.options.epsilon = node.at("epsilon").number();
  norm.options.epsilon_placement =
      node.at("epsilon_placement").one_of(ops::epsilon_placement_names());
  norm.options.estimator = node.at("estimator").one_of(ops::variance_estimator_names());
  norm.options.algorithm = node.at("algorithm").one_of(ops::variance_algorithm_names());
  norm.options.centring = node.at("centring").flag();
  norm.options.returned = node.at("returned").one_of(ops::returned_names());
  norm.epsilon_on = node.at("epsilon_on").flag();
  norm.gamma = read_parameter(node.at("gamma"));
  norm.beta = read_parameter(node.at("beta"));
  if (!(norm.options.epsilon >= 0) || std::isinf(norm.options.epsilon)) {
    node.at("epsilon").fail("must be a finite number, zero or more");
  }
  return norm;
}

ops::SoftmaxOptions read_softmax(const SessionNode& node) {
  node.expect_keys({"dim", "temperature", "algorithm", "log"});
  ops::SoftmaxOptions options;
  options.dim = node.at("dim").whole();
  options.temperature = node.at("temperature").number();
  options.algorithm = node.at("algorithm").one_of(ops::softmax_algorithm_names());
  options.log = node.at("log").flag();
  if (!(options.temperature > 0) || std::isinf(options.temperature)) {
    node.at("temperature").fail("must be a finite number above zero");
  }
  return options;
}

int read_place(const SessionNode& node) {
  const std::int64_t place = node.whole();
  if (place < 0 || place > std::numeric_limits<int>::max()) {
    node.fail("must be a number from 1, or 0 for none");
    return 0;
  }
  return static_cast<int>(place);
}

HandWrittenStep read_step(const SessionNode& node) {
  node.expect_keys({"name", "symbol", "formula", "cell", "line", "text", "shape", "values"});
  const Shape shape = node.at("shape").shape();
  return {node.at("name").text(),
          node.at("symbol").text(),
          node.at("formula").text(),
          read_place(node.at("cell")),
          read_place(node.at("line")),
          node.at("text").text(),
          read_values(node.at("values"), shape)};
}

Variable read_variable(const SessionNode& node) {
  Variable variable;
  variable.lesson = node.at("lesson").text();
  variable.name = node.at("name").text();
  if (!node.has("steps")) {
    node.expect_keys({"kind", "lesson", "name"});
    return variable;
  }
  node.expect_keys({"kind", "lesson", "name", "subject", "norm", "softmax", "steps"});
  HandWritten hand_written;
  hand_written.subject = node.at("subject").one_of(subject_names());
  hand_written.norm = read_norm(node.at("norm"));
  hand_written.softmax = read_softmax(node.at("softmax"));
  for (const SessionNode& step : node.at("steps").items()) {
    hand_written.steps.push_back(read_step(step));
  }
  variable.hand_written = std::move(hand_written);
  return variable;
}

Origin read_origin(const SessionNode& node) {
  switch (node.at("kind").one_of<OriginKind>(kOriginKinds)) {
    case OriginKind::kTyped:
      break;
    case OriginKind::kRandom:
      node.expect_keys({"kind", "distribution", "a", "b", "seed", "position"});
      return Random{node.at("distribution").one_of(distribution_names()), node.at("a").number(),
                    node.at("b").number(), node.at("seed").count(), node.at("position").count()};
    case OriginKind::kConstant:
      node.expect_keys({"kind", "value"});
      return Constant{node.at("value").number()};
    case OriginKind::kRamp:
      node.expect_keys({"kind", "start", "step"});
      return Ramp{node.at("start").number(), node.at("step").number()};
    case OriginKind::kFile:
      node.expect_keys({"kind", "path"}, {"sha256", "array", "table"});
      return read_file_keys(node);
    case OriginKind::kVariable:
      return read_variable(node);
  }
  node.expect_keys({"kind"});
  return Typed{};
}

Input read_input(const SessionNode& node) {
  Input input;
  input.origin = read_origin(node.at("origin"));
  const bool typed =
      std::holds_alternative<Typed>(input.origin) || std::holds_alternative<Variable>(input.origin);
  node.expect_keys({"name", "origin", "shape", typed ? "values" : "changes"});
  input.name = node.at("name").text();
  const Shape shape = node.at("shape").shape();
  input.values =
      typed ? read_values(node.at("values"), shape) : read_recipe(node, input.origin, shape);
  return input;
}

View read_view(const SessionNode& node) {
  node.expect_keys({"layout", "step", "digits", "outer", "figure"}, {"figure_choice"});
  View view;
  view.layout = node.at("layout").one_of(stage_layout_names());
  view.step = node.at("step").text();
  view.digits = node.at("digits").one_of(digits_names());
  for (const SessionNode& index : node.at("outer").items()) view.outer.push_back(index.whole());
  view.figure = node.at("figure").text();
  if (node.has("figure_choice")) {
    const SessionNode choice = node.at("figure_choice");
    choice.expect_keys({"of_group", "parts", "step"});
    view.figure_choice.of_group = choice.at("of_group").flag();
    view.figure_choice.parts = choice.at("parts").one_of(distribution_parts_names());
    view.figure_choice.step = choice.at("step").text();
  }
  return view;
}

Comparison read_comparison(const SessionNode& node) {
  node.expect_keys({"a_calculation", "b_calculation", "b"});
  Comparison comparison;
  comparison.a_calculation = node.at("a_calculation").one_of(calculation_names());
  comparison.b_calculation = node.at("b_calculation").one_of(calculation_names());
  const SessionNode b = node.at("b");
  switch (b.at("kind").one_of<OtherKind>(kOtherKinds)) {
    case OtherKind::kSame:
      b.expect_keys({"kind"});
      break;
    case OtherKind::kOperation:
      b.expect_keys({"kind", "subject", "norm", "softmax"});
      comparison.b = Operation{b.at("subject").one_of(subject_names()), read_norm(b.at("norm")),
                               read_softmax(b.at("softmax"))};
      break;
    case OtherKind::kOutput: {
      b.expect_keys({"kind", "output"});
      Input output = read_input(b.at("output"));
      if (!std::holds_alternative<Typed>(output.origin) &&
          !std::holds_alternative<File>(output.origin)) {
        b.at("output").at("origin").at("kind").fail("must be typed or file for an output");
      }
      comparison.b =
          GivenOutput{std::move(output.name), std::move(output.origin), std::move(output.values)};
      break;
    }
  }
  return comparison;
}

LessonPosition read_lesson(const SessionNode& node) {
  node.expect_keys({"id", "step"});
  const std::int64_t step = node.at("step").whole();
  if (step < 0 || step > std::numeric_limits<int>::max()) {
    node.at("step").fail("must be the number of a step, 0 or more");
    return {};
  }
  return {node.at("id").text(), static_cast<int>(step)};
}

std::vector<Input> read_inputs(const SessionNode& node) {
  std::vector<Input> inputs;
  for (const SessionNode& item : node.items()) {
    Input input = read_input(item);
    if (item.failed()) return inputs;
    if (const auto named = check_name(inputs, inputs.size(), input.name); !named) {
      item.at("name").fail(named.error());
    }
    inputs.push_back(std::move(input));
  }
  if (inputs.empty()) node.fail("must hold at least one input");
  return inputs;
}

// The version of a session, one that this program knows unless there is a fault.
int read_version(const SessionNode& root, SessionNode::Fault& fault) {
  const std::int64_t version = root.at(kVersionKey).whole();
  if (root.failed()) return kSessionVersion;
  if (version < 1) root.at(kVersionKey).fail("must be 1 or more");
  if (version > kSessionVersion) {
    fault = base::Error{base::ErrorKind::kUnsupported,
                        fmt::format("the session is of version {}, and this program knows versions "
                                    "up to {}",
                                    version, kSessionVersion),
                        "open it with a newer Normscope"};
  }
  return fault ? kSessionVersion : static_cast<int>(version);
}

// Checks that the settings of a normalization match the shape of its input: `fit` does.
void check_norm(const SessionNode& node, const NormSettings& norm, const NormSettings& fit,
                const tensor::Shape& activations) {
  const auto& shape = norm.options.normalized_shape;
  if (fit.options.normalized_shape != shape) {
    node.at("normalized_shape")
        .fail(fmt::format("is {}, which is not what the shape {} ends with",
                          tensor::shape_to_text(shape), tensor::shape_to_text(activations)));
  }
  const auto check_parameter = [&](std::string_view key, const Parameter& is,
                                   const Parameter& should) {
    if (is.values.shape() == should.values.shape()) return;
    node.at(key).at("shape").fail(fmt::format("is {}, but {} must have {} here",
                                              tensor::shape_to_text(is.values.shape()), key,
                                              tensor::shape_to_text(should.values.shape())));
  };
  check_parameter("gamma", norm.gamma, fit.gamma);
  check_parameter("beta", norm.beta, fit.beta);
}

// Checks that the parts of a document match each other.
void check_whole(const SessionNode& root, const Document& document) {
  const Document fit = fitted(document);
  const tensor::Shape activations = shape_after_layers(document);
  check_norm(root.at("norm"), document.norm, fit.norm, activations);
  if (const Operation* const other = other_operation(document)) {
    check_norm(root.at("comparison").at("b").at("norm"), other->norm, other_operation(fit)->norm,
               activations);
  }
  if (fit.selection != document.selection) root.at("selection").fail("lies outside of the input");
  if (fit.view.outer != document.view.outer) {
    root.at("view").at("outer").fail("is no slice of the input");
  }
}

Document read_document(const SessionNode& root) {
  const bool compares = root.has("comparison");
  if (compares) {
    root.expect_keys({kVersionKey, "inputs", "input", "layers", "subject", "norm", "softmax",
                      "comparison", "selection", "view", "lesson"});
  } else {
    root.expect_keys({kVersionKey, "inputs", "input", "layers", "subject", "norm", "softmax",
                      "selection", "view", "lesson"});
  }
  Document document;
  document.inputs = read_inputs(root.at("inputs"));
  document.input = root.at("input").count();
  for (const SessionNode& layer : root.at("layers").items()) {
    document.layers.push_back(read_layer(layer));
  }
  document.subject = root.at("subject").one_of(subject_names());
  document.norm = read_norm(root.at("norm"));
  document.softmax = read_softmax(root.at("softmax"));
  if (compares) document.comparison = read_comparison(root.at("comparison"));
  const SessionNode selection = root.at("selection");
  selection.expect_keys({"row", "column"});
  document.selection = {selection.at("row").whole(), selection.at("column").whole()};
  document.view = read_view(root.at("view"));
  document.lesson = read_lesson(root.at("lesson"));
  if (root.failed()) return document;
  if (document.input >= document.inputs.size()) {
    root.at("input").fail(
        fmt::format("must be below {}, the number of inputs", document.inputs.size()));
  } else {
    check_whole(root, document);
  }
  return document;
}

}  // namespace

Expected<Document> from_session(std::string_view text) {
  try {
    auto json = parse_json(text);
    if (!json) return tl::unexpected(json.error());
    SessionNode::Fault fault;
    const SessionNode root(*json, "", fault);
    const int version = read_version(root, fault);
    if (fault) return tl::unexpected(*fault);
    migrate(*json, version, fault);
    if (fault) return tl::unexpected(*std::move(fault));
    if (const auto fits = check_numbers_asked(*json); !fits) return tl::unexpected(fits.error());
    Document document = read_document(root);
    if (fault) return tl::unexpected(*std::move(fault));
    return document;
  } catch (const std::bad_alloc&) {
    return base::fail(base::ErrorKind::kTooLarge, "there is no memory left for this session");
  }
}

Expected<Document> load_session(const std::filesystem::path& path) {
  const auto text = io::read_file(path);
  if (!text) return tl::unexpected(text.error());
  return from_session(*text);
}

}  // namespace normscope::document
