// SPDX-License-Identifier: MIT
// Sums and maxima over the LANES invocations that share a group; a work group has several groups.
// Invocations exchange their values over growing distances, until all of a group have the same
// result. The order is always the same, so the same input gives the same bits; there are no float
// atomics. Where the driver has subgroups, short distances are crossed without shared memory.

shared uvec4 s_exchanged[LOCAL];

#if SUBGROUPS
// Whether all subgroups are full: a device may form the subgroups of each program differently.
bool subgroups_are_whole() { return gl_NumSubgroups * gl_SubgroupSize == uint(LOCAL); }
// Numbers invocations so that those of a subgroup follow each other, which GLSL does not promise
// for gl_LocalInvocationIndex.
uint local_index() {
  return subgroups_are_whole() ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID
                               : gl_LocalInvocationIndex;
}
uint exchanging() { return subgroups_are_whole() ? gl_SubgroupSize : 1u; }
#else
uint local_index() { return gl_LocalInvocationIndex; }
uint exchanging() { return 1u; }
#endif

// INTERLEAVED: neighbouring invocations take neighbouring groups, not elements.
const uint kRows = uint(LOCAL / LANES);
#if INTERLEAVED
const uint kLaneDistance = kRows;
uint row_of_invocation() { return local_index() % kRows; }
uint lane_of_invocation() { return local_index() / kRows; }
#else
const uint kLaneDistance = 1u;
uint row_of_invocation() { return local_index() / uint(LANES); }
uint lane_of_invocation() { return local_index() % uint(LANES); }
#endif

// The value of the invocation whose number differs by `distance`, a power of two.
uvec4 exchange(uvec4 value, uint distance) {
#if SUBGROUPS
  if (distance < exchanging()) return subgroupShuffleXor(value, distance);
#endif
  memoryBarrierShared();
  barrier();
  s_exchanged[local_index()] = value;
  memoryBarrierShared();
  barrier();
  return s_exchanged[local_index() ^ distance];
}
vec4 exchange(vec4 value, uint distance) {
  return uintBitsToFloat(exchange(floatBitsToUint(value), distance));
}

// Makes a variable the join of its values in all invocations that share the group. Where both sides
// of `join` may be exchanged, all invocations have the same bits.
#define NORMSCOPE_REDUCE(value, join)                             \
  for (uint step = 1u; step < uint(LANES); step *= 2u) {          \
    value = join(value, exchange(value, step * kLaneDistance));   \
  }

vec4 reduce_double_floats(vec4 sums) {
  NORMSCOPE_REDUCE(sums, add_two_double_floats)
  return sums;
}
float reduce_sum(float sum) {
  precise vec4 sums = vec4(sum);
  for (uint step = 1u; step < uint(LANES); step *= 2u) {
    sums.x += exchange(vec4(sums.x), step * kLaneDistance).x;
  }
  return sums.x;
}
uint reduce_max(uint value) {
  uvec4 most = uvec4(value);
  NORMSCOPE_REDUCE(most, max)
  return most.x;
}

// Whether any group has the property, of the groups whose invocations exchange values together: these
// take every branch with an exchange in it together. Without subgroups, these are all groups of the
// work group, also where each has one invocation: llvmpipe (Mesa 22.3) loses all stores of a program
// in which such invocations part.
bool any_group(bool has_property) {
  uint found = has_property ? 1u : 0u;
#if INTERLEAVED
  const uint first = 1u;
  const uint end = LANES == 1 && exchanging() > 1u ? exchanging() : kRows;
#else
  const uint first = uint(LANES);
  const uint end =
      uint(LANES) <= exchanging() && exchanging() > 1u ? exchanging() : uint(LOCAL);
#endif
  for (uint step = first; step < end; step *= 2u) found |= exchange(uvec4(found), step).x;
  return found != 0u;
}
