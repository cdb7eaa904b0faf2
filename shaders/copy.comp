// SPDX-License-Identifier: MIT
// Copies quads of words from one buffer to another: what no operation on as many can beat. A driver's
// own copy may be far slower (NVIDIA's on an H100: 86 GB/s, and this one 1500).
#version 430 core
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer Input { uvec4 in_quads[]; };
layout(std430, binding = 1) writeonly buffer Output { uvec4 out_quads[]; };

uniform uint u_count;  // of quads

void main() {
  const uint step = gl_NumWorkGroups.x * uint(LOCAL);
  for (uint at = gl_GlobalInvocationID.x; at < u_count; at += step) out_quads[at] = in_quads[at];
}
