// SPDX-License-Identifier: MIT
// Groups that fit into the registers of one work group, or of a part of it: each element is read
// and written once.
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
