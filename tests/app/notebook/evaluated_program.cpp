// SPDX-License-Identifier: MIT
#include "tests/app/notebook/evaluated_program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>

#include "core/trace/double_values.hpp"
#include "core/trace/trace.hpp"
#include "tests/app/notebook/sent_records.hpp"

namespace normscope::testing {

using trace::Primitive;
using trace::WrittenStep;

namespace {

std::string constant_text(const WrittenStep& step) {
  if (!step.of_size) return fmt::format("{}", step.c);
  return step.c == 0 ? "n" : fmt::format("n{:+}", step.c);
}

std::string text_of(const WrittenStep& step, bool first) {
  const std::string shape = tensor::shape_to_text(step.shape);
  if (step.primitive == Primitive::kGiven) return (first ? "input " : "parameter ") + shape;
  if (step.primitive == Primitive::kRepeat) return fmt::format("view {} {}", step.a, shape);
  const trace::PrimitiveRow& row = trace::row_of(step.primitive);
  std::string text(row.id);
  if (step.a >= 0) text += fmt::format(" {}", step.a);
  if (step.b >= 0) text += fmt::format(" {}", step.b);
  if (trace::reduces(step.primitive)) text += fmt::format(" over {}", fmt::join(step.dims, ","));
  if (!step.keepdim) text += " dropped";
  if (row.has_constant) text += ": " + constant_text(step);
  return text;
}

}  // namespace

std::string text_of(const Chain& chain) {
  std::string text;
  for (const auto& at : chain) {
    if (!text.empty()) text += "; ";
    text += text_of(at.step, &at == chain.data());
  }
  return text;
}

void expect_values(const Chain& chain, const notebook::protocol::Records& records) {
  std::vector<WrittenStep> steps;
  for (const auto& at : chain) steps.push_back(at.step);
  const auto made = trace::written_program(steps, steps.front().shape);
  ASSERT_TRUE(made) << made.error().sentence << ": " << text_of(chain);
  std::vector<trace::TensorRef> leaves(made->program.steps.size());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (steps[i].primitive != Primitive::kGiven) continue;
    leaves[static_cast<std::size_t>(made->positions[i])] =
        std::make_shared<const tensor::Tensor>(taken(records, {chain[i].record}).front());
  }
  const auto trace = trace::Trace::of(made->program, leaves);
  ASSERT_TRUE(trace) << trace.error().sentence;
  trace::DoubleValues doubles(trace->parts());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const int record = chain[i].record;
    if (record < 0 || !records.graph.records[static_cast<std::size_t>(record)].held) continue;
    const tensor::Tensor array = taken(records, {record}).front();
    const int at = made->positions[i];
    ASSERT_EQ(array.size(), tensor::product(made->program.step(at).shape)) << "step " << i;
    for (std::int64_t k = 0; k < array.size(); ++k) {
      // Some twenty roundings of float32, of sums of numbers below ten.
      const double value = doubles.value(at, k).value();
      const float is = array.values()[static_cast<std::size_t>(k)];
      if (static_cast<double>(is) == value || (std::isnan(is) && std::isnan(value))) continue;
      ASSERT_NEAR(is, value, 1e-5 * (1 + std::abs(value)))
          << "step " << i << " of " << text_of(chain);
    }
  }
}

}  // namespace normscope::testing
