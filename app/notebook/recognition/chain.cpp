// SPDX-License-Identifier: MIT
#include "app/notebook/recognition/chain.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/notebook/arrays/reductions.hpp"

namespace normscope::notebook::recognition {
namespace {

// Operations whose result holds the elements of their first input, in the same order.
constexpr std::array<std::string_view, 11> kViews = {
    "view",  "reshape", "unsqueeze", "squeeze", "expand",      "contiguous",
    "clone", "detach",  "alias",     "flatten", "broadcast_to"};

// How far two expressions are followed to see whether they say the same: more than lectures nest.
constexpr int kMostDepth = 8;

bool same_elements(const Array& a, const Array& b) {
  return a.storage == b.storage && a.offset == b.offset && a.shape == b.shape &&
         a.strides == b.strides && a.record == b.record;
}

bool same_attributes(const arrays::Record& a, const arrays::Record& b) {
  return std::ranges::equal(a.attributes, b.attributes, [](const auto& left, const auto& right) {
    return left.name == right.name && left.value == right.value;
  });
}

bool same_within(const Array& a, const Array& b, int depth) {
  if (same_elements(a, b)) return true;
  // What nothing went into was drawn or made anew, and dropout draws.
  if (depth == 0 || inputs_of(a) == 0 || inputs_of(a) != inputs_of(b) || a.shape != b.shape ||
      operation_of(a) != operation_of(b) || operation_of(a) == "dropout" ||
      !same_attributes(*a.record, *b.record)) {
    return false;
  }
  for (std::size_t i = 0; i < inputs_of(a); ++i) {
    const Array* const left = input_of(a, i);
    const Array* const right = input_of(b, i);
    if (left == nullptr || right == nullptr || !same_within(*left, *right, depth - 1)) return false;
  }
  return true;
}

std::vector<std::size_t> resolved(const std::vector<std::int64_t>& dims, std::size_t rank) {
  std::vector<std::size_t> positions;
  for (const std::int64_t dim : dims) {
    const auto position = arrays::resolve_dim(dim, rank);
    if (position) positions.push_back(*position);
  }
  std::ranges::sort(positions);
  return positions;
}

}  // namespace

std::string_view operation_of(const Array& array) {
  return array.record ? array.record->operation : std::string_view{};
}

Place place_of(const Array& array) {
  return array.record ? Place{array.record->run, array.record->line} : Place{};
}

const Array* input_of(const Array& array, std::size_t position) {
  if (position >= inputs_of(array)) return nullptr;
  const arrays::RecordInput& input = array.record->inputs[position];
  return input.unchanged() ? &input.array : nullptr;
}

std::size_t inputs_of(const Array& array) {
  return array.record ? array.record->inputs.size() : 0;
}

std::optional<double> number_of(const Array& array, std::string_view attribute) {
  const arrays::Attribute* const found =
      array.record ? array.record->attribute(attribute) : nullptr;
  if (found == nullptr) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(found)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(found)) return *real;
  return std::nullopt;
}

bool same(const Array& a, const Array& b) {
  return same_within(a, b, kMostDepth);
}

const Array& before_views(const Array& array) {
  const Array* at = &array;
  while (true) {
    const Array* const before = input_of(*at, 0);
    // x[:] takes all there is.
    const bool slices =
        operation_of(*at) == "slice" && before != nullptr && at->shape == before->shape;
    if (!slices && std::ranges::find(kViews, operation_of(*at)) == kViews.end()) break;
    // What is spread over more elements is still the same statistic.
    if (before == nullptr || before->dtype != at->dtype) break;
    at = before;
  }
  return *at;
}

const Array* reciprocal_of(const Array& array) {
  const Array& at = before_views(array);
  const Array* const inner = input_of(at, 0);
  if (inner == nullptr || operation_of(at) == "reciprocal") return inner;
  const bool one = number_of(at, "other") == 1.0 || number_of(at, "self") == 1.0;
  if (operation_of(at) != "mul" || !one || operation_of(*inner) != "reciprocal") return nullptr;
  return input_of(*inner, 0);  // 1 / x, as it is computed
}

std::optional<std::vector<std::size_t>> reduced_dims(const Array& reduction, const Array& x) {
  const Array* const from = input_of(reduction, 0);
  if (from == nullptr || !same(*from, x)) return std::nullopt;
  const arrays::Attribute* const dims = reduction.record->attribute("dim");
  if (dims == nullptr) {
    std::vector<std::size_t> all(x.rank());
    for (std::size_t d = 0; d < all.size(); ++d) all[d] = d;
    return all;
  }
  if (const auto* one = std::get_if<std::int64_t>(dims)) return resolved({*one}, x.rank());
  if (const auto* many = std::get_if<std::vector<std::int64_t>>(dims)) {
    return resolved(*many, x.rank());
  }
  return std::nullopt;
}

std::optional<Steps> steps_of(const std::vector<ChainStep>& steps,
                              const tensor::GroupLayout& groups) {
  trace::TraceParts parts;
  parts.groups = groups;
  std::vector<Place> places;
  const tensor::Shape& whole = steps.front().values.shape;
  for (const ChainStep& step : steps) {
    const tensor::Shape& shape = step.statistic ? groups.reduced_shape : whole;
    if (step.values.size() != tensor::product(shape)) return std::nullopt;
    auto values = tensor::Tensor::from_values(shape, arrays::values_of<float>(step.values));
    if (!values) return std::nullopt;
    parts.steps.push_back({step.name, step.symbol, step.formula, shape});
    parts.given.push_back(std::make_shared<const tensor::Tensor>(*std::move(values)));
    places.push_back(place_of(step.values));
  }
  return Steps{trace::Trace(std::move(parts)), std::move(places)};
}

}  // namespace normscope::notebook::recognition
