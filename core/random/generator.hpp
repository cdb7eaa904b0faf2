// SPDX-License-Identifier: MIT
// The random stream of PyTorch's CPU generator: a notebook that calls manual_seed replays only when
// every later draw is the same. The state is a plain value, so that a document can show, keep and
// restore the position in the stream at which a tensor was drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "core/base/error.hpp"

namespace normscope::random {

/// The seed of a PyTorch process that never calls manual_seed.
inline constexpr std::uint64_t kDefaultSeed = 67280421310721;

/// The largest position that set_state accepts: about ten seconds of skipping, and more draws than
/// a machine's memory holds as numbers.
inline constexpr std::uint64_t kMaxPosition = std::uint64_t{1} << 36;

/// A position in a stream, with everything that later draws depend on.
struct GeneratorState {
  std::uint64_t seed = kDefaultSeed;
  std::uint64_t position = 0;  // 32-bit draws since seeding
  // The second standard normal of a pair, kept for the next call of next_normal.
  std::optional<double> cached_normal{};

  bool operator==(const GeneratorState&) const = default;
};

class Generator {
 public:
  /// Starts the stream of a seed, as manual_seed does.
  explicit Generator(std::uint64_t seed = kDefaultSeed);

  /// Starts the stream of a seed and drops the cached normal. Only the low 32 bits of a seed choose
  /// the stream, though the state keeps all 64. PyTorch accepts seeds from -2^63 to 2^64 - 1; a
  /// negative seed equals the seed plus 2^64, that is, its conversion to unsigned.
  void manual_seed(std::uint64_t seed);

  GeneratorState state() const;

  /// Moves to a position in a stream by discarding draws: a fifth of a second for 10^9 draws. The
  /// stream is started again when the position lies behind the current one.
  /// errors  InvalidArgument: the cached normal is not finite; TooLarge: position > kMaxPosition
  base::Expected<void> set_state(const GeneratorState& state);

  /// One draw: 32 uniform bits.
  std::uint32_t next_32();

  /// Two draws: 64 uniform bits, the first draw above the second.
  std::uint64_t next_64();

  /// One standard normal, of a pair in double by Box and Muller's method: four draws for the first
  /// normal of a pair; the second is cached for the next call, which then draws nothing.
  /// numeric the C library's log (PyTorch: log1p), sin and cos. Their error is below an ULP of
  ///         double; two C libraries that differ give another float32 about once in 10^8 values.
  double next_normal();

 private:
  // The standard's mt19937, with the same stream and seeding as PyTorch, but in words of exactly 32
  // bits: std::mt19937 uses 64 bits for each word on this platform, and takes twice the time.
  using Engine =
      std::mersenne_twister_engine<std::uint32_t, 32, 624, 397, 31, 0x9908b0dfU, 11, 0xffffffffU, 7,
                                   0x9d2c5680U, 15, 0xefc60000U, 18, 1812433253U>;
  Engine engine_;
  GeneratorState state_;
};

}  // namespace normscope::random
