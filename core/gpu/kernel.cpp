// SPDX-License-Identifier: MIT
#include "core/gpu/kernel.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "core/kernels/softmax_vectors.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

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
  set_wide(program, "u_inverse_divisor", 1.0 / ops::variance_count(n, options));
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
  const double temperature = plan.options.temperature;
  set_wide(program, "u_inverse_temperature", 1.0 / temperature);
  if (!kernels::has_exponents(temperature)) return {};
  const kernels::Exponents exponents = kernels::exponents_of(temperature);
  program.set("u_exponent", std::array{exponents.scale, exponents.scale_rest});
  program.set("u_inverse", std::array{exponents.inverse, exponents.inverse_rest});
  return {};
}

// The shaders use the numbers of these enumerators.
static_assert(static_cast<int>(ops::EpsilonPlacement::kInside) == 0 &&
              static_cast<int>(ops::EpsilonPlacement::kOutside) == 1);
static_assert(static_cast<int>(ops::Returned::kNormalized) == 0 &&
              static_cast<int>(ops::Returned::kMean) == 1 &&
              static_cast<int>(ops::Returned::kInput) == 2);

// The layout of a slice in the buffers: groups that were cut or packed lie one after the other.
tensor::GroupLayout layout_of(const compute::Plan& plan, const Slice& slice, const Slices& slices) {
  if (slices.whole) return compute::groups_of(plan);
  tensor::GroupLayout layout;
  layout.count = slice.groups;
  layout.size = slice.elements;
  layout.outer_stride = slice.elements;
  layout.run = slice.elements;
  return layout;
}

}  // namespace

Expected<std::uint32_t> to_uint32(std::int64_t value) {
  if (std::in_range<std::uint32_t>(value)) return static_cast<std::uint32_t>(value);
  return base::fail(
      base::ErrorKind::kTooLarge,
      tr("the gpu counts in 32 bits, which do not hold {value}", arg("value", value)));
}

WideNumber wide(double value) {
  if (value == 0) return {};
  // The exponent of an infinity in wide.glsl.
  if (std::isinf(value)) return {{1.0F, 0.0F}, std::int32_t{1} << 20};
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

std::map<std::string, int> definitions(const compute::Plan& plan, Step step, const Shape& shape,
                                       bool aligned) {
  bool fast = false;
  std::map<std::string, int> defined = {{"STEP", static_cast<int>(step)},
                                        {"LOCAL", shape.local},
                                        {"LANES", shape.lanes},
                                        {"QUADS", shape.quads},
                                        {"INTERLEAVED", shape.interleaved ? 1 : 0},
                                        {"ALIGNED", aligned ? 1 : 0},
                                        {"SOFTMAX", 0},
                                        {"LOG", 0},
                                        {"ONE_PASS", 0},
                                        {"NAIVE", 0}};
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
    const bool one_pass = norm->options.algorithm == ops::VarianceAlgorithm::kOnePass;
    defined["ONE_PASS"] = one_pass ? 1 : 0;
    fast = !one_pass && norm->options.returned == ops::Returned::kNormalized;
  } else {
    const ops::SoftmaxOptions& options = std::get<ops::SoftmaxPlan>(plan).options;
    const bool naive = options.algorithm == ops::SoftmaxAlgorithm::kNaive;
    defined["SOFTMAX"] = 1;
    defined["NAIVE"] = naive ? 1 : 0;
    defined["LOG"] = options.log ? 1 : 0;
    fast = !naive && kernels::has_exponents(options.temperature);
  }
  defined["FAST"] = fast ? 1 : 0;
  return defined;
}

bool aligned(const compute::Plan& plan, const Slice& slice, const Slices& slices,
             const AffineRange& affine, bool has_affine) {
  if (!in_quads(layout_of(plan, slice, slices))) return false;
  const auto* const norm = std::get_if<ops::NormPlan>(&plan);
  if (norm == nullptr || !has_affine) return true;
  if (norm->affine.run != 1) return norm->affine.run % 4 == 0;
  return norm->affine.step % 4 == 0 && affine.first % 4 == 0;
}

RecordSizes record_sizes(const compute::Plan& plan) {
  if (std::holds_alternative<ops::NormPlan>(plan)) return {8, 7};
  return {3, 3};
}

Expected<void> set_uniforms(const Program& program, const compute::Plan& plan, const Slice& slice,
                            const Slices& slices, const Parts& parts,
                            const compute::Buffers& buffers, const AffineRange& affine) {
  const tensor::GroupLayout layout = layout_of(plan, slice, slices);
  auto done = set_numbers(program, {{"u_count", slice.groups},
                                    {"u_size", slice.elements},
                                    {"u_inner_groups", layout.inner_groups},
                                    {"u_outer_stride", layout.outer_stride},
                                    {"u_inner_stride", layout.inner_stride},
                                    {"u_run", layout.run},
                                    {"u_run_stride", layout.run_stride},
                                    {"u_element_stride", layout.element_stride},
                                    {"u_parts", parts.all},
                                    {"u_parts_held", parts.held},
                                    {"u_part_offset", parts.first},
                                    {"u_has_gamma", buffers.gamma.empty() ? 0 : 1},
                                    {"u_has_beta", buffers.beta.empty() ? 0 : 1},
                                    {"u_affine_base", affine.first}});
  if (!done) return done;
  if (const auto* const known = std::get_if<ops::NormPlan>(&plan)) {
    return set_operation(program, *known, slice);
  }
  return set_operation(program, std::get<ops::SoftmaxPlan>(plan), slice);
}

}  // namespace normscope::gpu
