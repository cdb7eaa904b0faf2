// SPDX-License-Identifier: MIT
// The transfers of a run: slices of a batch to the device's buffers and back. They go in pieces, so
// that a stop takes effect between them; groups of a packed slice are gathered before and scattered
// after.
#pragma once

#include <cstddef>
#include <span>

#include "core/compute/progress.hpp"
#include "core/gpu/device.hpp"
#include "core/gpu/slices.hpp"

namespace normscope::gpu {

class Transfers {
 public:
  /// `progress` counts the elements.
  Transfers(Device& device, const tensor::GroupLayout& layout, const Slices& slices,
            compute::Progress& progress)
      : device_(device), layout_(layout), slices_(slices), progress_(progress) {}

  /// Where a slice that is not packed begins in the batch.
  std::size_t start_of(const Slice& slice) const;

  /// Sends a slice of the batch to the beginning of a buffer.
  /// errors  Cancelled: a stop was requested; as Staging; here and below
  base::Expected<void> upload(const Slice& slice, std::span<const float> batch, Buffer& to);
  /// Sends values to a place in a buffer.
  base::Expected<void> upload(std::span<const float> from, Buffer& to, std::size_t at);
  /// Fetches the elements of a slice that lie in a window of it; of a packed slice all or none.
  base::Expected<void> download(const Slice& slice, const compute::Range& window, Buffer& from,
                                std::span<float> batch);

 private:
  template <class Visit>
  void for_each_packed(const Slice& slice, Visit visit) const;
  template <class Piece>
  base::Expected<void> in_pieces(std::size_t count, Piece piece);

  Device& device_;
  const tensor::GroupLayout& layout_;
  const Slices& slices_;
  compute::Progress& progress_;
};

}  // namespace normscope::gpu
