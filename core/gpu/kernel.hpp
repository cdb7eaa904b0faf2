// SPDX-License-Identifier: MIT
// A plan as the shaders see it: which definitions a program is built with, and what its uniforms
// hold. Doubles become pairs of floats with an exponent of their own.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "core/compute/backend.hpp"
#include "core/gpu/objects.hpp"
#include "core/gpu/slices.hpp"

namespace normscope::gpu {

/// A whole number as the shaders hold it.
/// errors  TooLarge: 32 bits without a sign do not hold it
base::Expected<std::uint32_t> word(std::int64_t value);

/// value = (pair[0] + pair[1]) 2^exponent to 2^-48 of it, 1 <= |pair[0]| < 2 (or all zero).
struct WideNumber {
  std::array<float, 2> pair{};
  std::int32_t exponent = 0;
};
WideNumber wide(double value);

/// What a program for this plan is built with.
std::map<std::string, int> definitions(const compute::Plan& plan, const Shape& shape);

/// Words that a part of a group and a group's description take in the buffers (kPartWords and
/// kGroupWords of the shaders).
struct RecordSizes {
  std::int64_t part = 0;
  std::int64_t group = 0;
};
RecordSizes record_sizes(const compute::Plan& plan);

/// The parts of a group that one slice holds.
struct Parts {
  std::int64_t all = 1;
  std::int64_t held = 1;
  std::int64_t first = 0;
};

/// The first gamma and beta that a slice needs, and how many.
struct AffineRange {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// Sets everything but the first item of a dispatch.
/// errors  TooLarge: offsets or counts that 32 bits do not hold
base::Expected<void> set_uniforms(const Program& program, const compute::Plan& plan,
                                  const Slice& slice, const Slices& slices, const Shape& shape,
                                  const Parts& parts, const compute::Buffers& buffers,
                                  const AffineRange& affine);

}  // namespace normscope::gpu
