// SPDX-License-Identifier: MIT
// The backward passes. STEP INPUT: the gradient of the input, of whole groups in one dispatch; the
// invocations of a group read it three times, the second and third time from the caches. Then, for
// gamma and beta, STEP BLOCKS: a column an invocation adds up the rows of a block, one after the
// other, and goes on where an earlier slice of the input ended; STEP FOLD: a column an invocation
// adds up the blocks. The rows of a block follow from the shape alone and nothing is added by atomic
// operations, so slices and runs give the same bits. Pairs (double-floats) compute all groups that
// they can hold, wide numbers the rest, by the same formulas.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
// A device whose sums hide infinities and NaN computes all groups by wide numbers.
#if FAST && !SHOWS_NAN
#undef FAST
#define FAST 0
#endif
layout(local_size_x = LOCAL) in;
#define INPUT 0
#define BLOCKS 1
#define FOLD 2
#include "arithmetic.glsl"
#include "wide.glsl"
#include "reduce.glsl"
#include "layout.glsl"
#include "pairs.glsl"
layout(std430, binding = 7) readonly buffer Upstream { uint in_dy[]; };

uint dy_at(uint place) { return in_dy[address_of(place)]; }
uint end_of_group() { return is_group() ? u_size : 0u; }
// Of a magnitude that pairs hold: neither infinite nor NaN.
bool is_at_most(uint bits, float limit) { return (bits & ~kSignBit) <= floatBitsToUint(limit); }

#if SOFTMAX
#include "softmax_wide.glsl"
#include "softmax.glsl"
Wide inverse_temperature() {
  return Wide(u_inverse_temperature.x, u_inverse_temperature.y, u_inverse_temperature_exponent);
}
uint top_of_group() {
  uint key = 0u;
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    key = max(key, key_of(element_at(place)));
  }
  return bits_of_key(reduce_max(key));
}
// In more than a float's digits: shares are multiplied by sums of dy, which may cancel.
vec2 exponential_pair(uint x, uint top) {
  const vec2 apart = two_sum(uintBitsToFloat(x), -uintBitsToFloat(top));
  return exp_double_float(multiply_double_floats(apart, u_inverse));
}
#else
#include "norm_wide.glsl"
uniform uint u_by_std;  // epsilon stands outside torch.std, whose derivative at 0 is masked
float pivot_of_group() {
  const uint first = is_group() && u_centred != 0u ? element_at(0u) : 0u;
  return is_finite(first) ? uintBitsToFloat(first) : 0.0;
}
#define D_AT(place) multiply(NUMBER_OF(parameter_at(true, place)), NUMBER_OF(dy_at(place)))
#endif

#define NUMBER vec2
#define NUMBER_OF(bits) vec2(uintBitsToFloat(bits), 0.0)
#define OF_PLAN(wide) to_double_float(wide)
#define EXPONENTIAL(x, top) exponential_pair(x, top)
#define GROUP PairGroup
#if SOFTMAX
#include "softmax_backward.glsl"
#else
#include "norm_backward.glsl"
#endif
#undef NUMBER
#undef NUMBER_OF
#undef OF_PLAN
#undef EXPONENTIAL
#undef GROUP
#define NUMBER Wide
#define NUMBER_OF(bits) from_float(bits)
#define OF_PLAN(wide) wide
#define EXPONENTIAL(x, top) from_double_float(exponential_wide(x, top))
#define GROUP WideGroup
#if SOFTMAX
#include "softmax_backward.glsl"
#else
#include "norm_backward.glsl"
#endif

#if STEP == INPUT
// Limits within which no sum or product of a group of 2^28 elements leaves the floats: squares stay
// below 2^(82 + 28), projections below 2^(41 + 50 + 28), slopes below 2^(51 + 32 + 32).
const float kMostGradient = 33554432.0;  // 2^25: of dy, and of gamma
#if SOFTMAX
bool is_held(uint place) { return is_at_most(dy_at(place), kMostGradient); }
bool is_held(PairGroup group) { return floats_hold(group.top, group.sum); }
void store_record(bool by_pairs, PairGroup pairs, WideGroup wides) {}
#else
const float kMostElement = 1099511627776.0;         // 2^40
const float kLeastVariance = 5.421010862427522e-20;  // 2^-64
const float kMostVariance = 1.2676506002282294e30;   // 2^100
const float kLeastRstd = 8.673617379884035e-19;      // 2^-60
const float kMostRstd = 1.152921504606847e18;        // 2^60
bool is_held(uint place) {
  return is_at_most(element_at(place), kMostElement) && is_at_most(dy_at(place), kMostGradient) &&
         is_at_most(parameter_at(true, place), kMostGradient);
}
bool is_held(PairGroup group) {
  return is_within(group.variance.x, kLeastVariance, kMostVariance) &&
         is_within(group.rstd.x, kLeastRstd, kMostRstd);
}
// What the sums over the rows need: the group, and whether pairs hold it.
uniform uint u_stores_records;
void store_record(bool by_pairs, PairGroup pairs, WideGroup wides) {
  if (u_stores_records == 0u || lane_of_invocation() != 0u) return;
  Group group = Group(wides.pivot, wides.mean, wides.rstd);
  if (by_pairs) group = Group(pairs.pivot, normalized(pairs.mean, 0), normalized(pairs.rstd, 0));
  const uint at = part_group * (kGroupWords + 1u);
  store_group(group, at);
  io_groups[at + kGroupWords] = by_pairs ? 1u : 0u;
}
#endif

void main() {
  find_part();
  PairGroup pairs = blank(vec2(0.0));
  WideGroup wides = blank(from_float(0u));
  bool by_pairs = !is_group();
#if FAST
  uint beyond = 0u;
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    if (!is_held(place)) beyond = 1u;
  }
  const bool all_held = reduce_max(beyond) == 0u;
  describe(pairs);
  by_pairs = by_pairs || (all_held && is_held(pairs));
#endif
  if (any_group(!by_pairs)) describe(wides);
  if (!is_group()) return;
  store_record(by_pairs, pairs, wides);
  for (uint place = lane_of_invocation(); place < end_of_group(); place += uint(LANES)) {
    out_y[address_of(place)] = by_pairs ? dx_at(place, pairs) : dx_at(place, wides);
  }
}

#else
uniform uint u_blocks;       // of the whole input
uniform uint u_block_rows;   // rows of a block
uniform uint u_first_block;  // of those with rows in the buffers
uniform uint u_first_row;    // number of the buffers' first row in the whole input

// The sums of a column: of the rows that pairs hold, and of the others.
struct Sums {
  vec2 gamma;
  vec2 beta;
  Wide gamma_wide;
  Wide beta_wide;
};
const uint kSumsWords = 10u;

uint columns_of_item() { return (u_size - 1u) / uint(LOCAL) + 1u; }
uint column_here() {
  return item_here() % columns_of_item() * uint(LOCAL) + gl_LocalInvocationIndex;
}
uint sums_at(uint block, uint column) { return (block * u_size + column) * kSumsWords; }

vec2 fetch_pair(uint at) { return uintBitsToFloat(uvec2(io_parts[at], io_parts[at + 1u])); }
Wide fetch_wide(uint at) {
  return wide_of(uvec4(io_parts[at], io_parts[at + 1u], io_parts[at + 2u], 0u));
}
Sums fetch_sums(uint at) {
  return Sums(fetch_pair(at), fetch_pair(at + 2u), fetch_wide(at + 4u), fetch_wide(at + 7u));
}
void store_sums(Sums sums, uint at) {
  const uvec4 gamma = words_of(sums.gamma_wide);
  const uvec4 beta = words_of(sums.beta_wide);
  for (int i = 0; i < 2; ++i) {
    io_parts[at + uint(i)] = floatBitsToUint(sums.gamma[i]);
    io_parts[at + 2u + uint(i)] = floatBitsToUint(sums.beta[i]);
  }
  for (int i = 0; i < 3; ++i) {
    io_parts[at + 4u + uint(i)] = gamma[i];
    io_parts[at + 7u + uint(i)] = beta[i];
  }
}
#endif

#if STEP == BLOCKS
void add_row(inout Sums sums, uint column) {
  const uint at = part_group * (kGroupWords + 1u);
  const Group group = fetch_group(at);
  const uint x = element_at(column);
  const uint dy = dy_at(column);
  if (io_groups[at + kGroupWords] != 0u) {
    PairGroup pairs = blank(vec2(0.0));
    pairs.pivot = group.pivot;
    pairs.mean = to_double_float(group.mean);
    pairs.rstd = to_double_float(group.rstd);
    const vec2 upstream = vec2(uintBitsToFloat(dy), 0.0);
    sums.gamma = add(sums.gamma, multiply(upstream, xhat(x, pairs)));
    sums.beta = add(sums.beta, upstream);
  } else {
    WideGroup wides = blank(kWideZero);
    wides.pivot = group.pivot;
    wides.mean = group.mean;
    wides.rstd = group.rstd;
    sums.gamma_wide = add(sums.gamma_wide, multiply(from_float(dy), xhat(x, wides)));
    sums.beta_wide = add(sums.beta_wide, from_float(dy));
  }
}

void main() {
  const uint column = column_here();
  if (column >= u_size) return;
  const uint block = u_first_block + item_here() / columns_of_item();
  const uint first = block * u_block_rows;
  const uint end = min(first + u_block_rows, u_first_row + u_count);
  const uint at = sums_at(block, column);
  Sums sums = Sums(vec2(0.0), vec2(0.0), kWideZero, kWideZero);
  if (first < u_first_row) sums = fetch_sums(at);
  for (uint row = max(first, u_first_row); row < end; ++row) {
    part_group = row - u_first_row;
    part_base = base_of(part_group);
    add_row(sums, column);
  }
  store_sums(sums, at);
}

#elif STEP == FOLD
void main() {
  const uint column = column_here();
  if (column >= u_size) return;
  Wide gamma = kWideZero;
  Wide beta = kWideZero;
  for (uint block = 0u; block < u_blocks; ++block) {
    const Sums sums = fetch_sums(sums_at(block, column));
    gamma = add(gamma, add(normalized(sums.gamma, 0), sums.gamma_wide));
    beta = add(beta, add(normalized(sums.beta, 0), sums.beta_wide));
  }
  out_statistics[column] = to_float(gamma);
  out_statistics[u_size + column] = to_float(beta);
}
#endif
