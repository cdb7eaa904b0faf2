// SPDX-License-Identifier: MIT
// Counts values between edges of equal distance. The bin follows from the value's place in the
// range; only where the rounding of the place could change the bin are edges read. Values and edges
// are compared as keys, integers that order as the floats do: the key of an edge is that of the
// smallest float at or above the double edge, so the counts are exactly those of the double edges.
// Integer counts do not depend on the order of the additions.
#version 430 core
#extension GL_GOOGLE_include_directive : require
#include "arithmetic.glsl"

layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer Input { uint in_x[]; };
layout(std430, binding = 1) readonly buffer Edges { uint in_edges[]; };
// One count for each bin, then the finite values beyond the edges, then the values not finite.
layout(std430, binding = 2) buffer Counts { uint io_counts[]; };

uniform uint u_first_item;      // the first item of work of this dispatch
uniform uint u_values_of_item;  // values of an item, which is the work of one work group
uniform uint u_count;
uniform uint u_bins;
uniform uint u_first_key;  // key of the smallest float at or above the first edge
uniform uint u_last_key;   // key of the largest float at or below the last edge
uniform vec2 u_low;        // the first edge as a double-float
uniform float u_scale;     // bins of one unit
uniform float u_margin;    // bound on the error of a place, in bins; 1 or more: no place is certain

// Up to this number of bins are counted in shared memory first; with more bins, atomic additions
// rarely meet at the same counter.
const uint kSharedBins = 2048u;
shared uint s_counts[kSharedBins];

uint searched_bin(uint key) {
  uint low = 0u;  // the last edge that is not above the key lies in [low, high)
  uint high = u_bins;
  while (high - low > 1u) {
    const uint middle = (low + high) / 2u;
    if (in_edges[middle] <= key) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

uint place_of(uint bits) {
  if (!is_finite(bits)) return u_bins + 1u;
  // -0 counts as +0.
  const uint key = key_of((bits & ~kSignBit) == 0u ? 0u : bits);
  if (key < u_first_key || key > u_last_key) return u_bins;
  precise float place = ((uintBitsToFloat(bits) - u_low.x) - u_low.y) * u_scale;
  const float bin = floor(place);
  const float beyond = place - bin;
  if (beyond > u_margin && beyond < 1.0 - u_margin) return uint(bin);
  return searched_bin(key);
}

void main() {
  const bool in_shared = u_bins + 2u <= kSharedBins;
  for (uint i = gl_LocalInvocationIndex; in_shared && i < u_bins + 2u; i += uint(LOCAL)) {
    s_counts[i] = 0u;
  }
  memoryBarrierShared();
  barrier();
  const uint first = (u_first_item + gl_WorkGroupID.x) * u_values_of_item;
  const uint end = min(first + u_values_of_item, u_count);
  for (uint i = first + gl_LocalInvocationIndex; i < end; i += uint(LOCAL)) {
    const uint place = place_of(in_x[i]);
    if (in_shared) {
      atomicAdd(s_counts[place], 1u);
    } else {
      atomicAdd(io_counts[place], 1u);
    }
  }
  memoryBarrierShared();
  barrier();
  if (!in_shared) return;
  for (uint i = gl_LocalInvocationIndex; i < u_bins + 2u; i += uint(LOCAL)) {
    if (s_counts[i] != 0u) atomicAdd(io_counts[i], s_counts[i]);
  }
}
