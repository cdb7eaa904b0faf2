// SPDX-License-Identifier: MIT
// A plan in the terms of the shaders: the definitions that a program is built with, and the values
// of its uniforms. Doubles become double-floats with an exponent of their own.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "core/compute/backend.hpp"
#include "core/gpu/objects.hpp"
#include "core/gpu/slices.hpp"

namespace normscope::gpu {

/// An integer as the unsigned 32-bit number that the shaders use.
/// errors  TooLarge: 32 bits do not hold the value
base::Expected<std::uint32_t> to_uint32(std::int64_t value);

/// The shaders' Wide (wide.glsl): a double-float mantissa and an exponent.
/// math    value = (mantissa[0] + mantissa[1]) 2^exponent, 1 <= |mantissa[0]| < 2, or all zero
/// numeric relative error at most 2^-48
struct WideNumber {
  std::array<float, 2> mantissa{};
  std::int32_t exponent = 0;
};
WideNumber wide(double value);

/// The sizes, in 32-bit words, of the shaders' records Part and Group in the buffers (kPartWords
/// and kGroupWords of the shaders).
struct RecordSizes {
  std::int64_t part = 0;
  std::int64_t group = 0;
};
RecordSizes record_sizes(const compute::Plan& plan);

/// The parts of a group, and those of them that one slice holds.
struct Parts {
  std::int64_t all = 1;    // parts of the group
  std::int64_t held = 1;   // parts that the slice holds
  std::int64_t first = 0;  // number of the slice's first part
};

/// The range of gamma and beta that a slice needs.
struct AffineRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// The steps of groups.comp, by its numbers.
enum class Step { kRows, kParts, kJoin, kWrite };

/// The preprocessor definitions that the program of a step is built with; `aligned`: the elements
/// of an invocation lie in memory in quads.
std::map<std::string, int> definitions(const compute::Plan& plan, Step step, const Shape& shape,
                                       bool aligned);

/// Whether the elements of a slice lie in quads, and with them their gamma and beta.
bool aligned(const compute::Plan& plan, const Slice& slice, const Slices& slices,
             const AffineRange& affine, bool has_affine);

/// Sets all uniforms but u_first_item, which each dispatch sets.
/// errors  TooLarge: offsets or counts that 32 bits do not hold
base::Expected<void> set_uniforms(const Program& program, const compute::Plan& plan,
                                  const Slice& slice, const Slices& slices, const Parts& parts,
                                  const compute::Buffers& buffers, const AffineRange& affine);

}  // namespace normscope::gpu
