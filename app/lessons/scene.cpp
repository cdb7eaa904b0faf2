// SPDX-License-Identifier: MIT
#include "app/lessons/scene.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/lessons/chain_settings.hpp"
#include "app/lessons/input_settings.hpp"
#include "app/lessons/operation_settings.hpp"
#include "app/lessons/toml_table.hpp"
#include "app/results/backward.hpp"
#include "app/results/errors.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"
#include "core/variants/outputs.hpp"

namespace normscope::lessons {

using document::Document;
using document::Subject;

namespace {

// Changes single numbers of the input, which then is typed.
void read_changed_numbers(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::array* const list = settings.array("set");
  if (list == nullptr || faults.error) return;
  const std::int64_t columns = document.inputs[document.input].values.shape().back();
  const std::int64_t rows = document.inputs[document.input].values.size() / columns;
  for (const toml::node& node : *list) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      return settings.refuse("set",
                             tr("'set' is a list of tables { row = 0, column = 3, value = 5 }"));
    }
    TomlTable place(*table, faults);
    const auto row = place.whole("row", 0, rows - 1);
    const auto column = place.whole("column", 0, columns - 1);
    const auto value = place.number("value");
    place.finish();
    if (!row || !column || !value) {
      return place.refuse("value", tr("'set' needs a row, a column and a value"));
    }
    auto edit = document::set_value(document, document::Target::kInput, *row * columns + *column,
                                    static_cast<float>(*value));
    if (!edit) return settings.keep("set", edit.error());
    document = std::move(edit->after);
  }
}

// Checks that the weights and values of each linear layer are within a lesson's limit.
void check_layers(TomlTable& settings, const Document& document) {
  const tensor::Shape& shape = document.inputs[document.input].values.shape();
  std::int64_t features = shape.back();
  const std::int64_t rows = tensor::product(shape) / features;
  for (const document::Layer& layer : document.layers) {
    const auto* linear = std::get_if<document::LinearLayer>(&layer);
    if (linear == nullptr) continue;
    const std::int64_t widest = std::max(features, rows);
    if (linear->out_features > kMaxLessonElements / widest) {
      settings.refuse("layers", tr("a layer of a lesson has at most {most} weights and values",
                                   arg("most", kMaxLessonElements)));
    }
    features = linear->out_features;
  }
}

void read_selection(TomlTable& settings, TomlFaults& faults, Document& document) {
  const toml::table* table = settings.table("select");
  if (table == nullptr || faults.error) return;
  const tensor::Shape x = document::shape_after_layers(document);
  const std::int64_t columns = x.back();
  TomlTable place(*table, faults);
  const auto row = place.whole("row", 0, tensor::product(x) / columns - 1);
  const auto column = place.whole("column", 0, columns - 1);
  place.finish();
  if (!row || !column) return place.refuse("row", tr("'select' needs a row and a column"));
  document.selection = {*row, *column};
}

void read_view(TomlTable& settings, document::View& view) {
  if (const auto digits = settings.choice("digits", document::digits_names())) {
    view.digits = *digits;
  }
  if (const auto layout = settings.choice("layout", document::stage_layout_names())) {
    view.layout = *layout;
  }
  const auto figure = settings.text("figure");
  if (!figure) return;
  const auto names = figures::figure_names();
  if (std::ranges::find(names, *figure) == names.end()) {
    settings.refuse("figure", tr("'figure' must be one of {names}, but is '{word}'",
                                 arg("names", text::listed(names)), arg("word", *figure)));
    return;
  }
  view.figure = *figure;
}

// The names of all cards. The operation's cards are named after its trace's steps, which do not
// depend on the values, so zeros are traced.
Expected<std::vector<std::string>> cards_of(const Document& document) {
  std::vector<std::string> names;
  if (!document.layers.empty()) names.emplace_back("input");
  for (const document::Layer& layer : document.layers) {
    names.emplace_back(std::holds_alternative<document::ReluLayer>(layer) ? "relu" : "linear");
  }
  if (const auto* const chain = document::chain_operation(document)) {
    for (const document::HandWrittenStep& step : chain->steps) names.push_back(step.step.name);
    return names;
  }
  auto zeros = tensor::Tensor::full(document::shape_after_layers(document), 0.0F);
  if (!zeros) return tl::unexpected(zeros.error());
  const auto x = std::make_shared<const tensor::Tensor>(*std::move(zeros));
  auto trace = variants::trace_of(results::operation_request(document, x));
  if (trace && document.backward.on) trace = results::backward_trace(document, *trace);
  if (!trace) return tl::unexpected(trace.error());
  for (const trace::Step& step : trace->steps()) names.push_back(step.name);
  return names;
}

// Reads which step is on the sheet, and the last step that is shown.
void read_steps(TomlTable& settings, const TomlFaults& faults, Scene& scene) {
  const auto focus = settings.text("focus");
  const auto reveals = settings.text("reveal");
  // Without a focus the card that is revealed comes onto the sheet.
  scene.document.view.step = focus ? *focus : reveals.value_or("");
  if ((!focus && !reveals) || faults.error) return;
  const auto cards = cards_of(scene.document);
  if (!cards) return settings.keep(focus ? "focus" : "reveal", cards.error());
  const auto find = [&](std::string_view key, const std::string& card) {
    const auto found = std::ranges::find(*cards, card);
    if (found == cards->end()) {
      settings.refuse(
          key, tr("'{key}' must be one of the cards {names}, but is '{card}'", arg("key", key),
                  arg("names", text::listed(*cards)), arg("card", card)));
    }
    return found;
  };
  const auto last = reveals ? find("reveal", *reveals) : cards->end();
  if (focus && find("focus", *focus) > last) {
    settings.refuse("focus", tr("'focus' is {card}, which comes after the card that the step "
                                "reveals, {last}",
                                arg("card", *focus), arg("last", *reveals)));
  }
  if (reveals && scene.document.comparison) {
    settings.refuse("reveal", tr("a comparison shows every step: leave out 'reveal'"));
  }
  scene.reveals = reveals.value_or("");
}

Controls read_controls(TomlTable& settings, TomlFaults& faults) {
  Controls controls;
  const toml::array* const list = settings.array("controls");
  if (list == nullptr || faults.error) return controls;
  const auto known = control_names();
  for (const toml::node& node : *list) {
    const std::string name = node.value_or(std::string());
    if (std::ranges::find(known, name) == known.end()) {
      settings.refuse("controls", tr("'controls' holds names out of {names}, but has '{word}'",
                                     arg("names", text::listed(known)), arg("word", name)));
    }
    controls.insert(name);
  }
  return controls;
}

// The operation: steps of its own, or one of those with options. A chain stays as it is until its
// input changes, or another operation is named.
void read_computed(TomlTable& settings, TomlFaults& faults, Document& document) {
  if (const toml::array* const steps = settings.array("steps")) {
    return read_written_steps(*steps, faults, document);
  }
  document = document::fitted(std::move(document));
  if (document.subject == Subject::kChain && settings.any("operation") == nullptr) return;
  read_operation(settings, faults, document);
}

// The document of a block, without the view.
Expected<Document> read_document(TomlTable& settings, TomlFaults& faults,
                                 const std::optional<Document>& before) {
  auto input = std::optional<document::Input>();
  if (const toml::table* inner = settings.table("input")) input = read_input(*inner, faults);
  if (!input && !before) settings.refuse("input", tr("the first step must say its 'input'"));
  if (faults.error) return tl::unexpected(*faults.error);

  Document document;
  if (before) document = *before;
  if (input) document.inputs = {*std::move(input)};
  read_changed_numbers(settings, faults, document);
  if (faults.error) return tl::unexpected(*faults.error);
  if (const toml::array* list = settings.array("layers")) {
    document.layers = read_layers(*list, faults).value_or(document.layers);
  }
  check_layers(settings, document);
  read_computed(settings, faults, document);
  read_precision(settings, document);
  read_comparison(settings, faults, document);
  read_selection(settings, faults, document);
  read_backward(settings, faults, document);
  if (faults.error) return tl::unexpected(*faults.error);
  return document::fitted(std::move(document));
}

}  // namespace

Expected<Scene> read_scene(std::string_view toml, int first_line,
                           const std::optional<Document>& before) {
  const auto table = parse_toml(toml, first_line);
  if (!table) return tl::unexpected(table.error());
  TomlFaults faults{.first_line = first_line};
  TomlTable settings(*table, faults);
  auto document = read_document(settings, faults, before);
  if (!document) return tl::unexpected(document.error());
  Scene scene{.document = *std::move(document)};
  scene.sets_digits = table->contains("digits");
  scene.sets_layout = table->contains("layout");
  read_view(settings, scene.document.view);
  read_steps(settings, faults, scene);
  scene.has_figure = table->contains("figure");
  scene.controls = read_controls(settings, faults);
  settings.finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return scene;
}

Expected<Document> read_changes(const toml::table& table, TomlFaults& faults,
                                const Document& before) {
  TomlTable settings(table, faults);
  auto changed = read_document(settings, faults, before);
  settings.finish();
  if (faults.error) return tl::unexpected(*faults.error);
  return changed;
}

}  // namespace normscope::lessons
