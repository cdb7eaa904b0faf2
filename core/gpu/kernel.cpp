// SPDX-License-Identifier: MIT
#include "core/gpu/kernel.hpp"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <utility>

namespace normscope::gpu {

using base::Expected;

namespace {

using Numbers = std::initializer_list<std::pair<const char*, std::int64_t>>;

// Sets integer uniforms, which have 32 bits in the shaders.
Expected<void> set_numbers(const Program& program, Numbers numbers) {
  for (const auto& [name, value] : numbers) {
    const auto number = to_uint32(value);
    if (!number) return tl::unexpected(number.error());
    program.set(name, *number);
  }
  return {};
}

void set_wide(const Program& program, const std::string& name, double value) {
  const WideNumber number = wide(value);
  program.set(name.c_str(), number.mantissa);
  program.set((name + "_exponent").c_str(), number.exponent);
}

Expected<void> set_operation(const Program& program, const ops::NormPlan& plan,
                             const Slice& slice) {
  const ops::NormOptions& options = plan.options;
  const auto n = static_cast<double>(plan.groups.size);
  set_wide(program, "u_epsilon", options.epsilon);
  set_wide(program, "u_divisor", ops::variance_count(n, options));
  set_wide(program, "u_elements", n);
  // Gamma and beta repeat with every period, so the offset of the first group within a period is
  // enough. The shaders add group and element numbers of the slice to the two offsets; 32 bits must
  // hold the sums, too.
  const std::int64_t group_offset = slice.first_group % plan.affine.period;
  for (const std::int64_t end :
       {group_offset + slice.groups, slice.first_element + slice.elements}) {
    if (const auto number = to_uint32(end); !number) return tl::unexpected(number.error());
  }
  return set_numbers(program, {{"u_centred", options.centred() ? 1 : 0},
                               {"u_placement", static_cast<int>(options.epsilon_placement)},
                               {"u_returned", static_cast<int>(options.returned)},
                               {"u_group_offset", group_offset},
                               {"u_first_element", slice.first_element},
                               {"u_affine_period", plan.affine.period},
                               {"u_affine_step", plan.affine.step},
                               {"u_affine_run", plan.affine.run}});
}

Expected<void> set_operation(const Program& program, const ops::SoftmaxPlan& plan,
                             const Slice& /*slice*/) {
  set_wide(program, "u_factor", 1.0 / plan.options.temperature);
  return set_numbers(program, {{"u_log", plan.options.log ? 1 : 0}});
}

// The shaders use the numbers of these enumerators.
static_assert(static_cast<int>(ops::EpsilonPlacement::kInside) == 0 &&
              static_cast<int>(ops::EpsilonPlacement::kOutside) == 1);
static_assert(static_cast<int>(ops::Returned::kNormalized) == 0 &&
              static_cast<int>(ops::Returned::kMean) == 1 &&
              static_cast<int>(ops::Returned::kInput) == 2);

}  // namespace

Expected<std::uint32_t> to_uint32(std::int64_t value) {
  if (std::in_range<std::uint32_t>(value)) return static_cast<std::uint32_t>(value);
  return base::fail(base::ErrorKind::kTooLarge,
                    fmt::format("the gpu counts in 32 bits, which do not hold {}", value));
}

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
    number.mantissa = {high, static_cast<float>(mantissa / 2 - static_cast<double>(high))};
  } else {
    number.mantissa = {high, static_cast<float>(mantissa - static_cast<double>(high))};
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

Expected<void> set_uniforms(const Program& program, const compute::Plan& plan, const Slice& slice,
                            const Slices& slices, const Shape& shape, const Parts& parts,
                            const compute::Buffers& buffers, const AffineRange& affine) {
  tensor::GroupLayout layout = compute::groups_of(plan);
  if (!slices.whole) {
    // Groups that were cut or packed lie one after the other in the buffers.
    layout = {};
    layout.outer_stride = slice.elements;
    layout.run = slice.elements;
  }
  auto done = set_numbers(program, {{"u_count", slice.groups},
                                    {"u_size", slice.elements},
                                    {"u_inner_groups", layout.inner_groups},
                                    {"u_outer_stride", layout.outer_stride},
                                    {"u_inner_stride", layout.inner_stride},
                                    {"u_run", layout.run},
                                    {"u_run_stride", layout.run_stride},
                                    {"u_element_stride", layout.element_stride},
                                    {"u_lanes", shape.lanes},
                                    {"u_interleaved", shape.interleaved ? 1 : 0},
                                    {"u_parts", parts.all},
                                    {"u_parts_held", parts.held},
                                    {"u_part_offset", parts.first},
                                    {"u_has_gamma", buffers.gamma.empty() ? 0 : 1},
                                    {"u_has_beta", buffers.beta.empty() ? 0 : 1},
                                    {"u_affine_base", affine.first}});
  if (!done) return done;
  return std::visit([&](const auto& known) { return set_operation(program, known, slice); }, plan);
}

}  // namespace normscope::gpu
