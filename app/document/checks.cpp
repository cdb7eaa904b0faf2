// SPDX-License-Identifier: MIT
#include "app/document/checks.hpp"

#include <algorithm>

#include "app/document/edits.hpp"
#include "core/random/generator.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

namespace {

Expected<void> check_linear(const tensor::Shape& x, const LinearLayer& layer) {
  if (x.empty()) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a linear layer needs an input of at least one dimension"));
  }
  if (layer.out_features > kMaxWeights / std::max<std::int64_t>(x.back(), 1)) {
    return fail(
        ErrorKind::kTooLarge,
        tr("Linear({inputs}, {outputs}) has more than {most} weights", arg("inputs", x.back()),
           arg("outputs", layer.out_features), arg("most", kMaxWeights)));
  }
  return {};
}

}  // namespace

Expected<void> check_layer(const Layer& layer) {
  const auto* linear = std::get_if<LinearLayer>(&layer);
  if (linear == nullptr) return {};
  if (linear->out_features < 1 || linear->out_features > kMaxWeights) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a linear layer needs 1 to {most} outputs, but got {outputs}",
                   arg("most", kMaxWeights), arg("outputs", linear->out_features)));
  }
  if (linear->position > random::kMaxPosition) {
    return fail(ErrorKind::kTooLarge,
                tr("position {position} of the stream is beyond {most}, the farthest this goes to",
                   arg("position", linear->position), arg("most", random::kMaxPosition)));
  }
  return {};
}

Expected<void> check_layers(const tensor::Shape& x, const std::vector<Layer>& layers) {
  tensor::Shape shape = x;
  for (const Layer& layer : layers) {
    if (auto checked = check_layer(layer); !checked) return checked;
    const auto* linear = std::get_if<LinearLayer>(&layer);
    if (linear == nullptr) continue;
    if (auto checked = check_linear(shape, *linear); !checked) return checked;
    shape.back() = linear->out_features;
    if (const auto count = tensor::element_count(shape); !count) {
      return tl::unexpected(count.error());
    }
  }
  return {};
}

Expected<void> check_name(const std::vector<Input>& inputs, std::size_t self,
                          std::string_view name) {
  if (name.empty()) return fail(ErrorKind::kInvalidArgument, tr("an input needs a name"));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i == self || inputs[i].name != name) continue;
    return fail(ErrorKind::kInvalidArgument,
                tr("there is an input called {name} already", arg("name", name)),
                tr("choose another name"));
  }
  return {};
}

}  // namespace normscope::document
