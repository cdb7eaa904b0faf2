// SPDX-License-Identifier: MIT
// The third step for long groups: elements are read again and become the output.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#define KEEP_EXPONENTIALS 0
#include "operation.glsl"

void main() {
  keep_part();
  if (group_here() >= u_count) return;
  write_elements(fetch_group(group_here() * kGroupWords));
}
