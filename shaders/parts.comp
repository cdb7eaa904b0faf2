// SPDX-License-Identifier: MIT
// The first of three steps for long groups: each work group measures one part.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#define KEEP_EXPONENTIALS 0
#include "operation.glsl"

void main() {
  keep_part();
  const Part part = measure();
  if (group_here() >= u_count || lane_of_invocation() != 0u) return;
  const uint number = group_here() * u_parts + u_part_offset + part_here();
  store_part(part, number * kPartWords);
}
