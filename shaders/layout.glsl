// SPDX-License-Identifier: MIT
// The buffers, the memory layout of groups (core/tensor/groups.hpp explains the numbers), and the
// elements that an invocation holds: QUADS times four of them, in registers.

// Floats are read and written as bits, so that no load or store changes a NaN or a denormal number.
// A buffer of quads is the same memory as the one above it.
layout(std430, binding = 0) readonly buffer Input { uint in_x[]; };
layout(std430, binding = 0) readonly buffer InputQuads { uvec4 in_x_quads[]; };
layout(std430, binding = 1) writeonly buffer Output { uint out_y[]; };
layout(std430, binding = 1) writeonly buffer OutputQuads { uvec4 out_y_quads[]; };
layout(std430, binding = 2) readonly buffer Gamma { uint in_gamma[]; };
layout(std430, binding = 2) readonly buffer GammaQuads { uvec4 in_gamma_quads[]; };
layout(std430, binding = 3) readonly buffer Beta { uint in_beta[]; };
layout(std430, binding = 3) readonly buffer BetaQuads { uvec4 in_beta_quads[]; };
layout(std430, binding = 4) writeonly buffer Statistics { uint out_statistics[]; };
layout(std430, binding = 5) buffer Parts { uint io_parts[]; };
layout(std430, binding = 6) buffer Groups { uint io_groups[]; };

uniform uint u_first_item;      // the first item of work of this dispatch
uniform uint u_count;           // groups that the buffers hold
uniform uint u_size;            // elements of a group
uniform uint u_inner_groups;
uniform uint u_outer_stride;
uniform uint u_inner_stride;
uniform uint u_run;
uniform uint u_run_stride;
uniform uint u_element_stride;
uniform uint u_group_offset;    // number of the buffers' first group in the whole input
uniform uint u_parts;           // parts of a whole group
uniform uint u_parts_held;      // parts of the group that the buffers hold
uniform uint u_part_offset;     // the buffers' first part in its group
uniform uint u_first_element;   // number of the buffers' first element in its group

uniform uint u_has_gamma;
uniform uint u_has_beta;
uniform uint u_affine_period;
uniform uint u_affine_step;
uniform uint u_affine_run;
uniform uint u_affine_base;  // the first parameter that the buffers hold

uint base_of(uint group) {
  if (u_inner_groups == 1u) return group * u_outer_stride;
  return group / u_inner_groups * u_outer_stride + group % u_inner_groups * u_inner_stride;
}
uint offset_of(uint element) {
  if (u_run >= u_size) return element * u_element_stride;
  return element / u_run * u_run_stride + element % u_run * u_element_stride;
}

// The group of this invocation, and the part of it: from the first element to the end. Items of
// work are numbered part by part for each block of kRows neighbouring groups.
uint part_group = 0u;
uint part_base = 0u;
uint part_first = 0u;
uint part_end = 0u;
uint part_parameter = 0u;  // of the group's first element

uint item_here() { return u_first_item + gl_WorkGroupID.x; }

void find_part() {
  const uint length = uint(LANES * QUADS * 4);
  part_group = item_here() / u_parts_held * kRows + row_of_invocation();
  part_base = base_of(part_group);
  part_first = item_here() % u_parts_held * length;
  part_end = part_group < u_count ? min(part_first + length, u_size) : part_first;
  part_parameter = (part_group + u_group_offset) % u_affine_period * u_affine_step;
}

bool is_group() { return part_group < u_count; }
float part_count() { return float(part_end - part_first); }

// The invocation's elements: ALIGNED as quads, four neighbours that lie at a multiple of four, in
// memory as among gamma and beta; else one by one.
uint quad_place(int quad) { return part_first + 4u * (lane_of_invocation() + uint(quad * LANES)); }
uint place_of(int i) {
#if ALIGNED
  return quad_place(i / 4) + uint(i % 4);
#else
  return part_first + lane_of_invocation() + uint(i * LANES);
#endif
}
bool has(int i) { return place_of(i) < part_end; }
uint address_of(uint place) { return part_base + offset_of(place); }
uint element_at(uint place) { return in_x[address_of(place)]; }

// Four of the invocation's elements, or `missing` in their place.
vec4 load_quad(int quad, float missing) {
  vec4 values = vec4(missing);
#if ALIGNED
  if (has(4 * quad)) {
    values = uintBitsToFloat(in_x_quads[address_of(quad_place(quad)) / 4u]);
  }
#else
  if (has(4 * quad)) values.x = uintBitsToFloat(element_at(place_of(4 * quad)));
  if (has(4 * quad + 1)) values.y = uintBitsToFloat(element_at(place_of(4 * quad + 1)));
  if (has(4 * quad + 2)) values.z = uintBitsToFloat(element_at(place_of(4 * quad + 2)));
  if (has(4 * quad + 3)) values.w = uintBitsToFloat(element_at(place_of(4 * quad + 3)));
#endif
  return values;
}

void store_quad(int quad, vec4 values) {
  const uvec4 bits = floatBitsToUint(values);
#if ALIGNED
  if (has(4 * quad)) out_y_quads[address_of(quad_place(quad)) / 4u] = bits;
#else
  if (has(4 * quad)) out_y[address_of(place_of(4 * quad))] = bits.x;
  if (has(4 * quad + 1)) out_y[address_of(place_of(4 * quad + 1))] = bits.y;
  if (has(4 * quad + 2)) out_y[address_of(place_of(4 * quad + 2))] = bits.z;
  if (has(4 * quad + 3)) out_y[address_of(place_of(4 * quad + 3))] = bits.w;
#endif
}

// The values of four elements, 0 where there are none.
vec4 without_missing(int quad, vec4 values) {
#if ALIGNED
  return has(4 * quad) ? values : vec4(0.0);
#else
  return mix(vec4(0.0), values,
             bvec4(has(4 * quad), has(4 * quad + 1), has(4 * quad + 2), has(4 * quad + 3)));
#endif
}

// Joins a term of each of the invocation's quads, as a tree.
#if QUADS == 1
#define NORMSCOPE_QUADS(join, term) term(0)
#elif QUADS == 2
#define NORMSCOPE_QUADS(join, term) join(term(0), term(1))
#elif QUADS == 4
#define NORMSCOPE_QUADS(join, term) join(join(term(0), term(1)), join(term(2), term(3)))
#else
#define NORMSCOPE_QUADS(join, term)                                   \
  join(join(join(term(0), term(1)), join(term(2), term(3))),         \
       join(join(term(4), term(5)), join(term(6), term(7))))
#endif
vec4 plus(vec4 a, vec4 b) { return a + b; }
float total(vec4 a) { return (a.x + a.y) + (a.z + a.w); }

bool has_parameter(bool of_gamma) { return (of_gamma ? u_has_gamma : u_has_beta) != 0u; }
uint parameter_index(uint place) {
  const uint element = place + u_first_element;
  return part_parameter + (u_affine_run == 1u ? element : element / u_affine_run) - u_affine_base;
}

// gamma or beta of an element. An absent beta is -0: adding it changes no number, not even -0.
uint parameter_at(bool of_gamma, uint place) {
  if (!has_parameter(of_gamma)) return of_gamma ? kOneBits : kSignBit;
  return of_gamma ? in_gamma[parameter_index(place)] : in_beta[parameter_index(place)];
}

// The same for four of the invocation's elements.
vec4 parameters(bool of_gamma, int quad) {
  uvec4 bits = uvec4(of_gamma ? kOneBits : kSignBit);
  if (!has_parameter(of_gamma) || !has(4 * quad)) return uintBitsToFloat(bits);
#if ALIGNED
  const uint place = quad_place(quad);
  if (u_affine_run != 1u) return uintBitsToFloat(uvec4(parameter_at(of_gamma, place)));
  const uint at = parameter_index(place) / 4u;
  bits = of_gamma ? in_gamma_quads[at] : in_beta_quads[at];
#else
  bits.x = parameter_at(of_gamma, place_of(4 * quad));
  if (has(4 * quad + 1)) bits.y = parameter_at(of_gamma, place_of(4 * quad + 1));
  if (has(4 * quad + 2)) bits.z = parameter_at(of_gamma, place_of(4 * quad + 2));
  if (has(4 * quad + 3)) bits.w = parameter_at(of_gamma, place_of(4 * quad + 3));
#endif
  return uintBitsToFloat(bits);
}
