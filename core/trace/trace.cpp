// SPDX-License-Identifier: MIT
#include "core/trace/trace.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/limits.hpp"
#include "core/base/memory.hpp"
#include "core/text/translate.hpp"
#include "core/trace/statistics.hpp"
#include "core/trace/step_name.hpp"
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

bool is_small(const Step& step) {
  return tensor::product(step.shape) <= base::kWholeStepElements;
}

// Whether all statistics are taken over the same groups, and computed when they are asked for.
bool has_late_statistics(const Program& program) {
  return is_late(program.groups, tensor::product(program.steps.front().shape)) &&
         std::ranges::all_of(program.steps, [&](const Step& step) {
           return !reduces(step.primitive) ||
                  (step.over.reduced_shape == program.groups.reduced_shape &&
                   program.step(step.a).shape == program.steps.front().shape);
         });
}

// Stores the values of a step that every element needs: of statistics, and of steps made from them.
Expected<void> store(TraceParts& parts, int at) {
  const Step& step = parts.program.step(at);
  const auto kept = [&](int operand) { return operand < 0 || parts.given_of(operand) != nullptr; };
  TensorRef& place = parts.given[static_cast<std::size_t>(at)];
  Expected<Tensor> values;
  if (step.primitive == Primitive::kConstant) {
    values = Tensor::full(step.shape, static_cast<float>(step.c));
  } else if (reduces(step.primitive)) {
    if (!parts.late.empty()) {
      parts.late[static_cast<std::size_t>(at)] = late_statistic(parts, at);
      return takes_long(step.over) ? make_all(parts, at) : Expected<void>();
    }
    values = compute_statistic(parts, at);
  } else if (row_of(step.primitive).kind == Kind::kProduct && (!kept(step.a) || !kept(step.b))) {
    // On demand each of its values would compute rows of its factors anew.
    const auto bytes = static_cast<std::uint64_t>(tensor::product(step.shape)) * sizeof(float);
    if (auto fits = base::check_memory(bytes, text::tr_later("a product")); !fits) return fits;
    values = values_of(parts, at);
  } else if (!step.is_leaf() && ((step.per_group && kept(step.a) && kept(step.b)) ||
                                 (parts.late.empty() && is_small(step)))) {
    values = values_of(parts, at);
  } else {
    return {};
  }
  if (!values) return tl::unexpected(values.error());
  place = std::make_shared<const Tensor>(*std::move(values));
  return {};
}

std::vector<std::vector<std::int64_t>> zeros_of(const TraceParts& parts) {
  std::vector<std::vector<std::int64_t>> zeros(parts.given.size());
  for (const Step& step : parts.program.steps) {
    if (step.primitive != Primitive::kMatrixProduct || !parts.given_of(step.b)) continue;
    const auto values = parts.given_of(step.b)->values();
    auto& of_weight = zeros[static_cast<std::size_t>(step.b)];
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (values[at] == 0.0F) of_weight.push_back(static_cast<std::int64_t>(at));
    }
  }
  return zeros;
}

}  // namespace

Expected<Trace> Trace::of(Program program, std::vector<TensorRef> leaves) {
  TraceParts parts{std::move(program), std::move(leaves)};
  parts.given.resize(parts.program.steps.size());
  parts.zeros = zeros_of(parts);
  if (has_late_statistics(parts.program)) parts.late.resize(parts.given.size());
  for (int at = 0; at < parts.program.size(); ++at) {
    if (parts.given_of(at) != nullptr) continue;
    if (auto stored = store(parts, at); !stored) return tl::unexpected(stored.error());
  }
  return Trace(std::move(parts));
}

Trace::Trace(TraceParts parts) : parts_(std::move(parts)) {
  if (is_late()) return;
  for (int at = 0; at < parts_.program.size(); ++at) {
    if (parts_.given_of(at) != nullptr || !is_small(parts_.program.step(at))) continue;
    // All earlier steps are kept already, so each value costs one operation.
    auto values = values_of(parts_, at);
    if (values) {
      parts_.given[static_cast<std::size_t>(at)] =
          std::make_shared<const Tensor>(*std::move(values));
    }
  }
}

Trace Trace::renewed(TensorRef x, std::span<const std::int64_t> changed) const {
  TraceParts parts = parts_;
  parts.given.front() = std::move(x);
  for (auto& statistic : parts.late) {
    if (statistic != nullptr) statistic = statistic->renewed(changed);
  }
  if (takes_long(groups())) {
    for (int at = 0; at < parts.program.size(); ++at) {
      // Without memory they are computed when they are asked for.
      if (parts.late_of(at) != nullptr) (void)make_all(parts, at);
    }
  }
  return Trace(std::move(parts));
}

TensorRef Trace::parameter(Role role) const {
  const int at = find(role);
  return at < 0 ? nullptr : parts_.given_of(at);
}

std::vector<float> Trace::window(int step, const Window& window) const {
  const Shape& shape = steps()[static_cast<std::size_t>(step)].shape;
  const std::int64_t columns = shape.empty() ? 1 : shape.back();
  const std::int64_t rows = columns == 0 ? 0 : tensor::product(shape) / columns;
  const Range down = within(window.row, window.rows, rows);
  const Range across = within(window.column, window.columns, columns);
  const auto width = static_cast<std::size_t>(across.last - across.first);
  std::vector<float> values(static_cast<std::size_t>(down.last - down.first) * width);
  if (width == 0) return values;
  std::span<float> places(values);
  StepReader reader(parts_, step, static_cast<std::int64_t>(width));
  for (std::int64_t row = down.first; row < down.last; ++row) {
    reader.write(row * columns + across.first, places.first(width));
    places = places.subspan(width);
  }
  return values;
}

float Trace::value(int step, std::int64_t at) const {
  return value_of(parts_, step, at);
}

Expected<Tensor> Trace::whole(int step) const {
  const Step& of = steps()[static_cast<std::size_t>(step)];
  if (parts_.given_of(step) == nullptr && !is_small(of)) {
    return base::fail(
        base::ErrorKind::kTooLarge,
        tr("the step {name} has {shape} elements, and only steps of up to {most} are "
           "kept whole",
           arg("name", step_name_in_words(of.name)), arg("shape", tensor::product(of.shape)),
           arg("most", base::kWholeStepElements)),
        tr("ask for the visible window"));
  }
  return values_of(parts_, step);
}

}  // namespace normscope::trace
