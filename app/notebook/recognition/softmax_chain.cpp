// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/softmax_chain.hpp"

#include <cmath>
#include <string>
#include <utility>

namespace normscope::notebook::recognition {

using trace::Role;
namespace {

using ops::SoftmaxAlgorithm;

// The exponents of a softmax over one dimension, with the steps up to them.
struct Exponents {
  SoftmaxChain chain;
  std::string symbol;
};

// x, or x / temperature.
Exponents logits_of(Node array) {
  const auto temperature = number_of(array, "other");
  const Node x = input_of(array, 0);
  if (operation_of(array) == "div" && temperature && x && *temperature > 0 &&
      std::isfinite(*temperature)) {
    Exponents divided{{}, "z"};
    divided.chain.options.temperature = *temperature;
    divided.chain.steps = {{Role::kInput, "x", "x", x},
                           {Role::kDividedByTemperature, "z", "x / T", array}};
    return divided;
  }
  Exponents logits{{}, "x"};
  logits.chain.steps = {{Role::kInput, "x", "x", array}};
  return logits;
}

// Whether `maximum` is that of `logits` over this dimension.
bool is_maximum(Node maximum, Node logits, std::size_t dim) {
  const std::string_view operation = operation_of(maximum);
  if (operation != "amax" && operation != "max") return false;
  const auto dims = reduced_dims(maximum, logits);
  return dims && *dims == std::vector<std::size_t>{dim};
}

// logits, or logits - maximum.
Exponents exponents_of(Node array, std::size_t dim) {
  const Node logits = input_of(array, 0);
  const Node taken = input_of(array, 1);
  if (operation_of(array) == "sub" && logits && taken) {
    const Node maximum = before_views(taken);
    if (is_maximum(maximum, logits, dim)) {
      Exponents found = logits_of(logits);
      const std::string shifted = found.symbol + " - m";
      found.chain.steps.push_back({Role::kMaximum, "m", "\\max " + found.symbol, maximum, true});
      found.chain.steps.push_back({Role::kShifted, shifted, shifted, array});
      found.symbol = shifted;
      return found;
    }
  }
  Exponents found = logits_of(array);
  found.chain.options.algorithm = SoftmaxAlgorithm::kNaive;
  return found;
}

// The exponentials and their sum, where `sum` is one over one dimension.
std::optional<Exponents> summed(Node sum) {
  const Node exponential = input_of(sum, 0);
  if (operation_of(sum) != "sum" || !exponential || operation_of(exponential) != "exp") {
    return std::nullopt;
  }
  const auto dims = reduced_dims(sum, exponential);
  const Node exponents = input_of(exponential, 0);
  if (!dims || dims->size() != 1 || !exponents) return std::nullopt;
  Exponents found = exponents_of(exponents, dims->front());
  found.chain.options.dim = static_cast<std::int64_t>(dims->front());
  const std::string power = "e^{" + found.symbol + "}";
  found.chain.steps.push_back({Role::kExponential, power, power, exponential});
  found.chain.steps.push_back({Role::kSum, "s", "\\sum " + power, sum, true});
  return found;
}

// exponential / sum(exponential), both given.
std::optional<Exponents> divided(Node exponential, Node divisor) {
  const Node sum = before_views(divisor);
  const Node added = input_of(sum, 0);
  if (!added || !same(added, exponential)) return std::nullopt;
  return summed(sum);
}

// exp(z) / sum(exp(z)), or exp(z) * (1 / sum(exp(z))).
std::optional<Exponents> shares_of(Node array) {
  if (operation_of(array) == "div" && inputs_of(array) == 2) {
    const Node exponential = input_of(array, 0);
    const Node divisor = input_of(array, 1);
    if (!exponential || !divisor) return std::nullopt;
    return divided(exponential, divisor);
  }
  std::optional<Exponents> found;
  if (operation_of(array) == "mul") {
    either_order(array, [&](Node exponential, Node inverse) {
      const Node divisor = reciprocal_of(inverse);
      if (divisor) found = divided(exponential, divisor);
      return found.has_value();
    });
  }
  return found;
}

// z - logsumexp(z), which subtracts the maximum itself.
std::optional<SoftmaxChain> by_built_in_log_sum(Node exponents, Node log_sum, Node array) {
  const auto dims = reduced_dims(log_sum, exponents);
  if (!dims || dims->size() != 1) return std::nullopt;
  Exponents found = logits_of(exponents);
  found.chain.options.dim = static_cast<std::int64_t>(dims->front());
  found.chain.options.log = true;
  const std::string sum = "\\log \\sum e^{" + found.symbol + "}";
  found.chain.steps.push_back({Role::kLogOfSum, "\\log s", sum, log_sum, true});
  found.chain.steps.push_back({Role::kOutput, "y", found.symbol + " - \\log s", array});
  return std::move(found.chain);
}

// z - log(sum(exp(z))).
std::optional<SoftmaxChain> by_log_sum(Node array) {
  const Node exponents = input_of(array, 0);
  const Node taken = input_of(array, 1);
  if (operation_of(array) != "sub" || !exponents || !taken) return std::nullopt;
  const Node log_sum = before_views(taken);
  if (operation_of(log_sum) == "logsumexp") return by_built_in_log_sum(exponents, log_sum, array);
  const Node inner = input_of(log_sum, 0);
  if (operation_of(log_sum) != "log" || !inner) return std::nullopt;
  const Node sum = before_views(inner);
  auto found = summed(sum);
  if (!found) return std::nullopt;
  const Node exponential = input_of(sum, 0);
  const Node raised = input_of(exponential, 0);
  if (!raised || !same(raised, exponents)) return std::nullopt;
  found->chain.options.log = true;
  found->chain.steps.push_back({Role::kLogOfSum, "\\log s", "\\log s", log_sum, true});
  found->chain.steps.push_back({Role::kOutput, "y", found->symbol + " - \\log s", array});
  return std::move(found->chain);
}

}  // namespace

std::optional<SoftmaxChain> softmax_chain(Node result) {
  if (auto found = shares_of(result)) {
    const std::string quotient = "\\frac{e^{" + found->symbol + "}}{s}";
    found->chain.steps.push_back({Role::kOutput, "y", quotient, result});
    return std::move(found->chain);
  }
  if (operation_of(result) == "log") {
    const Node share = input_of(result, 0);
    auto found = share ? shares_of(share) : std::nullopt;
    if (!found) return std::nullopt;
    found->chain.options.log = true;
    const std::string quotient = "\\frac{e^{" + found->symbol + "}}{s}";
    found->chain.steps.push_back({Role::kShare, "p", quotient, share});
    found->chain.steps.push_back({Role::kOutput, "y", "\\log p", result});
    return std::move(found->chain);
  }
  const Node logarithm = operation_of(result) == "exp" ? input_of(result, 0) : Node();
  if (!logarithm) return by_log_sum(result);
  auto found = by_log_sum(logarithm);
  if (!found) return std::nullopt;
  found->options.log = false;
  ChainStep& last = found->steps.back();
  last.role = Role::kLogarithm;
  last.symbol = "\\log y";
  found->steps.push_back({Role::kOutput, "y", "e^{\\log y}", result});
  return found;
}

}  // namespace normscope::notebook::recognition
