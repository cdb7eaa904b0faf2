// SPDX-License-Identifier: MIT
#include "app/document/descriptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/document/parameters.hpp"
#include "app/document/settings.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;
using tensor::shape_to_text;

namespace {

// A change of more settings than this (by a lesson's step) is described by their number instead of
// a list, to keep the text of a menu row short.
constexpr std::size_t kListedChanges = 3;

std::string listed(const std::vector<std::string>& changes) {
  if (changes.size() > kListedChanges) return tr("change {n} settings", arg("n", changes.size()));
  return text::listed(changes);
}

std::string from_stream(const std::string& what, std::uint64_t seed, std::uint64_t position) {
  if (position == 0) return tr("{what} from seed {seed}", arg("what", what), arg("seed", seed));
  return tr("{what} from seed {seed} after {position} draws", arg("what", what), arg("seed", seed),
            arg("position", position));
}

std::string description_of(const Typed& /*origin*/, const Shape& /*shape*/) {
  return tr("typed numbers");
}

std::string description_of(const Random& origin, const Shape& shape) {
  std::string draw =
      fmt::format("{}{}", name_of(distribution_names(), origin.distribution), shape_to_text(shape));
  switch (origin.distribution) {
    case Distribution::kRand:
    case Distribution::kRandn:
      break;
    case Distribution::kUniform:
    case Distribution::kIntegers:
      draw = tr("{draw} of [{a}, {b})", arg("draw", draw), arg("a", origin.a), arg("b", origin.b));
      break;
    case Distribution::kNormal:
      draw = tr("{draw} of mean {a}, deviation {b}", arg("draw", draw), arg("a", origin.a),
                arg("b", origin.b));
      break;
  }
  return from_stream(draw, origin.seed, origin.position);
}

std::string description_of(const Constant& origin, const Shape& /*shape*/) {
  return tr("the constant {value}", arg("value", origin.value));
}

std::string description_of(const Ramp& origin, const Shape& /*shape*/) {
  return tr("a ramp from {start} in steps of {step}", arg("start", origin.start),
            arg("step", origin.step));
}

std::string description_of(const Variable& origin, const Shape& /*shape*/) {
  const auto name = arg("name", origin.name);
  return origin.hand_written
             ? tr("what goes into {name} of {lesson}", name, arg("lesson", origin.lesson))
             : tr("{name} of {lesson}", name, arg("lesson", origin.lesson));
}

std::string description_of(const File& origin, const Shape& /*shape*/) {
  const std::string name = std::filesystem::path(origin.path).filename().string();
  return origin.array.empty()
             ? name
             : tr("{name} of {file}", arg("name", origin.array), arg("file", name));
}

std::vector<std::string> layer_names(const std::vector<Layer>& layers, std::int64_t features) {
  std::vector<std::string> names;
  for (const Layer& layer : layers) {
    names.push_back(layer_name(layer, features));
    if (const auto* linear = std::get_if<LinearLayer>(&layer)) features = linear->out_features;
  }
  return names;
}

// The index of the one layer that only the longer list has; the end of the list when there are more
// differences.
std::size_t extra_layer(const std::vector<Layer>& longer, const std::vector<Layer>& shorter) {
  for (std::size_t at = 0; at < longer.size(); ++at) {
    std::vector<Layer> without = longer;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
    if (without == shorter) return at;
  }
  return longer.size();
}

}  // namespace

std::string hand_written_description(const HandWritten& hand_written) {
  if (hand_written.subject != Subject::kChain) {
    return ops::short_words(core_operation(hand_written));
  }
  const auto steps = std::ranges::count_if(hand_written.steps, [](const HandWrittenStep& step) {
    return step.step.primitive != trace::Primitive::kGiven;
  });
  return tr_n("a chain of one step", "a chain of {n} steps", steps, arg("n", steps));
}

bool is_preset(const NormSettings& norm, const ops::Preset& preset) {
  return ops::with_groups_of(preset.options, norm.options) == norm.effective();
}

namespace {

std::string description_of_options(const Operation& operation) {
  const ops::Operation known = core_operation(operation);
  std::string description = ops::short_words(known);
  if (!ops::has_parameters(known)) return description;
  const NormSettings& norm = operation.norm;
  if (norm.gamma.on) description = text::listed(description, "gamma");
  if (norm.beta.on) description = text::listed(description, "beta");
  if (operation.subject != Subject::kNorm) return description;
  for (const ops::Preset& preset : ops::presets()) {
    if (is_preset(norm, preset)) return text::labelled(preset.id, description);
  }
  return description;
}

}  // namespace

std::string operation_description(const Operation& operation) {
  std::string description = operation.subject == Subject::kChain
                                ? tr("chain of steps")
                                : description_of_options(operation);
  if (operation.precision == precision::Plan{}) return description;
  return tr("{operation}, in {format}", arg("operation", description),
            arg("format", precision::name_or_text(operation.precision)));
}

std::string calculation_description(Calculation calculation) {
  switch (calculation) {
    case Calculation::kSteps:
      return tr("step by step");
    case Calculation::kTorch:
      return tr("PyTorch's own function");
    case Calculation::kCpu:
      return tr("the cpu");
    case Calculation::kGpu:
      return tr("the gpu");
    case Calculation::kReference:
      break;
  }
  return tr("the reference in double");
}

std::string other_description(const Document& document) {
  if (!document.comparison) return {};
  const Comparison& comparison = *document.comparison;
  if (const auto* given = std::get_if<GivenOutput>(&comparison.b)) return given->name;
  std::string how = calculation_description(comparison.b_calculation);
  const auto* other = std::get_if<Operation>(&comparison.b);
  if (other == nullptr) return how;
  std::string description = operation_description(*other);
  if (comparison.b_calculation != Calculation::kSteps) {
    description =
        tr("{operation} by {calculation}", arg("operation", description), arg("calculation", how));
  }
  if (document.backward.on && comparison.b_form) {
    description = text::labelled(form_description(*comparison.b_form), description);
  }
  return description;
}

std::string form_description(trace::BackwardForm form) {
  return tr(
      std::ranges::find(trace::backward_form_names(), form, &base::Name<trace::BackwardForm>::value)
          ->label());
}

std::string layer_name(const Layer& layer, std::int64_t in_features) {
  if (const auto* linear = std::get_if<LinearLayer>(&layer)) {
    return fmt::format("Linear({}, {})", in_features, linear->out_features);
  }
  return "ReLU";
}

std::string operation_name(const Document& document) {
  if (document.subject == Subject::kChain) return tr("Your code");
  return ops::class_words(core_operation(document));
}

std::string origin_description(const Origin& origin, const Shape& shape) {
  return std::visit([&](const auto& known) { return description_of(known, shape); }, origin);
}

std::string input_description(const Input& input) {
  const std::string origin = origin_description(input.origin, input.values.shape());
  const bool edited = input.values.replaced() && !std::holds_alternative<Typed>(input.origin);
  return edited ? tr("{origin}, edited", arg("origin", origin)) : origin;
}

std::string_view target_name(Target target) {
  if (const ParameterRow* const row = parameter_row(target)) return tr(row->name);
  if (target.kind == Target::kUpstream) return tr("the upstream gradient");
  return target.kind == Target::kStep ? tr("the parameter") : tr("the input");
}

std::string place_name(const Shape& shape, std::int64_t index) {
  if (shape.empty()) return tr("the number");
  if (shape.size() == 1) return tr("number {index}", arg("index", index));
  const std::int64_t columns = shape.back();
  const std::int64_t rows = shape[shape.size() - 2];
  std::string description = tr("row {row}, column {column}", arg("row", index / columns % rows),
                               arg("column", index % columns));
  if (shape.size() == 2) return description;
  Shape slice;
  std::int64_t rest = index / columns / rows;
  for (std::size_t d = shape.size() - 2; d-- > 0;) {
    slice.insert(slice.begin(), rest % shape[d]);
    rest /= shape[d];
  }
  const std::string name = slice.size() == 1 ? std::to_string(slice.front()) : shape_to_text(slice);
  return tr("{place} of slice {slice}", arg("place", description), arg("slice", name));
}

std::string change_description(const NormSettings& before, const NormSettings& after) {
  std::vector<std::string> changes;
  ops::add_changes(before, after, changes);
  for (const ParameterRow& row : kParameterRows) {
    const Parameter& was = before.*row.values;
    const Parameter& is = after.*row.values;
    if (was.on != is.on && !row.running) {
      changes.push_back(is.on ? tr("turn {name} on", arg("name", tr(row.name)))
                              : tr("turn {name} off", arg("name", tr(row.name))));
    }
    if (!(was.values == is.values))
      changes.push_back(tr("change {name}", arg("name", tr(row.name))));
  }
  return listed(changes);
}

std::string change_description(const ops::SoftmaxOptions& before,
                               const ops::SoftmaxOptions& after) {
  std::vector<std::string> changes;
  ops::add_changes(before, after, changes);
  return listed(changes);
}

std::string change_description(const ops::RelativeOptions& before,
                               const ops::RelativeOptions& after) {
  std::vector<std::string> changes;
  ops::add_changes(before, after, changes);
  return listed(changes);
}

std::string layers_change_description(const Document& before, const std::vector<Layer>& after) {
  const Shape& shape = before.inputs[before.input].values.shape();
  const std::int64_t features = shape.empty() ? 1 : shape.back();
  const auto old_names = layer_names(before.layers, features);
  const auto names = layer_names(after, features);
  if (after.size() == before.layers.size() + 1) {
    const std::size_t added = extra_layer(after, before.layers);
    if (added < after.size()) return tr("add {layer}", arg("layer", names[added]));
  }
  if (after.size() + 1 == before.layers.size()) {
    const std::size_t removed = extra_layer(before.layers, after);
    if (removed < before.layers.size())
      return tr("remove {layer}", arg("layer", old_names[removed]));
  }
  if (after.empty()) return std::string(before.layers.empty() ? "" : tr("remove all layers"));
  if (after.size() == before.layers.size()) {
    const auto [old_layer, layer] = std::ranges::mismatch(before.layers, after);
    if (layer == after.end()) return {};
    const auto at = static_cast<std::size_t>(layer - after.begin());
    const auto* linear = std::get_if<LinearLayer>(&*layer);
    const bool last = std::equal(layer + 1, after.end(), old_layer + 1);
    if (last && names[at] != old_names[at])
      return tr("{old} to {layer}", arg("old", old_names[at]), arg("layer", names[at]));
    if (last && linear != nullptr) {
      return from_stream(names[at], linear->seed, linear->position);
    }
  }
  return tr("layers {names}", arg("names", text::listed(names)));
}

}  // namespace normscope::document
