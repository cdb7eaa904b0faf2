// SPDX-License-Identifier: MIT
// Transfers between the processor's memory and the device's buffers, through memory that both see
// and that stays mapped: while one half of it is copied by the device, the processor fills or reads
// the other. Where OpenGL has no such memory (before 4.4), the driver transfers by itself.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/gpu/objects.hpp"

namespace normscope::gpu {

class Staging {
 public:
  /// Bytes of a half.
  static constexpr std::size_t kHalf = std::size_t{8} << 20;
  /// Transfers below this size are left to the driver: a copy of its own costs less than a fence.
  static constexpr std::size_t kLeast = std::size_t{1} << 16;

  /// `bytes` may be freed at once; the device's later commands see them in the buffer.
  /// errors  Unavailable: no memory is mapped; as CallChecks::check; here and below
  base::Expected<void> upload(CallChecks& calls, Buffer& to, std::size_t at,
                              std::span<const std::byte> bytes);
  /// Waits for the bytes. Writes by shaders have been ordered before.
  base::Expected<void> download(CallChecks& calls, Buffer& from, std::size_t at,
                                std::span<std::byte> bytes);
  void free();
  void forget();

 private:
  struct Half {
    Fence fence{};
    bool copying = false;  // the device may still read or write it
  };
  // Mapped memory of two halves; created when it is first used.
  struct Memory {
    Object object{};
    std::byte* mapped = nullptr;
    std::array<Half, 2> halves{};
  };
  static base::Expected<void> open(CallChecks& calls, Memory& memory, bool for_upload);
  static base::Expected<void> wait(CallChecks& calls, Half& half);
  static base::Expected<void> mark(CallChecks& calls, Half& half);

  Memory up_{};
  Memory down_{};
  std::size_t next_ = 0;  // the half of the next upload
};

}  // namespace normscope::gpu
