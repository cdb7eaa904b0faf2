// SPDX-License-Identifier: MIT
#include "core/trace/analysis.hpp"

#include <cstddef>

#include "core/trace/program.hpp"

namespace normscope::trace {

Term Terms::of(const TermsOf& formula) {
  if (formula.a < kVaries && formula.b < kVaries) return kFixed;
  const Term next = kVaries + 1 + static_cast<Term>(formulas_.size());
  return formulas_.try_emplace({formula.primitive, formula.a, formula.b, formula.c}, next)
      .first->second;
}

std::optional<Term> Terms::operand_of(Term term, Primitive primitive) const {
  for (const auto& [formula, known] : formulas_) {
    if (known == term && std::get<0>(formula) == primitive) return std::get<1>(formula);
  }
  return std::nullopt;
}

std::optional<Term> Terms::exponent_of(Term term) const {
  return operand_of(term, Primitive::kExponential);
}

std::optional<Term> Terms::added_to(Term term) const {
  return operand_of(term, Primitive::kAddConstant);
}

namespace rule {

Term same_term(Terms& /*terms*/, const TermsOf& of) {
  return of.a;
}
Term zero_stays(Terms& terms, const TermsOf& of) {
  return of.a == kZero || of.a == kInfinite ? of.a : terms.of(of);
}
Term rectified_term(Terms& terms, const TermsOf& of) {
  return of.a == kZero ? of.a : terms.of(of);
}
Term difference_term(Terms& terms, const TermsOf& of) {
  if (of.a >= kVaries && of.a == of.b) return kZero;
  if (of.a >= kVaries && terms.added_to(of.b) == of.a) return kFixed;
  return of.b == kZero ? of.a : terms.of(of);
}
Term product_term(Terms& terms, const TermsOf& of) {
  return of.a == kZero || of.b == kZero ? static_cast<Term>(kZero) : terms.of(of);
}
Term quotient_term(Terms& terms, const TermsOf& of) {
  if (of.a == kZero) return of.b == kZero ? kUndefined : kZero;
  if (of.b == kInfinite) return kZero;
  return of.a == of.b ? static_cast<Term>(kFixed) : terms.of(of);
}
Term divided_term(Terms& terms, const TermsOf& of) {
  if (of.c == 0) return of.a == kZero ? kUndefined : kInfinite;
  return of.a == kZero || of.a == kInfinite || of.c == 1 ? of.a : terms.of(of);
}
Term added_constant_term(Terms& terms, const TermsOf& of) {
  return of.a == kInfinite || of.c == 0 ? of.a : terms.of(of);
}
Term logarithm_term(Terms& terms, const TermsOf& of) {
  const auto exponent = terms.exponent_of(of.a);
  return exponent ? *exponent : terms.of(of);
}
Term variance_term(Terms& /*terms*/, const TermsOf& of) {
  return of.c == 0 ? kUndefined : kZero;
}
Term fixed_term(Terms& /*terms*/, const TermsOf& /*of*/) {
  return kFixed;
}
// Of one element: the element minus 1.
Term threshold_term(Terms& terms, const TermsOf& of) {
  return terms.of({Primitive::kAddConstant, of.a, kFixed, -1});
}
Term larger_term(Terms& terms, const TermsOf& of) {
  return of.a == of.b ? of.a : terms.of(of);
}

namespace {

constexpr Effect kOther{Follows::kOtherwise, 1};

double size_of(const EffectsOf& of) {
  return static_cast<double>(of.program.groups.size);
}

// Whether a difference is a variance in one pass: the mean of squares minus the square of the mean,
// of the same values.
bool one_pass_variance(const EffectsOf& of) {
  const auto& steps = of.program.steps;
  const auto operand = [&](int step) -> const Step& {
    return steps[static_cast<std::size_t>(step)];
  };
  const double n = size_of(of);
  const Step& squares = operand(of.step.a);
  const Step& square = operand(of.step.b);
  if (squares.primitive != Primitive::kSumOver || square.primitive != Primitive::kSquare ||
      squares.c != n) {
    return false;
  }
  const Step& squared = operand(squares.a);
  const Step& mean = operand(square.a);
  return squared.primitive == Primitive::kSquare && mean.primitive == Primitive::kSumOver &&
         mean.c == n && squared.a == mean.a;
}

}  // namespace

Effect same_effect(const EffectsOf& of) {
  return of.a;
}
Effect sum_effect(const EffectsOf& of) {
  const bool mean = of.a.follows == Follows::kAdding && of.step.c == size_of(of);
  return of.a.follows == Follows::kScaling || mean ? of.a : kOther;
}
Effect cancelling_effect(const EffectsOf& of) {
  return of.a.follows == Follows::kAdding ? Effect{} : kOther;
}
Effect difference_effect(const EffectsOf& of) {
  if (of.a == of.b && of.a.follows == Follows::kAdding) return {};
  if (of.a.follows == Follows::kAdding && of.b.follows == Follows::kNot) return of.a;
  return one_pass_variance(of) ? Effect{} : kOther;
}
Effect quotient_effect(const EffectsOf& of) {
  if (of.b.follows == Follows::kNot && of.a.follows == Follows::kAdding) {
    // By a constant all of the group are divided alike.
    const Step& divisor = of.program.steps[static_cast<std::size_t>(of.step.b)];
    if (divisor.primitive == Primitive::kConstant) {
      return {of.a.follows, of.a.divisor * divisor.c};
    }
  }
  return of.a == of.b && of.a.follows == Follows::kScaling ? Effect{} : kOther;
}
Effect divided_effect(const EffectsOf& of) {
  if (of.a.follows != Follows::kAdding) return kOther;
  return {of.a.follows, of.a.divisor * of.step.c};
}
Effect multiplied_effect(const EffectsOf& of) {
  if (of.a.follows != Follows::kAdding || of.step.c == 0) return kOther;
  return {of.a.follows, of.a.divisor / of.step.c};
}
Effect larger_effect(const EffectsOf& of) {
  return of.a == of.b && of.a.follows == Follows::kAdding ? of.a : kOther;
}
Effect added_constant_effect(const EffectsOf& of) {
  return of.a.follows == Follows::kAdding ? of.a : kOther;
}
Effect exponential_effect(const EffectsOf& of) {
  return of.a.follows == Follows::kAdding ? Effect{Follows::kScaling, of.a.divisor} : kOther;
}
Effect logarithm_effect(const EffectsOf& of) {
  return of.a.follows == Follows::kScaling ? Effect{Follows::kAdding, of.a.divisor} : kOther;
}

namespace {

bool is_square(Unit unit) {
  return unit == Unit::kSquareOfValue || unit == Unit::kSquare;
}

}  // namespace

Unit square_unit(const UnitsOf& of) {
  return of.a == Unit::kValue ? Unit::kSquareOfValue : Unit::kSquare;
}
Unit variance_unit(const UnitsOf& /*of*/) {
  return Unit::kSquare;
}
Unit root_unit(const UnitsOf& /*of*/) {
  return Unit::kRoot;
}
// The last step of a softmax may be the exponential of a logarithm.
Unit exponential_unit(const UnitsOf& of) {
  return of.last ? Unit::kShare : Unit::kExponential;
}
Unit centred_unit(const UnitsOf& /*of*/) {
  return Unit::kCentred;
}
// A variance can be the difference of two squares.
Unit difference_unit(const UnitsOf& of) {
  return is_square(of.a) ? Unit::kSquare : Unit::kCentred;
}
Unit product_unit(const UnitsOf& of) {
  return of.a == Unit::kParameter ? of.b : of.a;
}
Unit quotient_unit(const UnitsOf& of) {
  if (of.b == Unit::kParameter) return of.a;
  return of.a == Unit::kExponential ? Unit::kShare : Unit::kNormalized;
}
Unit normalized_unit(const UnitsOf& /*of*/) {
  return Unit::kNormalized;
}
Unit share_unit(const UnitsOf& /*of*/) {
  return Unit::kShare;
}
// Of a cell: a product with a reciprocal; or the reciprocal of a variance or its root.
Unit given_unit(const UnitsOf& of) {
  if (of.b != Unit::kParameter) {
    return of.a == Unit::kExponential ? Unit::kShare : Unit::kNormalized;
  }
  return is_square(of.a) ? Unit::kRoot : of.a;
}

}  // namespace rule

}  // namespace normscope::trace
