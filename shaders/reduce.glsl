// SPDX-License-Identifier: MIT
// Sums and maxima over the invocations that share a group: u_lanes of them, several groups a work
// group. Always the same tree, so the same input gives the same bits; no float atomics. Where the
// driver has subgroups they make the lower levels of the tree without shared memory.

shared vec2 s_pairs[LOCAL];
shared uvec2 s_keys[LOCAL];

#if SUBGROUPS
// Whether each subgroup is a whole one: a device may cut each program's in its own way.
bool subgroups_are_whole() { return gl_NumSubgroups * gl_SubgroupSize == uint(LOCAL); }
// Numbered so that the invocations of a subgroup follow each other, which no rule says of others.
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

// Float32 teaching algorithms sum plainly; all others sum pairs.
vec2 join_sums(vec2 a, vec2 b) {
#if PLAIN_SUMS
  precise vec2 sum = a + b;
  return sum;
#else
  return add_pairs(a, b);
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

// In a subgroup by exchanging over growing distances, both sides computing the same; then the
// subgroups' results, which never are more than a subgroup has invocations, once more.
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
  NORMSCOPE_SUBGROUPS(s_pairs, join_sums)
#endif
  NORMSCOPE_TREE(s_pairs, join_sums)
}

uvec2 reduce_max(uvec2 value) {
#if SUBGROUPS
  NORMSCOPE_SUBGROUPS(s_keys, max)
#endif
  NORMSCOPE_TREE(s_keys, max)
}
