// SPDX-License-Identifier: MIT
#include "app/document/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/document/edits.hpp"
#include "core/random/generator.hpp"

namespace normscope::document {

using base::ErrorKind;
using base::Expected;
using base::fail;

namespace {

Expected<void> check_linear(const tensor::Shape& x, const LinearLayer& layer) {
  if (x.empty()) {
    return fail(ErrorKind::kInvalidArgument,
                "a linear layer needs an input of at least one dimension");
  }
  if (layer.out_features > kMaxWeights / std::max<std::int64_t>(x.back(), 1)) {
    return fail(ErrorKind::kTooLarge, fmt::format("Linear({}, {}) has more than {} weights",
                                                  x.back(), layer.out_features, kMaxWeights));
  }
  return {};
}

}  // namespace

Expected<void> check_layer(const Layer& layer) {
  const auto* linear = std::get_if<LinearLayer>(&layer);
  if (linear == nullptr) return {};
  if (linear->out_features < 1 || linear->out_features > kMaxWeights) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("a linear layer needs 1 to {} outputs, but got {}", kMaxWeights,
                            linear->out_features));
  }
  if (linear->position > random::kMaxPosition) {
    return fail(ErrorKind::kTooLarge,
                fmt::format("position {} of the stream is beyond {}, the farthest this goes to",
                            linear->position, random::kMaxPosition));
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
  if (name.empty()) return fail(ErrorKind::kInvalidArgument, "an input needs a name");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i == self || inputs[i].name != name) continue;
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("there is an input called {} already", name), "choose another name");
  }
  return {};
}

}  // namespace normscope::document
