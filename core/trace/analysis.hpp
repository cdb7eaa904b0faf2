// SPDX-License-Identifier: MIT
// What can be said of a step without any numbers, primitive by primitive: whether it is always the
// same in a group of one element, whether it notices that one number is added to the whole group,
// and what kind of number it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace normscope::trace {

enum class Primitive : std::uint8_t;
struct Program;
struct Step;

/// A step of groups of one element, in which all steps are functions of one number v: steps that
/// are equal as formulas are equal as numbers, whatever v is. Terms from kVaries on depend on v.
using Term = int;
enum FixedTerm : Term { kZero, kUndefined, kInfinite, kFixed, kVaries };

/// The terms of the operands, and the constant.
struct TermsOf {
  Primitive primitive{};
  Term a = kFixed;
  Term b = kFixed;
  double c = 0;
};

/// The formulas so far. It finds that v - mean(v), the variance and exp(v) / sum(exp(v)) do not
/// depend on v.
class Terms {
 public:
  /// The term of this formula: the same for the same formula.
  Term of(const TermsOf& formula);
  /// What a term is the exponential of.
  std::optional<Term> exponent_of(Term term) const;
  /// What a term is the sum of and a constant.
  std::optional<Term> added_to(Term term) const;

 private:
  std::optional<Term> operand_of(Term term, Primitive primitive) const;

  std::map<std::tuple<Primitive, Term, Term, double>, Term> formulas_;
};

/// How the values of a step in a group follow when one number is added to all of the input's.
enum class Follows : std::uint8_t {
  kNot,      // unchanged
  kAdding,   // one number is added to all of them
  kScaling,  // all are multiplied by one number, as exponentials are
  kOtherwise
};

/// Two steps follow by the same number if the shift was divided by the same temperature.
struct Effect {
  Follows follows = Follows::kNot;
  double divisor = 1;
  bool operator==(const Effect&) const = default;
};

/// A step and the effects on its operands.
struct EffectsOf {
  const Program& program;
  const Step& step;
  Effect a{};
  Effect b{};
};

/// What kind of number a step holds, as elements and as statistics alike.
enum class Unit : std::uint8_t {
  kParameter,
  kValue,
  kCentred,
  kSquareOfValue,
  kSquare,
  kRoot,
  kNormalized,
  kExponential,
  kShare
};

/// The units of a step's operands, and whether the step is the last of its operation.
struct UnitsOf {
  Unit a = Unit::kValue;
  Unit b = Unit::kValue;
  bool last = false;
};

// The rules that rows of the table name.
namespace rule {

Term same_term(Terms& terms, const TermsOf& of);
Term zero_stays(Terms& terms, const TermsOf& of);
Term rectified_term(Terms& terms, const TermsOf& of);
Term difference_term(Terms& terms, const TermsOf& of);
Term product_term(Terms& terms, const TermsOf& of);
Term quotient_term(Terms& terms, const TermsOf& of);
Term divided_term(Terms& terms, const TermsOf& of);
Term added_constant_term(Terms& terms, const TermsOf& of);
Term logarithm_term(Terms& terms, const TermsOf& of);
Term variance_term(Terms& terms, const TermsOf& of);
Term fixed_term(Terms& terms, const TermsOf& of);
Term threshold_term(Terms& terms, const TermsOf& of);
Term larger_term(Terms& terms, const TermsOf& of);

Effect same_effect(const EffectsOf& of);
Effect sum_effect(const EffectsOf& of);
Effect cancelling_effect(const EffectsOf& of);
Effect difference_effect(const EffectsOf& of);
Effect quotient_effect(const EffectsOf& of);
Effect divided_effect(const EffectsOf& of);
Effect added_constant_effect(const EffectsOf& of);
Effect multiplied_effect(const EffectsOf& of);
Effect larger_effect(const EffectsOf& of);
Effect exponential_effect(const EffectsOf& of);
Effect logarithm_effect(const EffectsOf& of);

Unit square_unit(const UnitsOf& of);
Unit variance_unit(const UnitsOf& of);
Unit root_unit(const UnitsOf& of);
Unit exponential_unit(const UnitsOf& of);
Unit centred_unit(const UnitsOf& of);
Unit difference_unit(const UnitsOf& of);
Unit product_unit(const UnitsOf& of);
Unit quotient_unit(const UnitsOf& of);
Unit normalized_unit(const UnitsOf& of);
Unit share_unit(const UnitsOf& of);
Unit given_unit(const UnitsOf& of);

}  // namespace rule

}  // namespace normscope::trace
