// SPDX-License-Identifier: MIT
#include "tests/app/results/double_chain.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>

namespace normscope::testing {
namespace {

using tensor::Shape;
using Places = std::vector<std::size_t>;  // a group, or an element of gamma, for each position

std::vector<Shape> indices_of(const Shape& shape) {
  std::vector<Shape> all{{}};
  for (const std::int64_t size : shape) {
    std::vector<Shape> longer;
    for (const Shape& index : all) {
      for (std::int64_t i = 0; i < size; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    }
    all = longer;
  }
  return all;
}

// Numbers the keys in the order of their first position.
Places numbered(const std::vector<Shape>& keys) {
  std::map<Shape, std::size_t> known;
  Places places;
  for (const Shape& key : keys)
    places.push_back(known.try_emplace(key, known.size()).first->second);
  return places;
}

std::size_t normalized_dims(const ops::NormOptions& options) {
  return std::max<std::size_t>(options.normalized_shape.size(), 1);
}

bool is_trailing(const ops::NormOptions& options) {
  return options.kind == ops::Normalization::kLayerNorm ||
         options.kind == ops::Normalization::kRmsNorm;
}

Places groups_of(const Shape& shape, const ops::NormOptions& options) {
  std::vector<Shape> keys;
  for (Shape index : indices_of(shape)) {
    switch (options.kind) {
      case ops::Normalization::kLayerNorm:
      case ops::Normalization::kRmsNorm:
        index.resize(shape.size() - normalized_dims(options));
        break;
      case ops::Normalization::kBatchNorm:
        index = {index[1]};
        break;
      case ops::Normalization::kInstanceNorm:
        index = {index[0], index[1]};
        break;
      case ops::Normalization::kGroupNorm:
        index = {index[0], index[1] / (shape[1] / options.groups)};
        break;
    }
    keys.push_back(index);
  }
  return numbered(keys);
}

Places groups_of(const Shape& shape, const ops::SoftmaxOptions& options) {
  const auto rank = static_cast<std::int64_t>(shape.size());
  const auto dim = static_cast<std::size_t>(options.dim < 0 ? options.dim + rank : options.dim);
  std::vector<Shape> keys;
  for (Shape index : indices_of(shape)) {
    index[dim] = 0;
    keys.push_back(index);
  }
  return numbered(keys);
}

// The element of gamma and beta for each position.
Places parameters_of(const Shape& shape, const ops::NormOptions& options) {
  std::vector<Shape> keys;
  for (const Shape& index : indices_of(shape)) {
    const auto trailing = static_cast<std::ptrdiff_t>(normalized_dims(options));
    keys.push_back(is_trailing(options) ? Shape(index.end() - trailing, index.end())
                                        : Shape{index[1]});
  }
  return numbered(keys);
}

using Function = std::function<double(double)>;
using Function2 = std::function<double(double, double)>;

// The steps of one stage, as they are computed.
class Writer {
 public:
  Writer(std::size_t stage, const std::optional<Replaced>& replaced, Places groups)
      : groups_(std::move(groups)) {
    if (replaced && replaced->stage == stage) replaced_ = replaced;
  }

  Numbers put(const std::string& name, Numbers values) {
    if (replaced_ && replaced_->step == name) values.at(replaced_->at) = replaced_->value;
    steps.emplace_back(name, values);
    return values;
  }
  Numbers each(const std::string& name, Numbers a, const Function& function) {
    for (double& value : a) value = function(value);
    return put(name, a);
  }
  // b has one number an element, or one a group.
  Numbers both(const std::string& name, Numbers a, const Numbers& b, const Function2& function) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = function(a[i], b.size() == a.size() ? b[i] : b[groups_[i]]);
    }
    return put(name, a);
  }
  Numbers fold(const std::string& name, const Numbers& a, double start, const Function2& function) {
    Numbers result(groups_.empty() ? 0 : *std::ranges::max_element(groups_) + 1, start);
    for (std::size_t i = 0; i < a.size(); ++i) {
      result[groups_[i]] = function(result[groups_[i]], a[i]);
    }
    return name.empty() ? result : put(name, result);
  }
  Numbers sum(const std::string& name, const Numbers& a, double divisor) {
    Numbers sums = fold("", a, 0, std::plus<>());
    for (double& value : sums) value /= divisor;
    return put(name, sums);
  }

  ChainSteps steps;

 private:
  Places groups_;
  std::optional<Replaced> replaced_{};
};

double square(double value) {
  return value * value;
}

void run_affine(const DoubleChain& chain, Writer& writer, Numbers values) {
  const Places& places = chain.parameters;
  if (!chain.gamma.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] *= chain.gamma[places[i]];
    values = writer.put("scaled", values);
  }
  if (!chain.beta.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += chain.beta[places[i]];
    writer.put("shifted", values);
  }
}

Numbers variance_of(Writer& writer, const Numbers& x, const Numbers& mean, double n, double count,
                    const ops::NormOptions& options) {
  if (!options.centred()) {
    return writer.sum("mean square", writer.each("squared", x, square), count);
  }
  if (options.algorithm == ops::VarianceAlgorithm::kTwoPass) {
    const Numbers centred = writer.both("centred", x, mean, std::minus<>());
    return writer.sum("variance", writer.each("squared", centred, square), count);
  }
  if (options.algorithm == ops::VarianceAlgorithm::kOnePass) {
    const Numbers squares = writer.sum("mean square", writer.each("squared", x, square), n);
    const Numbers squared = writer.each("squared mean", mean, square);
    const Numbers biased =
        writer.both(count == n ? "variance" : "biased variance", squares, squared, std::minus<>());
    if (count == n) return biased;
    return writer.each("variance", biased, [&](double v) { return v / (count / n); });
  }
  // The mean of the recurrence is its own, not the step.
  Numbers means = writer.fold("", x, 0, std::plus<>());
  Numbers squares(x.size());
  for (double& value : means) value /= n;
  Writer apart = writer;
  squares = apart.each("", apart.both("", x, means, std::minus<>()), square);
  const bool added = options.epsilon_placement == ops::EpsilonPlacement::kCount;
  const double without = options.estimator == ops::VarianceEstimator::kUnbiased ? n - 1 : n;
  const Numbers variance =
      writer.sum(added ? "variance without eps" : "variance", squares, without);
  if (!added) return variance;
  return writer.each("variance", variance, [&](double v) { return v / (count / without); });
}

void run_norm(const DoubleChain& chain, const ops::NormOptions& options, Writer& writer,
              const Numbers& x) {
  const auto n = static_cast<double>(group_size(chain));
  double count = options.estimator == ops::VarianceEstimator::kUnbiased ? n - 1 : n;
  if (options.epsilon_placement == ops::EpsilonPlacement::kCount) count += options.epsilon;
  if (options.returned == ops::Returned::kInput) {
    writer.put("output", x);
    return;
  }
  Numbers mean;
  if (options.centred() || options.returned == ops::Returned::kMean)
    mean = writer.sum("mean", x, n);
  if (options.returned == ops::Returned::kMean) {
    const auto second = [](double, double b) { return b; };
    run_affine(chain, writer, writer.both("repeated", x, mean, second));
    return;
  }
  const std::string name = options.centred() ? "variance" : "mean square";
  const std::string root = options.centred() ? "standard deviation" : "root mean square";
  Numbers below = variance_of(writer, x, mean, n, count, options);
  const auto add = [&](double v) { return v + options.epsilon; };
  const auto take_root = [](double v) { return std::sqrt(v); };
  if (options.epsilon_placement == ops::EpsilonPlacement::kInside) {
    below = writer.each(name + " + eps", below, add);
  }
  below = writer.each(root, below, take_root);
  if (options.epsilon_placement == ops::EpsilonPlacement::kOutside) {
    below = writer.each(root + " + eps", below, add);
  }
  Numbers above = x;
  if (options.centred()) {
    const bool there = options.algorithm == ops::VarianceAlgorithm::kTwoPass;
    above =
        there ? step_of(writer.steps, "centred") : writer.both("centred", x, mean, std::minus<>());
  }
  run_affine(chain, writer, writer.both("normalized", above, below, std::divides<>()));
}

void run_softmax(const ops::SoftmaxOptions& options, Writer& writer, const Numbers& x) {
  const auto power = [](double v) { return std::exp(v); };
  const auto logarithm = [](double v) { return std::log(v); };
  const auto larger = [](double a, double b) { return std::max(a, b); };
  const double least = -std::numeric_limits<double>::infinity();
  const bool naive = options.algorithm == ops::SoftmaxAlgorithm::kNaive;
  Numbers exponents = x;
  if (options.temperature != 1.0) {
    exponents =
        writer.each("divided by temperature", x, [&](double v) { return v / options.temperature; });
  }
  const Numbers logits = exponents;
  if (!naive) {
    const Numbers maximum = writer.fold("maximum", logits, least, larger);
    exponents = writer.both("shifted", logits, maximum, std::minus<>());
  }
  const Numbers exponential = writer.each("exponential", exponents, power);
  Numbers added = exponential;
  if (options.algorithm == ops::SoftmaxAlgorithm::kOnline) {
    // The maximum of the recurrence is its own, not the step.
    Writer apart = writer;
    const Numbers maximum = apart.fold("", logits, least, larger);
    added = apart.each("", apart.both("", logits, maximum, std::minus<>()), power);
  }
  const Numbers sum = writer.sum("sum", added, 1);
  if (!options.log) {
    writer.both("output", exponential, sum, std::divides<>());
  } else if (naive) {
    const Numbers share = writer.both("share", exponential, sum, std::divides<>());
    writer.each("output", share, logarithm);
  } else {
    const Numbers log_sum = writer.each("log of the sum", sum, logarithm);
    writer.both("output", exponents, log_sum, std::minus<>());
  }
}

void run_layer(const ChainLayer& layer, Writer& writer, const Numbers& x) {
  if (layer.weight.empty()) {
    writer.each("output", x, [](double v) { return v < 0 ? 0 : v; });
    return;
  }
  const std::size_t out = layer.bias.size();
  const std::size_t in = layer.weight.size() / out;
  Numbers product(x.size() / in * out);
  for (std::size_t i = 0; i < product.size(); ++i) {
    for (std::size_t k = 0; k < in; ++k) {
      product[i] += x[i / out * in + k] * layer.weight[i % out * in + k];
    }
  }
  product = writer.put("product", product);
  for (std::size_t i = 0; i < product.size(); ++i) product[i] += layer.bias[i % out];
  writer.put("output", product);
}

}  // namespace

const Numbers& step_of(const ChainSteps& steps, const std::string& name) {
  for (const auto& [known, values] : steps) {
    if (known == name) return values;
  }
  throw std::out_of_range("no step " + name);
}

tensor::Shape operation_shape(const DoubleChain& chain) {
  tensor::Shape shape = chain.shape;
  for (const ChainLayer& layer : chain.layers) {
    if (!layer.weight.empty()) shape.back() = static_cast<std::int64_t>(layer.bias.size());
  }
  return shape;
}

void lay_out(DoubleChain& chain) {
  const tensor::Shape shape = operation_shape(chain);
  const auto places = [&](const auto& options) { return groups_of(shape, options); };
  chain.groups = std::visit(places, chain.operation);
  const auto* norm = std::get_if<ops::NormOptions>(&chain.operation);
  if (norm != nullptr) chain.parameters = parameters_of(shape, *norm);
}

std::size_t group_size(const DoubleChain& chain) {
  return chain.groups.size() / (*std::ranges::max_element(chain.groups) + 1);
}

std::vector<ChainSteps> run_chain(const DoubleChain& chain,
                                  const std::optional<Replaced>& replaced) {
  std::vector<ChainSteps> stages;
  Numbers values = chain.x;
  for (const ChainLayer& layer : chain.layers) {
    Writer writer(stages.size(), replaced, {});
    const Numbers input = writer.put("input", values);
    run_layer(layer, writer, input);
    values = writer.steps.back().second;
    stages.push_back(writer.steps);
  }
  const auto run = [&](const auto& options) {
    Writer writer(stages.size(), replaced, chain.groups);
    const Numbers input = writer.put("input", values);
    if constexpr (std::is_same_v<std::decay_t<decltype(options)>, ops::NormOptions>) {
      run_norm(chain, options, writer, input);
    } else {
      run_softmax(options, writer, input);
    }
    stages.push_back(writer.steps);
  };
  std::visit(run, chain.operation);
  return stages;
}

}  // namespace normscope::testing
