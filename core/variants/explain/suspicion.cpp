// SPDX-License-Identifier: MIT
#include "core/variants/explain/suspicion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"
#include "core/variants/explain/candidate_search.hpp"
#include "core/variants/explain/explain_verify.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {
namespace {

constexpr std::int64_t kLeastSearched = 8;
constexpr std::int64_t kMostSearched = 4096;
constexpr std::array<double, 4> kEpsilons{1e-5, 1e-6, 1e-3, 1e-12};
constexpr std::size_t kMostPlaces = 6;

// The usual operations; none that returns the input, which many functions do for some numbers.
std::vector<compute::Operation> usual_operations(const tensor::Shape& shape) {
  std::vector<compute::Operation> all;
  for (const ops::NormOptions& kind : norms_of(shape)) {
    const auto plan = ops::plan_norm(shape, kind);
    if (!plan || plan->groups.size < 2) continue;
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& placement : ops::epsilon_placement_names()) {
        if (placement.value == ops::EpsilonPlacement::kCount) continue;
        for (const double epsilon : kEpsilons) {
          ops::NormOptions options = kind;
          options.estimator = estimator.value;
          options.epsilon_placement = placement.value;
          options.epsilon = epsilon;
          all.emplace_back(options);
          if (placement.value == ops::EpsilonPlacement::kNone) break;
        }
      }
    }
  }
  for (const auto& options : softmaxes_of(shape)) all.emplace_back(options);
  for (const auto& operation : relatives_of(shape)) all.push_back(operation);
  all.emplace_back(ops::RelativeOptions{});
  all.emplace_back(ops::RelativeOptions{.alpha = 1});
  return all;
}

// Exceptions as whole rows and columns, and what is left of them as single numbers.
class Exceptions {
 public:
  Exceptions(const tensor::Shape& shape, const std::vector<std::int64_t>& wrong)
      : shape_(shape),
        columns_(shape.back()),
        rows_(tensor::product(shape) / columns_),
        left_(wrong.begin(), wrong.end()) {
    for (const bool rows : {true, false}) take_lines(rows);
  }

  bool few() const {
    const auto singles = static_cast<std::int64_t>(left_.size());
    return singles <= std::max<std::int64_t>(1, rows_ * columns_ / 8) && 3 * row_count_ <= rows_ &&
           3 * column_count_ <= columns_;
  }

  // Bits that say which they are and what they hold.
  double bits(double each) const {
    const auto log2_of = [](std::int64_t n) { return std::log2(static_cast<double>(n)); };
    return static_cast<double>(left_.size()) * (each + log2_of(rows_ * columns_)) +
           static_cast<double>(row_count_) *
               (static_cast<double>(columns_) * each + log2_of(rows_)) +
           static_cast<double>(column_count_) *
               (static_cast<double>(rows_) * each + log2_of(columns_));
  }

  std::vector<std::string> places() const {
    std::vector<std::string> all = lines_;
    for (const std::int64_t at : left_) all.push_back(place(at, ""));
    if (all.size() > kMostPlaces) {
      all.resize(kMostPlaces);
      all.emplace_back("...");
    }
    return all;
  }

 private:
  // A line most of whose numbers are wrong is wrong as a whole.
  void take_lines(bool rows) {
    const std::int64_t lines = rows ? rows_ : columns_;
    const std::int64_t length = rows ? columns_ : rows_;
    std::vector<std::int64_t> wrong(static_cast<std::size_t>(lines));
    const auto line_of = [&](std::int64_t at) { return rows ? at / columns_ : at % columns_; };
    for (const std::int64_t at : left_) ++wrong[static_cast<std::size_t>(line_of(at))];
    const auto whole = [&](std::int64_t line) {
      const std::int64_t count = wrong[static_cast<std::size_t>(line)];
      return count > 1 && 3 * count >= 2 * length;
    };
    for (std::int64_t line = 0; line < lines; ++line) {
      if (!whole(line)) continue;
      ++(rows ? row_count_ : column_count_);
      if (rows) {
        lines_.push_back(place(line * columns_, ":"));
      } else {
        lines_.push_back(fmt::format("[{}{}]",
                                     shape_.size() > 2   ? "..., "
                                     : shape_.size() > 1 ? ":, "
                                                         : "",
                                     line));
      }
    }
    std::erase_if(left_, [&](std::int64_t at) { return whole(line_of(at)); });
  }

  // "[1, 3]"; the last index may be another text.
  std::string place(std::int64_t at, std::string_view last) const {
    if (last.empty()) return tensor::index_to_text(shape_, at);
    tensor::Shape index = tensor::index_of(shape_, at);
    index.pop_back();
    return fmt::format("[{}{}{}]", fmt::join(index, ", "), index.empty() ? "" : ", ", last);
  }

  const tensor::Shape& shape_;
  std::int64_t columns_;
  std::int64_t rows_;
  std::set<std::int64_t> left_;
  std::vector<std::string> lines_{};
  std::int64_t row_count_ = 0;
  std::int64_t column_count_ = 0;
};

// Their outputs are all zeros, which come near to everything.
bool normalizes_single_elements(const compute::Operation& operation, const tensor::Shape& shape) {
  const auto* norm = std::get_if<ops::NormOptions>(&operation);
  if (norm == nullptr || norm->returned != ops::Returned::kNormalized) return false;
  const auto plan = ops::plan_norm(shape, *norm);
  return plan && plan->groups.size < 2;
}

Explanation explanation_of(const compute::Operation& operation, const OutputGap& gap) {
  Explanation explanation{operation};
  explanation.words = ops::full_words(operation);
  explanation.arguments = ops::arguments_of(operation);
  explanation.preset = preset_of(operation);
  explanation.largest_error = gap.largest;
  explanation.ulps = gap.ulps;
  explanation.allowed_error = gap.allowed;
  return explanation;
}

}  // namespace

std::vector<Explanation> nearest(const std::shared_ptr<const tensor::Tensor>& x,
                                 const tensor::Tensor& y, const Plainly& plainly,
                                 const Allowance& allowance) {
  std::vector<compute::Operation> all;
  const auto add = [&all](const compute::Operation& operation) {
    if (std::ranges::find(all, operation) == all.end()) all.push_back(operation);
  };
  for (const ops::Preset& preset : ops::presets()) add(preset.options);
  for (const ops::NormOptions& options : norms_of(x->shape())) add(options);
  for (const ops::SoftmaxOptions& options : softmaxes_of(x->shape())) add(options);
  const Tolerance tolerance = tolerance_of(allowance, 1);
  std::vector<Explanation> found;
  for (const compute::Operation& operation : all) {
    if (normalizes_single_elements(operation, x->shape())) continue;
    const auto gap = output_gap({operation, x}, y, tolerance, kExplainSample, plainly);
    // A preset may need more dimensions than x has.
    if (gap) found.push_back(explanation_of(operation, *gap));
  }
  std::ranges::stable_sort(found, {}, &Explanation::largest_error);
  return found;
}

std::optional<Suspicion> suspect(const std::shared_ptr<const tensor::Tensor>& x,
                                 const tensor::Tensor& y, const Plainly& plainly,
                                 const Allowance& allowance) {
  if (x->size() < kLeastSearched || x->size() > kMostSearched) return std::nullopt;
  std::optional<Suspicion> best;
  for (const compute::Operation& operation : usual_operations(x->shape())) {
    const compute::Request request{operation, x};
    const auto plan = compute::plan_request(request);
    if (!plan) continue;
    const Tolerance tolerance = tolerance_of(allowance, compute::groups_of(*plan).size);
    const auto gap = output_gap(request, y, tolerance, kMostSearched, plainly);
    if (!gap || gap->within() || 3 * gap->beyond > x->size()) continue;
    const Exceptions exceptions(x->shape(), gap->wrong);
    if (!exceptions.few()) continue;
    const double cost = 5.0 + deviations(operation) + exceptions.bits(gap->bits.each());
    const double bits = gap->bits.saved(cost, 0);
    if (bits < 2 * kEnoughEvidence || (best && bits <= best->explanation.bits)) continue;
    best = {explanation_of(operation, *gap), gap->beyond, exceptions.places()};
    best->explanation.bits = bits;
  }
  return best;
}

}  // namespace normscope::variants
