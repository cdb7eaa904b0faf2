// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/norm_chain.hpp"

#include <string>
#include <utility>

#include "app/notebook/recognition/norm_parts.hpp"

namespace normscope::notebook::recognition {

using trace::Role;
namespace {

// Whether an array can be gamma or beta of groups of x over these dimensions.
bool is_parameter(Node array, Node x) {
  if (array.rank() > x.rank()) return false;
  for (std::size_t d = 1; d <= array.rank(); ++d) {
    const std::int64_t size = array->shape[array.rank() - d];
    if (size != 1 && size != x->shape[x.rank() - d]) return false;
  }
  return true;
}

struct Numerator {
  std::optional<Mean> mean;  // none: x itself
  std::vector<ChainStep> steps;
  std::string symbol;
  Node gamma{};
};

// The numerator: x - mean or x, perhaps already multiplied by gamma.
std::optional<Numerator> numerator_of(Node array, const Variance& variance) {
  if (!variance.centred) {
    if (!same(array, variance.x)) return std::nullopt;
    return Numerator{std::nullopt, {}, "x"};
  }
  if (auto mean = centred_of(array)) {
    if (!same(mean->x, variance.x) || mean->dims != variance.dims) return std::nullopt;
    Numerator numerator{std::move(mean), {}, "x - \\mu"};
    numerator.steps.push_back({Role::kCentred, "x - \\mu", "x - \\mu", array});
    return numerator;
  }
  std::optional<Numerator> found;
  if (operation_of(array) == "mul") {
    either_order(array, [&](Node gamma, Node inner) {
      if (!is_parameter(gamma, variance.x) || operation_of(inner) != "sub") return false;
      found = numerator_of(inner, variance);
      if (found) found->gamma = gamma;
      return found.has_value();
    });
  }
  if (found) {
    found->symbol = "\\gamma (" + found->symbol + ")";
    found->steps.push_back({Role::kScaled, found->symbol, found->symbol, array});
  }
  return found;
}

NormChain assembled(const Root& root, const Numerator& numerator, const ops::NormOptions& over,
                    Node normalized) {
  NormChain chain;
  chain.options = over;
  chain.options.estimator = root.variance.estimator;
  chain.options.algorithm = root.variance.algorithm;
  chain.options.centring = root.variance.centred;
  chain.options.epsilon_placement = root.placement;
  chain.options.epsilon = root.epsilon;
  if (!root.variance.centred) {
    chain.options.kind = ops::Normalization::kRmsNorm;
    chain.options.centring = true;
  }
  chain.steps.push_back({Role::kInput, "x", "x", root.variance.x});
  if (numerator.mean) {
    chain.steps.push_back(
        {Role::kMean, "\\mu", "\\frac{1}{n} \\sum x", numerator.mean->mean, true});
  }
  chain.steps.insert(chain.steps.end(), numerator.steps.begin(), numerator.steps.end());
  chain.steps.insert(chain.steps.end(), root.steps.begin(), root.steps.end());
  const std::string formula = root.inverse
                                  ? "(" + numerator.symbol + ") \\cdot " + root.symbol
                                  : "\\frac{" + numerator.symbol + "}{" + root.symbol + "}";
  chain.steps.push_back({Role::kNormalized, "\\hat{x}", formula, normalized});
  chain.gamma = numerator.gamma;
  return chain;
}

std::optional<NormChain> divided(Node array, Node above, const Root& root) {
  const auto numerator = numerator_of(above, root.variance);
  const auto over = options_over(root.variance.x, root.variance.dims);
  if (!numerator || !over) return std::nullopt;
  return assembled(root, *numerator, *over, array);
}

// numerator / root, or numerator * (1 / root).
std::optional<NormChain> normalized_of(Node array) {
  std::optional<NormChain> chain;
  if (operation_of(array) == "div" && inputs_of(array) == 2) {
    const Node above = input_of(array, 0);
    const Node below = input_of(array, 1);
    if (!above || !below) return std::nullopt;
    if (const auto root = root_of(below)) chain = divided(array, above, *root);
  } else if (operation_of(array) == "mul") {
    either_order(array, [&](Node above, Node inverse) {
      if (const auto root = inverse_root_of(inverse)) chain = divided(array, above, *root);
      return chain.has_value();
    });
  }
  return chain;
}

// gamma * mean, which preset V1 returns.
std::optional<NormChain> scaled_mean(Node array) {
  std::optional<NormChain> chain;
  if (operation_of(array) != "mul") return chain;
  either_order(array, [&](Node gamma, Node inner) {
    const auto mean = mean_of(inner);
    if (!mean || inner.rank() != mean->x.rank() || !gamma->parameter ||
        !is_parameter(gamma, mean->x) || array->shape != mean->x->shape) {
      return false;
    }
    const auto over = options_over(mean->x, mean->dims);
    if (!over) return false;
    chain = NormChain{*over, {}, gamma};
    chain->options.returned = ops::Returned::kMean;
    chain->options.epsilon = ops::NormOptions{}.epsilon;  // the result does not depend on it
    chain->steps = {{Role::kInput, "x", "x", mean->x},
                    {Role::kMean, "\\mu", "\\frac{1}{n} \\sum x", mean->mean, true},
                    {Role::kScaled, "\\gamma \\mu", "\\gamma \\mu", array}};
    return true;
  });
  return chain;
}

// gamma * normalized, or what comes before it.
std::optional<NormChain> scaled_of(Node array) {
  if (auto chain = normalized_of(array)) return chain;
  if (auto chain = scaled_mean(array)) return chain;
  std::optional<NormChain> chain;
  if (operation_of(array) != "mul") return chain;
  either_order(array, [&](Node gamma, Node inner) {
    auto found = normalized_of(inner);
    if (!found || found->gamma || !is_parameter(gamma, inner)) return false;
    found->gamma = gamma;
    found->steps.push_back({Role::kScaled, "\\gamma \\hat{x}", "\\gamma \\hat{x}", array});
    chain = std::move(found);
    return true;
  });
  return chain;
}

}  // namespace

std::optional<ops::NormOptions> options_over(Node x, const Dims& dims) {
  if (dims.empty()) return std::nullopt;
  ops::NormOptions options;
  const std::size_t rank = x.rank();
  const auto are = [&](std::size_t first, std::size_t count) {
    if (dims.size() != count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (dims[i] != first + i) return false;
    }
    return true;
  };
  if (are(rank - dims.size(), dims.size())) {
    for (const std::size_t d : dims) options.normalized_shape.push_back(x->shape[d]);
    return options;
  }
  Dims all_but_channels{0};
  for (std::size_t d = 2; d < rank; ++d) all_but_channels.push_back(d);
  if (rank < 2 || dims != all_but_channels) return std::nullopt;
  options.kind = ops::Normalization::kBatchNorm;
  return options;
}

std::optional<NormChain> norm_chain(Node result) {
  if (auto chain = scaled_of(result)) return chain;
  std::optional<NormChain> chain;
  if (operation_of(result) != "add") return chain;
  either_order(result, [&](Node beta, Node inner) {
    auto found = scaled_of(inner);
    if (!found || !is_parameter(beta, inner)) return false;
    found->beta = beta;
    const std::string before = found->steps.back().symbol;
    found->steps.push_back({Role::kShifted, before + " + \\beta", before + " + \\beta", result});
    chain = std::move(found);
    return true;
  });
  return chain;
}

}  // namespace normscope::notebook::recognition
