// SPDX-License-Identifier: MIT
#include "core/trace/links.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>

namespace normscope::trace {

namespace {

std::size_t slot(int step) {
  return static_cast<std::size_t>(step);
}

Link merged(Link a, Link b) {
  return {std::max(a.cell, b.cell), std::max(a.group, b.group)};
}

Link gated(Link link) {
  return {std::min(link.cell, Reach::kWhereGamma), std::min(link.group, Reach::kWhereGamma)};
}

// The steps of groups of one element, in which all steps are functions of one number v: terms that
// are equal as formulas are equal as numbers, whatever v is. This finds that v - mean(v), the
// variance and exp(v) / sum(exp(v)) do not depend on v.
class OneElement {
 public:
  // Terms from kVariable on depend on v.
  enum : int { kZero, kUndefined, kInfinite, kConstant, kVariable };

  // `known`: what is known of each step as a function of the input.
  OneElement(const TraceParts& parts, int variable, const std::vector<Always>& known) {
    for (int step = 0; step < static_cast<int>(parts.steps.size()); ++step) {
      int term = step == variable ? kVariable : term_of(parts.steps[slot(step)]);
      if (term == kConstant) {
        if (known[slot(step)] == Always::kZero) term = kZero;
        if (known[slot(step)] == Always::kUndefined) term = kUndefined;
        if (known[slot(step)] == Always::kInfinite) term = kInfinite;
      }
      terms_.push_back(term);
    }
  }

  Always always(std::size_t step) const {
    switch (terms_[step]) {
      case kZero:
        return Always::kZero;
      case kUndefined:
        return Always::kUndefined;
      case kInfinite:
        return Always::kInfinite;
      case kConstant:
        return Always::kConstant;
      default:
        return Always::kVaries;
    }
  }

 private:
  int term_of(const Step& step) {
    const int a = step.a < 0 ? static_cast<int>(kConstant) : terms_[slot(step.a)];
    const int b = step.b < 0 ? static_cast<int>(kConstant) : terms_[slot(step.b)];
    if (a == kUndefined || b == kUndefined) return kUndefined;
    switch (step.primitive) {
      case Primitive::kRepeat:
      case Primitive::kMaximum:
        return a;
      case Primitive::kSumOver:
      case Primitive::kDivideConstant:
        if (step.c == 0) return a == kZero ? kUndefined : kInfinite;
        return a == kZero || a == kInfinite || step.c == 1 ? a : added(step, a, b);
      case Primitive::kVariance:
        return step.c == 0 ? kUndefined : kZero;
      case Primitive::kOnlineSum:
        return kConstant;
      case Primitive::kSubtract:
        if (a >= kVariable && a == b) return kZero;
        return b == kZero ? a : added(step, a, b);
      case Primitive::kDivide:
        if (a == kZero) return b == kZero ? kUndefined : kZero;
        if (b == kInfinite) return kZero;
        return a == b ? static_cast<int>(kConstant) : added(step, a, b);
      case Primitive::kAddConstant:
        return a == kInfinite || step.c == 0 ? a : added(step, a, b);
      case Primitive::kSquare:
      case Primitive::kSquareRoot:
        return a == kZero || a == kInfinite ? a : added(step, a, b);
      case Primitive::kRectify:
      case Primitive::kMultiplyByGamma:
        return a == kZero ? a : added(step, a, b);
      case Primitive::kLogarithm:
        return logarithm(step, a);
      case Primitive::kGiven:
      case Primitive::kExponential:
      case Primitive::kAddBeta:
      case Primitive::kMatrixProduct:
        break;
    }
    return added(step, a, b);
  }

  int logarithm(const Step& step, int a) {
    for (const auto& [formula, term] : formulas_) {
      const auto& [primitive, exponent, unused, constant] = formula;
      if (term == a && primitive == Primitive::kExponential) return exponent;
    }
    return added(step, a, kConstant);
  }

  // The term of this formula: the same for the same formula.
  int added(const Step& step, int a, int b) {
    if (a < kVariable && b < kVariable) return kConstant;
    const int next = kVariable + 1 + static_cast<int>(formulas_.size());
    return formulas_.try_emplace({step.primitive, a, b, step.c}, next).first->second;
  }

  std::vector<int> terms_;
  std::map<std::tuple<Primitive, int, int, double>, int> formulas_;
};

// The links of step `made` from one earlier step, from the links of its operands.
Link link_of(const TraceParts& parts, const Step& made, const std::vector<Link>& links,
             const std::vector<bool>& vanishing) {
  const auto through = [&](int operand) -> Link {
    if (operand < 0) return {};
    Link link = links[slot(operand)];
    // Every element of the operand's group counts for a statistic, and for an unknown function.
    const bool resized = parts.steps[slot(operand)].shape != made.shape;
    const bool unknown = made.primitive == Primitive::kGiven && made.b < 0;
    const bool product = made.primitive == Primitive::kMatrixProduct;
    if (!product && (resized || unknown || reduces(made.primitive))) {
      link = {Reach::kNever, std::max(link.cell, link.group)};
    }
    return link;
  };
  const Link a = through(made.a);
  const Link b = through(made.b);
  if (made.primitive == Primitive::kMultiplyByGamma) return gated(a);
  // 0 divided by a standard deviation is 0 whatever the deviation is.
  if (made.primitive == Primitive::kDivide && vanishing[slot(made.a)]) return merged(a, gated(b));
  return merged(a, b);
}

// Which steps are exactly 0 wherever gamma is.
std::vector<bool> vanishing_steps(const std::vector<Step>& steps) {
  std::vector<bool> vanishing;
  for (const Step& step : steps) {
    vanishing.push_back(step.primitive == Primitive::kMultiplyByGamma ||
                        (step.primitive == Primitive::kDivide && vanishing[slot(step.a)]));
  }
  return vanishing;
}

}  // namespace

Links::Links(const TraceParts& parts)
    : count_(parts.steps.size()), links_(count_ * count_), always_(count_, Always::kVaries) {
  const std::vector<bool> vanishing = vanishing_steps(parts.steps);
  const bool alone = parts.groups.size == 1;
  if (alone) {
    const OneElement terms(parts, 0, always_);
    for (std::size_t step = 0; step < count_; ++step) always_[step] = terms.always(step);
  }
  for (std::size_t from = 0; from < count_; ++from) {
    std::vector<Link> links(count_);
    links[from] = {Reach::kAlways, Reach::kNever};
    for (std::size_t to = from + 1; to < count_; ++to) {
      links[to] = link_of(parts, parts.steps[to], links, vanishing);
    }
    if (alone) {
      const OneElement terms(parts, static_cast<int>(from), always_);
      for (std::size_t to = from + 1; to < count_; ++to) {
        if (terms.always(to) != Always::kVaries) links[to] = {};
      }
    }
    for (std::size_t to = from; to < count_; ++to) links_[to * count_ + from] = links[to];
  }
}

Link Links::between(int to, int from) const {
  return links_[slot(to) * count_ + slot(from)];
}

}  // namespace normscope::trace
