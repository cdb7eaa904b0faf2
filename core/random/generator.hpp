// SPDX-License-Identifier: MIT
// The stream of PyTorch's CPU generator: a notebook that starts with manual_seed replays only when
// every draw after it is the same. Its state is a plain value, so that a document can show, keep
// and restore the place in the stream where a tensor was made.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "core/base/error.hpp"

namespace normscope::random {

/// The seed of a PyTorch process that never calls manual_seed.
inline constexpr std::uint64_t kDefaultSeed = 67280421310721;

/// The farthest place in a stream that set_state goes to: some ten seconds of skipping, and more
/// draws than a machine's memory holds as numbers.
inline constexpr std::uint64_t kMaxPosition = std::uint64_t{1} << 36;

/// A place in a stream. It holds all that later draws depend on.
struct GeneratorState {
  std::uint64_t seed = kDefaultSeed;
  std::uint64_t position = 0;  // 32-bit draws since seeding
  // The second standard normal of a pair, kept for the next normal that is drawn one by one.
  std::optional<double> cached_normal{};

  bool operator==(const GeneratorState&) const = default;
};

class Generator {
 public:
  /// As manual_seed.
  explicit Generator(std::uint64_t seed = kDefaultSeed);

  /// Starts the stream of a seed and forgets the cached normal. Only the low 32 bits of a seed
  /// choose the stream, though the state keeps all 64. PyTorch takes seeds from -2^63 to 2^64 - 1;
  /// a negative one is the same as itself plus 2^64, which is what converting it to unsigned does.
  void manual_seed(std::uint64_t seed);

  GeneratorState state() const;

  /// Goes to a place in a stream by drawing and discarding: a fifth of a second for 10^9
  /// draws when the stream has to be started again, less when the place lies ahead.
  /// errors  InvalidArgument: the cached normal is not finite; TooLarge: position > kMaxPosition
  base::Expected<void> set_state(const GeneratorState& state);

  /// One draw: 32 uniform bits.
  std::uint32_t next_32();

  /// Two draws: 64 uniform bits, the first draw above the second.
  std::uint64_t next_64();

  /// One standard normal, of a pair in double by Box and Muller's method: four draws for the first
  /// of a pair, none for the second, which stays cached until it is asked for.
  /// numeric log1p, sin and cos are the C library's, as they are PyTorch's. They err by less than
  ///         an ULP of double, which shows in a float32 about once in 10^8 values where two
  ///         libraries differ at all; so no version of our own is kept.
  double next_normal();

 private:
  // The standard's mt19937, whose stream and seeding are PyTorch's, in words of exactly 32 bits:
  // std::mt19937 itself takes 64 for each on this platform, and twice the time.
  using Engine =
      std::mersenne_twister_engine<std::uint32_t, 32, 624, 397, 31, 0x9908b0dfU, 11, 0xffffffffU, 7,
                                   0x9d2c5680U, 15, 0xefc60000U, 18, 1812433253U>;
  Engine engine_;
  GeneratorState state_;
};

}  // namespace normscope::random
