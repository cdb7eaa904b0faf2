// SPDX-License-Identifier: MIT
// Steps as cells write them, for documents without a kernel.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/document/document.hpp"
#include "core/trace/trace.hpp"

namespace normscope::testing {

/// A step of which its name and values are known, as older sessions have it.
inline document::HandWrittenStep named_step(std::string name, std::string symbol,
                                            std::string formula, int cell, int line,
                                            std::string text, document::Array values) {
  document::HandWrittenStep step;
  step.step.role = base::value_of(trace::role_names(), name).value_or(trace::Role::kNone);
  step.step.name = std::move(name);
  step.step.symbol = std::move(symbol);
  step.step.formula = std::move(formula);
  step.cell = cell;
  step.line = line;
  step.text = std::move(text);
  step.step.shape = values.shape();
  step.values = std::move(values);
  return step;
}

/// The steps of a trace as if line 1 of cell 1 had computed them, statistics over these dimensions.
/// `computed`: with what computes each; else the main steps by name.
inline std::vector<document::HandWrittenStep> steps_of(const trace::Trace& trace, bool computed,
                                                       const std::vector<std::size_t>& dims = {1}) {
  std::vector<document::HandWrittenStep> steps;
  const trace::Program& program = trace.program();
  for (int at = 0; at < program.size(); ++at) {
    if (!computed && program.is_parameter(at)) continue;
    const trace::Step& of = program.step(at);
    auto step =
        named_step(of.name, of.symbol, of.formula, 1, 1, "", document::Array(*trace.whole(at)));
    step.step.shape = of.shape;
    if (computed) {
      step.step.primitive = of.primitive;
      step.step.a = of.a;
      step.step.b = of.b;
      step.step.c = of.c;
      if (trace::reduces(of.primitive)) step.step.dims = dims;
      const auto size = static_cast<double>(of.over.size);
      if (of.primitive == trace::Primitive::kSumOver && of.c == size) {
        step.step.of_size = true;
        step.step.c = 0;
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace normscope::testing
