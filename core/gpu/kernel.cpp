// SPDX-License-Identifier: MIT
#include "core/gpu/kernel.hpp"

#include <cmath>

namespace normscope::gpu {
namespace {

std::uint32_t word(std::int64_t value) {
  return static_cast<std::uint32_t>(value);
}

void set_wide(const Program& program, const std::string& name, double value) {
  const WideNumber number = wide(value);
  program.set(name.c_str(), number.pair);
  program.set((name + "_exponent").c_str(), number.exponent);
}

void set_operation(const Program& program, const ops::NormPlan& plan) {
  const ops::NormOptions& options = plan.options;
  const auto n = static_cast<double>(plan.groups.size);
  program.set("u_centred", word(options.centred() ? 1 : 0));
  program.set("u_placement", word(static_cast<int>(options.epsilon_placement)));
  program.set("u_returned", word(static_cast<int>(options.returned)));
  set_wide(program, "u_epsilon", options.epsilon);
  set_wide(program, "u_divisor", ops::variance_count(n, options));
  set_wide(program, "u_elements", n);
  program.set("u_affine_period", word(plan.affine.period));
  program.set("u_affine_step", word(plan.affine.step));
  program.set("u_affine_run", word(plan.affine.run));
}

void set_operation(const Program& program, const ops::SoftmaxPlan& plan) {
  set_wide(program, "u_factor", 1.0 / plan.options.temperature);
  program.set("u_log", word(plan.options.log ? 1 : 0));
}

// The shaders number these as the enums do.
static_assert(static_cast<int>(ops::EpsilonPlacement::kInside) == 0 &&
              static_cast<int>(ops::EpsilonPlacement::kOutside) == 1);
static_assert(static_cast<int>(ops::Returned::kNormalized) == 0 &&
              static_cast<int>(ops::Returned::kMean) == 1 &&
              static_cast<int>(ops::Returned::kInput) == 2);

}  // namespace

WideNumber wide(double value) {
  if (value == 0) return {};
  int exponent = 0;
  const double mantissa = 2 * std::frexp(value, &exponent);
  auto high = static_cast<float>(mantissa);
  WideNumber number;
  number.exponent = exponent - 1;
  if (std::abs(high) >= 2) {
    high /= 2;
    ++number.exponent;
    number.pair = {high, static_cast<float>(mantissa / 2 - static_cast<double>(high))};
  } else {
    number.pair = {high, static_cast<float>(mantissa - static_cast<double>(high))};
  }
  return number;
}

std::map<std::string, int> definitions(const compute::Plan& plan, const Shape& shape) {
  std::map<std::string, int> defined = {{"LOCAL", shape.local}, {"ELEMENTS", shape.elements},
                                        {"SOFTMAX", 0},         {"ONE_PASS", 0},
                                        {"NAIVE", 0},           {"PLAIN_SUMS", 0}};
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
    const bool one_pass = norm->options.algorithm == ops::VarianceAlgorithm::kOnePass;
    defined["ONE_PASS"] = defined["PLAIN_SUMS"] = one_pass ? 1 : 0;
  } else {
    const auto& softmax = std::get<ops::SoftmaxPlan>(plan);
    const bool naive = softmax.options.algorithm == ops::SoftmaxAlgorithm::kNaive;
    defined["SOFTMAX"] = 1;
    defined["NAIVE"] = defined["PLAIN_SUMS"] = naive ? 1 : 0;
  }
  return defined;
}

RecordSizes record_sizes(const compute::Plan& plan) {
  if (std::holds_alternative<ops::NormPlan>(plan)) return {8, 10};
  return {4, 4};
}

void set_uniforms(const Program& program, const compute::Plan& plan, const Slice& slice,
                  const Slices& slices, const Shape& shape, const Parts& parts,
                  const compute::Buffers& buffers, const AffineRange& affine) {
  tensor::GroupLayout layout = compute::groups_of(plan);
  if (!slices.whole) {
    // What is cut, or was brought together, lies group after group.
    layout = {};
    layout.outer_stride = slice.elements;
    layout.run = slice.elements;
  }
  program.set("u_count", word(slice.groups));
  program.set("u_size", word(slice.elements));
  program.set("u_inner_groups", word(layout.inner_groups));
  program.set("u_outer_stride", word(layout.outer_stride));
  program.set("u_inner_stride", word(layout.inner_stride));
  program.set("u_run", word(layout.run));
  program.set("u_run_stride", word(layout.run_stride));
  program.set("u_element_stride", word(layout.element_stride));
  program.set("u_lanes", word(shape.lanes));
  program.set("u_interleaved", word(shape.interleaved ? 1 : 0));
  program.set("u_group_offset", word(slice.first_group));
  program.set("u_parts", word(parts.all));
  program.set("u_parts_held", word(parts.held));
  program.set("u_part_offset", word(parts.first));
  program.set("u_first_element", word(slice.first_element));
  program.set("u_has_gamma", word(buffers.gamma.empty() ? 0 : 1));
  program.set("u_has_beta", word(buffers.beta.empty() ? 0 : 1));
  program.set("u_affine_base", word(affine.first));
  std::visit([&](const auto& known) { set_operation(program, known); }, plan);
}

}  // namespace normscope::gpu
