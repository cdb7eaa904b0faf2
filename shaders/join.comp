// SPDX-License-Identifier: MIT
// The second step for long groups: one work group joins all parts of a group, in a fixed order.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#define KEEP_EXPONENTIALS 0
#include "operation.glsl"

void main() {
  const uint number = item_of_work_group();
  const Group group = describe(join_parts(number * u_parts * kPartWords, u_parts));
  if (lane_of_invocation() != 0u) return;
  store_group(group, number * kGroupWords);
  write_statistics(group, number);
}
