// SPDX-License-Identifier: MIT
// Tests the device once, when it is opened: whether fma rounds once, whether infinities and NaN show
// in sums of squares, and whether subgroups work.
#version 430 core
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) buffer Answers { uint io_answers[]; };

// Not constants, so that no compiler evaluates fma itself.
uniform float u_third;
uniform float u_infinity;

void main() {
#if SUBGROUPS
  // Whole subgroups that make up the work group: then subgroup and lane number every invocation.
  if (gl_SubgroupSize * gl_NumSubgroups == uint(LOCAL)) atomicAdd(io_answers[1], 1u);
  if (gl_LocalInvocationIndex == 0u) io_answers[2] = gl_SubgroupSize;
  const uint number = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
  if (number < uint(LOCAL)) io_answers[6u + number] = 1u;
  bool right = true;
  for (uint step = 1u; step < gl_SubgroupSize; step *= 2u) {
    const uint other = subgroupShuffleXor(gl_SubgroupInvocationID, step);
    right = right && other == (gl_SubgroupInvocationID ^ step);
  }
  if (right) atomicAdd(io_answers[3], 1u);
#endif
  if (gl_LocalInvocationIndex != 0u) return;
  precise float product = u_third * u_third;
  precise float error = fma(u_third, u_third, -product);
  io_answers[0] = floatBitsToUint(error);
  precise float infinite = u_infinity - u_third;
  precise float none = u_infinity - infinite;
  precise vec2 squares = vec2(infinite * infinite, none * none) + u_third;
  io_answers[4] = floatBitsToUint(squares.x);
  io_answers[5] = floatBitsToUint(squares.y);
}
