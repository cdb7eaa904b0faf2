// SPDX-License-Identifier: MIT
#include "core/trace/gradient/closed_forms.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text/translate.hpp"
#include "core/trace/gradient/finish.hpp"
#include "core/trace/operations.hpp"

namespace normscope::trace {

using tensor::GroupLayout;
using tensor::Shape;

namespace {

constexpr std::array<base::Name<BackwardForm>, 3> kForms{{
    {BackwardForm::kChain, "chain", tr_later("chain rule, step by step")},
    {BackwardForm::kClosed, "closed", tr_later("closed form")},
    {BackwardForm::kSumsOfInput, "sums-of-input", tr_later("sums of the input, as in PyTorch")},
}};

tl::unexpected<base::Error> no_such_form(std::string_view sentence) {
  return base::fail(base::ErrorKind::kUnsupported, std::string(sentence));
}

// The steps of a closed form behind those of its forward pass.
class ClosedForm {
 public:
  explicit ClosedForm(const Program& forward)
      : forward_(forward),
        builder_(forward),
        gradients_(forward.steps.size()),
        groups_(std::make_shared<const GroupLayout>(forward.groups)),
        dy_(upstream_leaf(builder_, forward)) {
    builder_.set_shape(forward.steps.front().shape);
  }

  Gradient softmax(const ops::SoftmaxOptions& options) && {
    const Value y = elements(forward_.size() - 1);
    Value dz;
    if (options.log) {
      const Value p = named(apply(Primitive::kExponential, y), Role::kNone, "share", "p");
      const Value sum = named(total(dy_), Role::kSumOfGradient, "\\sum \\mathrm{d}y");
      dz = dy_ - named(p * sum, Role::kNone, "share of the sum", R"(p \sum \mathrm{d}y)");
    } else {
      const Value product = named(y * dy_, Role::kGradientTimesShare, "y \\, \\mathrm{d}y");
      const Value sum =
          named(total(product), Role::kSumOfGradientTimesShare, R"(\sum y \, \mathrm{d}y)");
      dz = y * named(dy_ - sum, Role::kCentredGradient, R"(\mathrm{d}y - \sum y \, \mathrm{d}y)");
    }
    dz = dz * ops::length_factor(options, forward_.groups.size);
    const int divided = forward_.find(Role::kDividedByTemperature);
    if (divided >= 0) {
      const Step& step = forward_.step(divided);
      dz = dz / builder_.of(step.b, step.spread_b);
    }
    gradients_.front() = dz;
    return finished(builder_, forward_, gradients_, dy_);
  }

  Gradient norm(const ops::NormOptions& options) && {
    const Value d = through_affine();
    switch (options.returned) {
      case ops::Returned::kInput:
        gradients_.front() = d;
        break;
      case ops::Returned::kMean:
        if (!options.running) gradients_.front() = mean(d);
        break;
      case ops::Returned::kNormalized:
        gradients_.front() = normalized(d, options);
    }
    return finished(builder_, forward_, gradients_, dy_);
  }

  Gradient sums_of_input() && {
    const Value x = elements(0);
    const int normalized = forward_.find(Role::kNormalized);
    const Value mu = per_group(forward_.find(Role::kMean));
    const Value r = named(apply(Primitive::kReciprocal, per_group(forward_.step(normalized).b)),
                          Role::kReciprocalDeviation, "r");
    const Value d = through_affine(x * r + -r * mu);
    const Value s = named(total(d * x), Role::kNone, "sum of d times input", "s");
    const Value t = named(total(d), Role::kSumOfGradient, "t");
    const double share = 1 / static_cast<double>(forward_.groups.size);
    const Value b = named((t * mu - s) * r * r * r * share, Role::kNone, "slope", "b");
    const Value c = named(-b * mu - t * r * share, Role::kNone, "offset", "c");
    gradients_.front() = r * d + b * x + c;
    return finished(builder_, forward_, gradients_, dy_);
  }

 private:
  Value elements(int step) { return builder_.of(step); }
  Value per_group(int step) { return builder_.of(step, groups_); }
  Value total(const Value& values, double divisor = 1) {
    return builder_.reduce(Primitive::kSumOver, values, *groups_, groups_->reduced_shape, divisor);
  }
  Value mean(const Value& d) {
    return named(total(d, static_cast<double>(groups_->size)), Role::kMeanOfGradient,
                 "\\overline{" + symbol(d) + "}");
  }

  const std::string& symbol(const Value& value) {
    return builder_.program().step(value.step).symbol;
  }
  Value named(Value value, Role role, const std::string& name, const std::string& symbol) {
    builder_.label(value, role, name, symbol);
    return value;
  }
  Value named(Value value, Role role, const std::string& symbol) {
    return named(std::move(value), role, std::string(base::name_of(role_names(), role)), symbol);
  }

  // Sums that a parameter gets, whose values serve several elements each.
  void set_parameter(int leaf, const Spread& spread, const Value& gradient) {
    Value sum = gradient;
    if (spread) {
      sum = builder_.reduce(Primitive::kSumOver, gradient, *spread, forward_.step(leaf).shape);
      sum.spread = nullptr;
    }
    const Step& of = forward_.step(leaf);
    gradients_[static_cast<std::size_t>(leaf)] =
        named(sum, Role::kNone, "gradient of " + of.name, gradient_symbol(of.symbol));
  }

  // The gradient of what gamma and beta are applied to. `core`: its numbers, where they are written
  // in another way than in the forward pass.
  Value through_affine(const Value& core = {}) {
    const int beta = forward_.find(Role::kBeta);
    if (beta >= 0) set_parameter(beta, forward_.steps.back().spread_b, dy_);
    const int gamma = forward_.find(Role::kGamma);
    if (gamma < 0) return dy_;
    const Step& scaled = forward_.step(forward_.find(Role::kScaled));
    set_parameter(gamma, scaled.spread_a, dy_ * (core ? core : elements(scaled.b)));
    return named(builder_.of(gamma, scaled.spread_a) * dy_, Role::kGradientOfNormalized, "d");
  }

  Value normalized(const Value& d, const ops::NormOptions& options) {
    const int at = forward_.find(Role::kNormalized);
    const Value xhat = elements(at);
    const Value divisor = per_group(forward_.step(at).b);
    if (options.running) return d / divisor;
    const double count = ops::variance_count(static_cast<double>(groups_->size), options);
    Value centred = d;
    if (options.centred()) {
      centred = named(d - mean(d), Role::kCentredGradient,
                      symbol(d) + " - \\overline{" + symbol(d) + "}");
    }
    const std::string product = symbol(d) + " \\hat{x}";
    const Value times = named(d * xhat, Role::kGradientTimesNormalized, product);
    const Value along = named(total(times, count), Role::kMeanOfGradientTimesNormalized,
                              "\\overline{" + product + "}");
    const std::string part = "\\hat{x} \\overline{" + product + "}";
    if (options.epsilon_placement != ops::EpsilonPlacement::kOutside) {
      const Value rest = centred - named(xhat * along, Role::kPartAlongNormalized, part);
      return named(rest, Role::kGradientWithoutParts, "e") / divisor;
    }
    const int root = forward_.step(divisor.step).a;
    Value share = along / per_group(root);
    if (forward_.step(root).primitive == Primitive::kRootOfSquares) {
      share = apply(Primitive::kWhere, share, per_group(root));  // as torch.std has it at 0
    }
    return centred / divisor - named(xhat * share, Role::kPartAlongNormalized, part);
  }

  const Program& forward_;
  BackwardBuilder builder_;
  std::vector<Value> gradients_;
  Spread groups_;
  Value dy_;
};

}  // namespace

std::span<const base::Name<BackwardForm>> backward_form_names() {
  return kForms;
}

bool has_sums_of_input(const ops::NormOptions& options) {
  return options.kind == ops::Normalization::kLayerNorm && options.centring &&
         options.epsilon_placement == ops::EpsilonPlacement::kInside &&
         options.estimator == ops::VarianceEstimator::kBiased &&
         options.returned == ops::Returned::kNormalized;
}

Expected<Gradient> norm_gradient(const Shape& x, const Shape* gamma, const Shape* beta,
                                 const ops::NormOptions& options, BackwardForm form) {
  const auto forward = norm_program(x, gamma, beta, options);
  if (!forward) return tl::unexpected(forward.error());
  if (form == BackwardForm::kChain) return gradient_of(*forward);
  if (form == BackwardForm::kClosed) return ClosedForm(*forward).norm(options);
  if (!has_sums_of_input(options)) {
    return no_such_form(tr("PyTorch's sums of the input are those of its own layer norm"));
  }
  return ClosedForm(*forward).sums_of_input();
}

Expected<Gradient> softmax_gradient(const Shape& x, const ops::SoftmaxOptions& options,
                                    BackwardForm form) {
  const auto forward = softmax_program(x, options);
  if (!forward) return tl::unexpected(forward.error());
  if (form == BackwardForm::kChain) return gradient_of(*forward);
  if (form == BackwardForm::kClosed) return ClosedForm(*forward).softmax(options);
  return no_such_form(tr("a softmax has no form with sums of the input"));
}

}  // namespace normscope::trace
