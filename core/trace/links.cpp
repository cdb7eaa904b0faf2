// SPDX-License-Identifier: MIT
#include "core/trace/links.hpp"

#include <algorithm>
#include <cstddef>

namespace normscope::trace {

namespace {

Always always(Term term) {
  switch (term) {
    case kZero:
      return Always::kZero;
    case kUndefined:
      return Always::kUndefined;
    case kInfinite:
      return Always::kInfinite;
    case kFixed:
      return Always::kConstant;
    default:
      return Always::kVaries;
  }
}

Term term_of(Always known) {
  if (known == Always::kZero) return kZero;
  if (known == Always::kUndefined) return kUndefined;
  return known == Always::kInfinite ? kInfinite : kFixed;
}

bool has_single_elements(const Program& program) {
  return program.groups.size == 1 && std::ranges::all_of(program.steps, [](const Step& step) {
           return !reduces(step.primitive) || step.over.size == 1;
         });
}

}  // namespace

std::vector<Always> always_of(const Program& program, int variable,
                              const std::vector<Always>& known) {
  std::vector<Always> result(program.steps.size(), Always::kVaries);
  if (!has_single_elements(program)) return result;
  Terms formulas;
  std::vector<Term> terms;
  for (int at = 0; at < program.size(); ++at) {
    const Step& step = program.step(at);
    const auto operand = [&](int from) {
      return from < 0 ? static_cast<Term>(kFixed) : terms[static_cast<std::size_t>(from)];
    };
    const TermsOf of{step.primitive, operand(step.a), operand(step.b), step.c};
    auto* const rule = row_of(step.primitive).term;
    Term term = kVaries;
    if (at != variable) {
      if (of.a == kUndefined || of.b == kUndefined) {
        term = kUndefined;
      } else {
        term = rule != nullptr ? rule(formulas, of) : formulas.of(of);
      }
      if (term == kFixed && !known.empty()) term = term_of(known[static_cast<std::size_t>(at)]);
    }
    terms.push_back(term);
    result[static_cast<std::size_t>(at)] = always(term);
  }
  return result;
}

}  // namespace normscope::trace
