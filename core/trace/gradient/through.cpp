// SPDX-License-Identifier: MIT
#include "core/trace/gradient/through.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <utility>

#include "core/trace/gradient/finish.hpp"

namespace normscope::trace {

namespace {

// Named after the layer: "layer 1 weight", W^{(1)}; its input is what comes out of the layer
// before, x^{(0)}, and its output x^{(1)}.
Program named_after(Program layer, int number) {
  const std::string x = layer.steps.front().symbol;
  for (Step& step : layer.steps) {
    const bool input = &step == &layer.steps.front();
    const bool output = &step == &layer.steps.back();
    if (!step.is_leaf() && !output) continue;
    step.role = Role::kNone;
    step.name = fmt::format("layer {} {}", number, output ? "output" : step.name);
    step.symbol = fmt::format("{}^{{({})}}", output ? x : step.symbol, input ? number - 1 : number);
    if (step.is_leaf()) step.formula = step.symbol;
  }
  return layer;
}

}  // namespace

base::Expected<Through> through(Program behind, const Program& layer, int number) {
  const Program named = named_after(layer, number);
  const auto gradient = gradient_of(named);
  if (!gradient) return tl::unexpected(gradient.error());
  Step& given = behind.steps.back();
  if (given.role == Role::kInputGradient) {
    given.name = "gradient of the activations";
    given.symbol = gradient_symbol(named.steps.back().symbol);
  }
  Through result{std::move(behind), std::vector<int>(layer.steps.size(), -1)};
  std::vector<int> places(gradient->program.steps.size(), -1);
  const auto place_of = [&](int at) { return at < 0 ? -1 : places[static_cast<std::size_t>(at)]; };
  places[static_cast<std::size_t>(gradient->upstream)] = result.program.size() - 1;
  for (int at = 0; at < gradient->program.size(); ++at) {
    if (at == gradient->upstream) continue;
    Step step = gradient->program.step(at);
    step.a = place_of(step.a);
    step.b = place_of(step.b);
    if (result.program.find(step.name) >= 0) step.name += fmt::format(" of layer {}", number);
    places[static_cast<std::size_t>(at)] = result.program.size();
    result.program.steps.push_back(std::move(step));
  }
  Step& last = result.program.steps.back();
  last.role = Role::kNone;
  last.name =
      number == 1 ? "gradient of the input" : fmt::format("gradient of layer {} input", number);
  last.symbol = gradient_symbol(named.steps.front().symbol);
  for (std::size_t at = 0; at < layer.steps.size(); ++at) {
    if (layer.steps[at].is_leaf()) result.leaves[at] = place_of(gradient->forward[at]);
  }
  return result;
}

}  // namespace normscope::trace
