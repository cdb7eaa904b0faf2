// SPDX-License-Identifier: MIT
// The elements that this invocation keeps in registers: of a group, or of a part of a long group,
// the elements lane, lane + u_lanes, ..., counted from the part's first.

uint kept[ELEMENTS];
uint kept_group = 0u;  // number of the group in the buffers
uint kept_first = 0u;  // the part's first element
uint kept_end = 0u;    // one past the part's last element; the part is empty if <= kept_first

uint place_of(int i) { return kept_first + lane_of_invocation() + uint(i) * u_lanes; }
bool has(int i) { return place_of(i) < kept_end; }

void keep_elements(uint group, uint first, uint end) {
  kept_group = group;
  kept_first = first;
  kept_end = end;
  const uint base = base_of(group);
  for (int i = 0; i < ELEMENTS; ++i) {
    kept[i] = has(i) ? in_x[base + offset_of(place_of(i))] : 0u;
  }
}

float kept_count() { return float(kept_end - kept_first); }

// The part's first element, the same for all of its invocations.
uint pivot_bits() {
  return kept_first < kept_end ? in_x[base_of(kept_group) + offset_of(kept_first)] : 0u;
}
