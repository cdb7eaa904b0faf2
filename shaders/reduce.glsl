// SPDX-License-Identifier: MIT
// Sums and maxima over the u_lanes invocations that share a group; a work group has several groups.
// The tree is always the same, so the same input gives the same bits; there are no float atomics.
// Where the driver has subgroups, they compute the lower levels of the tree without shared memory.

shared vec2 s_sums[LOCAL];
shared uvec2 s_keys[LOCAL];

#if SUBGROUPS
// Whether all subgroups are full: a device may form the subgroups of each program differently.
bool subgroups_are_whole() { return gl_NumSubgroups * gl_SubgroupSize == uint(LOCAL); }
// Numbers invocations so that those of a subgroup follow each other, which GLSL does not promise
// for gl_LocalInvocationIndex.
uint local_index() {
  return subgroups_are_whole() ? gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID
                               : gl_LocalInvocationIndex;
}
#else
uint local_index() { return gl_LocalInvocationIndex; }
#endif

uint rows_here() { return uint(LOCAL) / u_lanes; }
uint row_of_invocation() {
  return u_interleaved != 0u ? local_index() % rows_here() : local_index() / u_lanes;
}
uint lane_of_invocation() {
  return u_interleaved != 0u ? local_index() / rows_here() : local_index() % u_lanes;
}

void wait_for_all() {
  memoryBarrierShared();
  barrier();
}

// The algorithms that are shown failing (PLAIN_SUMS) sum float32; all others sum double-floats.
vec2 join_sums(vec2 a, vec2 b) {
#if PLAIN_SUMS
  precise vec2 sum = a + b;
  return sum;
#else
  return add_double_floats(a, b);
#endif
}

#define NORMSCOPE_TREE(slots, JOIN)                                        \
  const uint lane = lane_of_invocation();                                  \
  const uint slot = row_of_invocation() * u_lanes + lane;                  \
  wait_for_all();                                                          \
  slots[slot] = value;                                                     \
  wait_for_all();                                                          \
  for (uint width = u_lanes / 2u; width > 0u; width /= 2u) {               \
    if (lane < width) slots[slot] = JOIN(slots[slot], slots[slot + width]); \
    wait_for_all();                                                        \
  }                                                                        \
  return slots[slot - lane];

// Reduces within a subgroup by a butterfly exchange over growing distances; then reduces the
// results of the subgroups in the same way: there are never more of them than a subgroup has
// invocations.
#define NORMSCOPE_SUBGROUPS(slots, JOIN)                                                      \
  if (u_interleaved == 0u && subgroups_are_whole() &&                                         \
      u_lanes <= gl_SubgroupSize * gl_SubgroupSize) {                                         \
    const uint within = min(u_lanes, gl_SubgroupSize);                                        \
    for (uint step = 1u; step < within; step *= 2u) {                                         \
      value = JOIN(value, subgroupShuffleXor(value, step));                                   \
    }                                                                                         \
    if (u_lanes <= gl_SubgroupSize) return value;                                             \
    const uint parts = u_lanes / gl_SubgroupSize;                                             \
    wait_for_all();                                                                           \
    if (gl_SubgroupInvocationID == 0u) slots[gl_SubgroupID] = value;                          \
    wait_for_all();                                                                           \
    value = slots[gl_SubgroupID / parts * parts + gl_SubgroupInvocationID % parts];           \
    for (uint step = 1u; step < parts; step *= 2u) {                                          \
      value = JOIN(value, subgroupShuffleXor(value, step));                                   \
    }                                                                                         \
    return value;                                                                             \
  }

vec2 reduce_sum(vec2 value) {
#if SUBGROUPS
  NORMSCOPE_SUBGROUPS(s_sums, join_sums)
#endif
  NORMSCOPE_TREE(s_sums, join_sums)
}

uvec2 reduce_max(uvec2 value) {
#if SUBGROUPS
  NORMSCOPE_SUBGROUPS(s_keys, max)
#endif
  NORMSCOPE_TREE(s_keys, max)
}
