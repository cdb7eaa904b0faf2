// SPDX-License-Identifier: MIT
// Includes the operation that a program is built for. Both operations define the same functions:
// measure() for the kept elements, join_parts(), describe(), apply().
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
#include "arithmetic.glsl"
#include "wide.glsl"
#include "layout.glsl"
#include "reduce.glsl"
#include "elements.glsl"
#if SOFTMAX
#include "exponential.glsl"
#include "softmax.glsl"
#else
#include "norm.glsl"
#endif

// The group of this invocation, and the part of it. Items of work are numbered part by part for
// each block of rows_here() neighbouring groups.
uint item_of_work_group() { return u_first_item + gl_WorkGroupID.x; }
uint group_here() { return item_of_work_group() / u_parts_held * rows_here() + row_of_invocation(); }
uint part_here() { return item_of_work_group() % u_parts_held; }

void keep_part() {
  const uint length = u_lanes * uint(ELEMENTS);
  const uint first = part_here() * length;
  const uint group = group_here();
  keep_elements(group, first, group < u_count ? min(first + length, u_size) : first);
}

void write_elements(Group group) {
  const uint base = base_of(kept_group);
  for (int i = 0; i < ELEMENTS; ++i) {
    if (has(i)) out_y[base + offset_of(place_of(i))] = apply_kept(i, group);
  }
}

void write_statistics(Group group, uint number) {
  const uvec2 statistics = statistics_of(group);
  out_statistics[number] = statistics.x;
  out_statistics[u_count + number] = statistics.y;
}
