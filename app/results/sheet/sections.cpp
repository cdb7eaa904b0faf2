// SPDX-License-Identifier: MIT
#include "app/results/sheet/sections.hpp"

#include <utility>

#include "app/document/parameters.hpp"

namespace normscope::results {

using document::Document;
using tensor::Shape;
using tensor::Tensor;

namespace {

// Keeps a parameter's values of some channels.
void keep_channels(const Sections& channels, document::Parameter& parameter) {
  if (!parameter.on) return;
  const auto values = parameter.values.values();
  parameter.values =
      document::Array(Sections{0, channels.all, channels.numbers}.taken_from(*values));
}

}  // namespace

Tensor Sections::taken_from(const Tensor& whole) const {
  Shape shape = whole.shape();
  shape[dim] = static_cast<std::int64_t>(numbers.size());
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(tensor::product(shape)));
  visit(whole.shape(), [&](std::int64_t first, std::int64_t count) {
    const auto stretch =
        whole.values().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    values.insert(values.end(), stretch.begin(), stretch.end());
  });
  // The number of values is that of the shape.
  return *Tensor::from_values(std::move(shape), std::move(values));
}

void Sections::put(const Tensor& part, Tensor& whole) const {
  std::span<const float> rest = part.values();
  const std::span<float> places = whole.values();
  visit(whole.shape(), [&](std::int64_t first, std::int64_t count) {
    std::ranges::copy(rest.first(static_cast<std::size_t>(count)), places.begin() + first);
    rest = rest.subspan(static_cast<std::size_t>(count));
  });
}

std::optional<std::size_t> dimension_apart(const Document& document,
                                           const tensor::GroupLayout& layout) {
  const Shape& input = document.inputs[document.input].values.shape();
  const Shape& reduced = layout.reduced_shape;
  const bool by_groups_of_channels = document.subject == document::Subject::kNorm &&
                                     document.norm.options.kind == ops::Normalization::kGroupNorm;
  const bool examples_only = !document.layers.empty() || by_groups_of_channels;
  const std::size_t dims = examples_only ? std::min<std::size_t>(1, input.size()) : input.size();
  for (std::size_t dim = 0; dim < dims; ++dim) {
    if (reduced[dim] > 1) return reduced[dim] == input[dim] ? std::optional(dim) : std::nullopt;
  }
  return std::nullopt;
}

Document part_of(const Document& document, const Tensor& input, const Sections& sections) {
  Document part = document;
  part.inputs[part.input].values = document::Array(sections.taken_from(input));
  const ops::NormOptions& options = document.norm.options;
  const bool by_channel = ops::rule_of(options.kind).grouping != ops::Grouping::kTrailing;
  if (document.subject == document::Subject::kNorm && by_channel && sections.dim == 1) {
    for (const document::ParameterRow& row : document::kParameterRows) {
      keep_channels(sections, part.norm.*row.values);
    }
  }
  return part;
}

}  // namespace normscope::results
