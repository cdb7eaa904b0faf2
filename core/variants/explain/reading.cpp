// SPDX-License-Identifier: MIT
#include "core/variants/explain/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/ops/operation.hpp"
#include "core/ops/reference.hpp"
#include "core/text/translate.hpp"

namespace normscope::variants {

namespace {

using tensor::Shape;
using tensor::Tensor;

// Above, copies of the input would take too long.
constexpr std::int64_t kMostRead = std::int64_t{1} << 20;
constexpr std::size_t kMostDimensions = 5;
constexpr float kMasked = -std::numeric_limits<float>::infinity();

// The caller keeps what is not copied.
std::shared_ptr<const Tensor> kept(const Tensor& values) {
  return {std::shared_ptr<const Tensor>(), &values};
}

std::shared_ptr<const Tensor> with_values(const Shape& shape, std::vector<float> values) {
  return std::make_shared<const Tensor>(*Tensor::from_values(shape, std::move(values)));
}

// The dimensions in another order, in a shape of as many elements.
std::shared_ptr<const Tensor> permuted(const Tensor& from, const std::vector<std::size_t>& order,
                                       const Shape& shape) {
  const Shape& sizes = from.shape();
  std::vector<std::int64_t> strides(sizes.size(), 1);
  for (std::size_t d = sizes.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * sizes[d];
  std::vector<float> values;
  values.reserve(from.values().size());
  std::vector<std::int64_t> at(order.size());
  for (std::size_t k = 0; k < from.values().size(); ++k) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < order.size(); ++d) offset += at[d] * strides[order[d]];
    values.push_back(from.values()[static_cast<std::size_t>(offset)]);
    for (std::size_t d = order.size(); d-- > 0;) {
      if (++at[d] < sizes[order[d]]) break;
      at[d] = 0;
    }
  }
  return with_values(shape, std::move(values));
}

// Softmax over the dimensions of a set of bits, at least two.
Reading over_dimensions(const Tensor& x, const Tensor& y, unsigned set) {
  std::vector<std::size_t> order;
  std::vector<std::size_t> together;
  std::int64_t size = 1;
  for (std::size_t d = 0; d < x.shape().size(); ++d) {
    const bool in = (set >> d & 1U) != 0;
    (in ? together : order).push_back(d);
    if (in) size *= x.shape()[d];
  }
  order.insert(order.end(), together.begin(), together.end());
  const Shape shape{x.size() / size, size};
  Reading reading{permuted(x, order, shape), permuted(y, order, shape)};
  const bool all = together.size() == x.shape().size();
  reading.kind = "over-dimensions";
  reading.norms = false;
  reading.dim = -1;
  std::string dims = fmt::format("{}", together.front());
  for (std::size_t d = 1; d < together.size(); ++d) {
    dims = tr("{dims} and {dim}", arg("dims", dims), arg("dim", together[d]));
  }
  reading.over = all ? tr("all dimensions") : tr("dimensions {dims}", arg("dims", dims));
  reading.option = fmt::format(" --dim {}", fmt::join(together, ","));
  return reading;
}

// Softmax over the last dimension, of what is not masked.
template <class IsMasked>
Reading with_mask(const Tensor& x, const Tensor& y, IsMasked is_masked) {
  std::vector<float> logits(x.values().begin(), x.values().end());
  for (std::size_t k = 0; k < logits.size(); ++k) {
    if (is_masked(k)) logits[k] = kMasked;
  }
  Reading reading{with_values(x.shape(), std::move(logits)), kept(y)};
  reading.norms = false;
  return reading;
}

class Masks {
 public:
  explicit Masks(const Tensor& y) : y_(y) {
    for (const float value : y.values()) {
      if (hides(value)) ++hidden_;
      if (value < 1 && value != 0 && std::isfinite(value)) ++shares_;
    }
  }
  bool hides(std::size_t k) const { return hides(y_.values()[k]); }
  // What has all of a sum but for zeros may be many things.
  bool any() const { return hidden_ > 0 && shares_ > 1; }
  bool causal() const {
    if (y_.rank() < 2) return false;
    for (std::size_t k = 0; k < y_.values().size(); ++k) {
      if (is_later(k) && !hides(k)) return false;
    }
    return true;
  }
  // Whether an element is above the diagonal.
  bool is_later(std::size_t k) const {
    const auto columns = static_cast<std::size_t>(y_.shape().back());
    const auto rows = static_cast<std::size_t>(y_.shape()[y_.shape().size() - 2]);
    return k % columns > k / columns % rows;
  }
  // Bits of which elements are masked.
  double bits() const {
    const auto n = static_cast<double>(y_.size());
    const double share = static_cast<double>(hidden_) / n;
    return -n * (share * std::log2(share) + (1 - share) * std::log2(1 - share));
  }

 private:
  static bool hides(float value) { return value == 0 || value == kMasked; }

  const Tensor& y_;
  std::int64_t hidden_ = 0;
  std::int64_t shares_ = 0;  // of a sum, or their logarithms
};

Reading of_softmax(const Tensor& x, const Tensor& y, std::size_t dim) {
  ops::SoftmaxOptions options;
  options.dim = dim + 1 == x.shape().size() ? -1 : static_cast<std::int64_t>(dim);
  const auto plan = ops::plan_softmax(x.shape(), options);
  std::vector<float> values(x.values().size());
  std::vector<double> row(static_cast<std::size_t>(plan->groups.size));
  for (std::int64_t group = 0; group < plan->groups.count; ++group) {
    ops::reference_softmax(*plan, group, x.values(), row);
    for (std::int64_t k = 0; k < plan->groups.size; ++k) {
      values[static_cast<std::size_t>(plan->groups.base(group) + plan->groups.offset(k))] =
          static_cast<float>(row[static_cast<std::size_t>(k)]);
    }
  }
  Reading reading{with_values(x.shape(), std::move(values)), kept(y)};
  reading.kind = "softmax-twice";
  reading.norms = false;
  reading.dim = options.dim;
  reading.sentence = tr_later("{words}, of the softmax of the input: softmax twice");
  return reading;
}

Reading channels_last(const Tensor& x, const Tensor& y) {
  std::vector<std::size_t> order(x.shape().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::rotate(order.begin() + 1, order.end() - 1, order.end());
  Shape shape;
  for (const std::size_t d : order) shape.push_back(x.shape()[d]);
  Reading reading{permuted(x, order, shape), permuted(y, order, shape)};
  reading.kind = "channels-last";
  reading.channels_only = true;
  reading.softmaxes = false;
  reading.sentence = tr_later("{words}, channels last");
  reading.option = " --channel-dim -1";
  return reading;
}

}  // namespace

std::string Reading::words(const compute::Operation& operation) const {
  const std::string words = ops::full_words(operation, over);
  return sentence.empty() ? words : tr(sentence, arg("words", words));
}

std::string Reading::arguments(const compute::Operation& operation) const {
  if (!kind.empty() && !option) return {};
  const std::string arguments = ops::arguments_of(operation);
  return arguments.empty() ? arguments : arguments + option.value_or("");
}

Reading plain_reading(const Tensor& x, const Tensor& y) {
  return {kept(x), kept(y)};
}

std::vector<std::function<Reading()>> other_readings(const Tensor& x, const Tensor& y) {
  std::vector<std::function<Reading()>> all;
  const Shape& shape = x.shape();
  if (x.size() > kMostRead) return all;
  unsigned long_dimensions = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] > 1) long_dimensions |= 1U << d;
    if (shape[d] > 1) all.emplace_back([&x, &y, d] { return of_softmax(x, y, d); });
  }
  for (unsigned set = 1; shape.size() <= kMostDimensions && set <= long_dimensions; ++set) {
    const bool several = (set & (set - 1)) != 0;
    if ((set & ~long_dimensions) != 0 || !several) continue;
    all.emplace_back([&x, &y, set] { return over_dimensions(x, y, set); });
  }
  const Masks masks(y);
  if (masks.any() && masks.causal()) {
    all.emplace_back([&x, &y, masks] {
      Reading reading = with_mask(x, y, [&](std::size_t k) { return masks.is_later(k); });
      reading.kind = "causal";
      reading.dim = -1;
      reading.sentence = tr_later("causal {words}");
      reading.option = " --causal";
      return reading;
    });
  }
  if (masks.any()) {
    all.emplace_back([&x, &y, masks] {
      Reading reading = with_mask(x, y, [&](std::size_t k) { return masks.hides(k); });
      reading.kind = "masked";
      reading.cost = masks.bits();
      reading.sentence = tr_later("masked {words}, masked where the output is 0");
      return reading;
    });
  }
  if (shape.size() > 2) all.emplace_back([&x, &y] { return channels_last(x, y); });
  return all;
}

}  // namespace normscope::variants
