// SPDX-License-Identifier: MIT
// The normalizations and softmax of groups. Groups that fit into the registers of a work group, or
// of a part of it, take one STEP: each element is read and written once. Longer ones take three:
// work groups measure parts, one work group joins the parts of a group in a fixed order, and
// elements are read again and become the output. Floats compute all groups that they can hold
// (FAST: the plan allows it), and wide numbers the rest.
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
// Before reduce.glsl: where NVIDIA's compiler counts subgroups, it has to know the work group's size.
layout(local_size_x = LOCAL) in;
#define ROWS 0
#define PARTS 1
#define JOIN 2
#define WRITE 3
#include "arithmetic.glsl"
#include "wide.glsl"
#include "reduce.glsl"
#include "layout.glsl"
// Both operations define the same functions and records.
#if SOFTMAX
#include "softmax_wide.glsl"
#include "softmax.glsl"
#else
#include "norm_wide.glsl"
#include "norm.glsl"
#endif

void write_statistics(uvec2 statistics, uint number) {
  if (lane_of_invocation() != 0u) return;
  out_statistics[number] = statistics.x;
  out_statistics[u_count + number] = statistics.y;
}

void write_wide(Group group) {
  for (int i = 0; i < 4 * QUADS; ++i) {
    if (has(i)) {
      const uint place = place_of(i);
      out_y[address_of(place)] = apply_wide(element_at(place), group, place);
    }
  }
}

// Writes by floats where these hold, and else by wide numbers.
void write_group(Line line, bool by_floats, Group group) {
  bool written = false;
  if (by_floats) written = write(line);
  if (written) return;
  if (by_floats) group = group_of(line);
  write_wide(group);
}

#if STEP == JOIN
void main() {
  const uint number = item_here();
  const Group group = describe(join_parts(number * u_parts * kPartWords, u_parts));
  write_statistics(statistics_of(group), number);
  if (lane_of_invocation() == 0u) store_group(group, number * kGroupWords);
}

#elif STEP == WRITE
void main() {
  find_part();
  if (!is_group()) return;
  const Group group = fetch_group(part_group * kGroupWords);
  Line line = line_of(group);
  const bool by_floats = FAST == 1 && line.holds;
  if (by_floats) {
    keep();
    relate(line);
  }
  write_group(line, by_floats, group);
}

#elif STEP == PARTS
void main() {
  find_part();
#if FAST
  keep();
  const Measured measured = measure();
  const bool by_floats = measured.hold || !is_group();
  Part part = part_of(measured);
  if (any_group(!by_floats)) {
    const Part wide = measure_wide();
    if (!by_floats) part = wide;
  }
#else
  const Part part = measure_wide();
#endif
  if (!is_group() || lane_of_invocation() != 0u) return;
  const uint number = part_group * u_parts + u_part_offset + item_here() % u_parts_held;
  store_part(part, number * kPartWords);
}

#else
void main() {
  find_part();
#if FAST
  keep();
  const Line line = line_of(measure());
  const bool by_floats = line.holds || !is_group();
  Group group;
  if (any_group(!by_floats)) group = describe(measure_wide());
  if (!is_group()) return;
  write_statistics(by_floats ? statistics_of(line) : statistics_of(group), part_group);
  write_group(line, by_floats, group);
#else
  const Group group = describe(measure_wide());
  if (!is_group()) return;
  write_statistics(statistics_of(group), part_group);
  write_wide(group);
#endif
}
#endif
