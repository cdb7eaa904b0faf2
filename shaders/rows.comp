// SPDX-License-Identifier: MIT
// Groups that fit into the registers of a work group, or of a share of it: each is read once,
// measured, and written.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#define KEEP_EXPONENTIALS 1
#include "operation.glsl"

void main() {
  keep_part();
  const Group group = describe(measure());
  if (group_here() >= u_count) return;
  write_elements(group);
  if (lane_of_invocation() == 0u) write_statistics(group, group_here());
}
