// SPDX-License-Identifier: MIT
#include "app/results/gradient_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>

#include "app/results/backward.hpp"
#include "app/results/sheet/sheet.hpp"
#include "core/trace/double_values.hpp"

namespace normscope::results {

namespace {

// Steps from 10^kFirstDecade to 10^kLastDecade, two for each decade.
constexpr int kFirstDecade = -12;
constexpr int kLastDecade = -1;
constexpr int kPerDecade = 2;
// A valley's errors at both ends are so many times its own.
constexpr double kDepth = 10;

std::size_t index_of_place(std::int64_t place) {
  return static_cast<std::size_t>(place);
}

// The forward pass before a backward pass, and the way back, of one group.
class CheckedGroup {
 public:
  CheckedGroup(const Evaluation& evaluation, std::int64_t group, int output)
      : layout_(evaluation.layout),
        group_(group),
        output_(output),
        gradient_(operation_gradient(evaluation)),
        parts_(evaluation.stages.back().trace.parts()) {}

  // The upstream gradient of this group alone: other groups may be made from its numbers as well.
  bool separate() {
    const int upstream = parts_.program.find(trace::Role::kUpstreamGradient);
    auto own = tensor::Tensor::full(parts_.program.step(upstream).shape, 0.0F);
    if (!own) return false;
    trace::TensorRef& dy = parts_.given[static_cast<std::size_t>(upstream)];
    for (std::int64_t i = 0; i < layout_.size; ++i) {
      const std::size_t at = index_of_place(position(i));
      own->values()[at] = dy->values()[at];
      dy_.push_back(static_cast<double>(dy->values()[at]));
    }
    dy = std::make_shared<const tensor::Tensor>(*std::move(own));
    return true;
  }

  bool without_dy() const {
    return std::ranges::all_of(dy_, [](double dy) { return dy == 0; });
  }

  std::optional<double> gradient(std::int64_t place) const {
    return trace::DoubleValues(parts_).value(gradient_, position(place));
  }

  std::optional<double> difference(std::int64_t place, double step) const {
    const auto after = loss(place, step);
    const auto before = loss(place, -step);
    if (!after || !before) return std::nullopt;
    return (*after - *before) / (2 * step);
  }

 private:
  std::int64_t position(std::int64_t place) const {
    return layout_.base(group_) + layout_.offset(place);
  }

  std::optional<double> loss(std::int64_t place, double by) const {
    trace::DoubleValues moved(parts_, {.leaf = 0, .position = position(place), .by = by});
    double sum = 0;
    for (std::int64_t i = 0; i < layout_.size; ++i) {
      const double dy = dy_[index_of_place(i)];
      if (dy == 0) continue;
      const auto y = moved.value(output_, position(i));
      if (!y) return std::nullopt;
      sum += dy * *y;
    }
    return sum;
  }

  const tensor::GroupLayout& layout_;
  std::int64_t group_;
  int output_;
  int gradient_;
  trace::TraceParts parts_;
  std::vector<double> dy_{};
};

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::optional<double> valley_of(const GradientCheck& check) {
  const auto least = std::ranges::min_element(check.worst);
  const double ends = std::min(check.worst.front(), check.worst.back());
  if (!(ends > kDepth * *least)) return std::nullopt;
  return check.steps[static_cast<std::size_t>(least - check.worst.begin())];
}

}  // namespace

GradientCheck gradient_check(const Evaluation& evaluation, std::int64_t group) {
  const tensor::GroupLayout& layout = evaluation.layout;
  const auto cards = backward_cards(evaluation);
  if (!cards || !has_operation_gradient(evaluation) || layout.size > kMostOfCheckedGroup) return {};
  CheckedGroup checked(evaluation, group, evaluation.cards[cards->output].step);
  if (!checked.separate()) return {};
  GradientCheck check{.without_dy = checked.without_dy()};
  std::vector<double> gradients;
  const std::int64_t count = std::min(layout.size, kMostMoved);
  for (std::int64_t i = 0; i < count; ++i) {
    check.places.push_back(i * layout.size / count);
    const auto dx = checked.gradient(check.places.back());
    if (!dx) return {};
    gradients.push_back(*dx);
  }
  if (check.places.empty()) return check;
  check.passes = true;
  check.tolerance = std::numeric_limits<double>::infinity();
  for (int half = kPerDecade * kFirstDecade; half <= kPerDecade * kLastDecade; ++half) {
    const double step = std::pow(10.0, static_cast<double>(half) / kPerDecade);
    const bool gradchecks = half == kPerDecade * -6;
    std::vector<double> errors;
    for (std::size_t k = 0; k < gradients.size(); ++k) {
      const auto slope = checked.difference(check.places[k], step);
      if (!slope) return {};
      const double error = std::abs(gradients[k] - *slope);
      errors.push_back(std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
      if (!gradchecks) continue;
      const double allowed = kGradcheckAbsolute + kGradcheckRelative * std::abs(*slope);
      check.passes = check.passes && error <= allowed;
      check.tolerance = std::min(check.tolerance, allowed);
    }
    check.steps.push_back(step);
    check.worst.push_back(*std::ranges::max_element(errors));
    check.median.push_back(median_of(errors));
    if (gradchecks) check.gradcheck_error = check.worst.back();
  }
  check.valley = valley_of(check);
  return check;
}

}  // namespace normscope::results
