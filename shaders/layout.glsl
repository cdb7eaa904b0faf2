// SPDX-License-Identifier: MIT
// The buffers, and the memory layout of groups (core/tensor/groups.hpp explains the numbers).

layout(local_size_x = LOCAL) in;

// Floats are read and written as bits, so that no load or store changes a NaN or a denormal number.
layout(std430, binding = 0) readonly buffer Input { uint in_x[]; };
layout(std430, binding = 1) writeonly buffer Output { uint out_y[]; };
layout(std430, binding = 2) readonly buffer Gamma { uint in_gamma[]; };
layout(std430, binding = 3) readonly buffer Beta { uint in_beta[]; };
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
uniform uint u_lanes;           // invocations that share a group: a power of two
uniform uint u_interleaved;     // neighbouring invocations take neighbouring groups, not elements
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

uint affine_index(uint group, uint element) {
  const uint start = (group + u_group_offset) % u_affine_period * u_affine_step;
  const uint place = element + u_first_element;
  return start + (u_affine_run == 1u ? place : place / u_affine_run) - u_affine_base;
}
uint gamma_of(uint group, uint element) {
  return u_has_gamma == 0u ? 0x3f800000u : in_gamma[affine_index(group, element)];
}
// An absent beta is -0: adding it changes no number, not even -0.
uint beta_of(uint group, uint element) {
  return u_has_beta == 0u ? 0x80000000u : in_beta[affine_index(group, element)];
}
