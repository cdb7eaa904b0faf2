// SPDX-License-Identifier: MIT
#include "core/trace/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/trace/values.hpp"

namespace normscope::trace {

using tensor::Shape;
using tensor::Tensor;

namespace {

struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

// The part of [first, first + count) that lies in [0, size). A count of the largest int64 means all
// that follow.
Range within(std::int64_t first, std::int64_t count, std::int64_t size) {
  const std::int64_t begin = std::clamp<std::int64_t>(first, 0, size);
  const std::int64_t left = first < 0 ? count + first : count;
  return {begin, begin + std::clamp<std::int64_t>(left, 0, size - begin)};
}

}  // namespace

std::string root_name(std::string_view radicand) {
  return radicand.starts_with("mean square") ? "root mean square" : "standard deviation";
}

Trace::Trace(TraceParts parts) : parts_(std::move(parts)) {
  if (is_late()) return;
  for (std::size_t step = 0; step < parts_.steps.size(); ++step) {
    if (parts_.given[step] != nullptr) continue;
    // All earlier steps are kept already, so each value costs one operation.
    auto values = whole(static_cast<int>(step));
    if (values) parts_.given[step] = std::make_shared<const Tensor>(*std::move(values));
  }
}

Trace Trace::renewed(TensorRef x, std::span<const std::int64_t> changed) const {
  TraceParts parts = parts_;
  parts.given.front() = std::move(x);
  for (auto& statistic : parts.late) {
    if (statistic != nullptr) statistic = statistic->renewed(changed);
  }
  return Trace(std::move(parts));
}

int Trace::find(std::string_view name) const {
  const auto found = std::ranges::find(parts_.steps, name, &Step::name);
  return found == parts_.steps.end() ? -1 : static_cast<int>(found - parts_.steps.begin());
}

std::vector<float> Trace::window(int step, const Window& window) const {
  const Shape& shape = parts_.steps[static_cast<std::size_t>(step)].shape;
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const std::int64_t rows = columns == 0 ? 0 : tensor::product(shape) / columns;
  const Range down = within(window.row, window.rows, rows);
  const Range across = within(window.column, window.columns, columns);
  std::vector<float> values;
  for (std::int64_t row = down.first; row < down.last; ++row) {
    for (std::int64_t column = across.first; column < across.last; ++column) {
      values.push_back(value(step, row * columns + column));
    }
  }
  return values;
}

float Trace::value(int step, std::int64_t at) const {
  return value_of(parts_, step, at);
}

base::Expected<Tensor> Trace::whole(int step) const {
  const auto index = static_cast<std::size_t>(step);
  const std::int64_t size = tensor::product(parts_.steps[index].shape);
  if (parts_.given[index] == nullptr && size > base::kWholeStepElements) {
    return base::fail(base::ErrorKind::kTooLarge,
                      fmt::format("the step {} has {} elements, and only steps of up to {} are "
                                  "kept whole",
                                  parts_.steps[index].name, size, base::kWholeStepElements),
                      "ask for the visible window");
  }
  return values_of(parts_, step);
}

}  // namespace normscope::trace
