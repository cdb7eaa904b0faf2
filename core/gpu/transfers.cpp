// SPDX-License-Identifier: MIT
#include "core/gpu/transfers.hpp"

#include <algorithm>
#include <vector>

namespace normscope::gpu {

template <class Visit>
void Transfers::for_each_packed(const Slice& slice, Visit visit) const {
  std::size_t at = 0;
  for (std::int64_t group = 0; group < slice.groups; ++group) {
    const std::int64_t base = layout_.base(slice.first_group + group);
    for (std::int64_t k = 0; k < slice.elements; ++k) {
      visit(at++, static_cast<std::size_t>(base + layout_.offset(slice.first_element + k)));
    }
  }
}

template <class Piece>
Expected<void> Transfers::in_pieces(std::size_t count, Piece piece) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  for (std::size_t at = 0; at < count; at += kPiece) {
    if (progress_.stopped()) return compute::cancelled();
    const std::size_t length = std::min(kPiece, count - at);
    if (auto done = piece(at, length); !done) return done;
    progress_.done(static_cast<std::int64_t>(length));
  }
  return {};
}

std::size_t Transfers::start_of(const Slice& slice) const {
  return slices_.whole
             ? 0
             : static_cast<std::size_t>(layout_.base(slice.first_group) + slice.first_element);
}

Expected<void> Transfers::upload(const Slice& slice, std::span<const float> batch, Buffer& to) {
  const auto count = static_cast<std::size_t>(slice.groups * slice.elements);
  if (!slice.packed) return upload(batch.subspan(start_of(slice), count), to, 0);
  std::vector<float> packed(count);
  for_each_packed(slice, [&](std::size_t at, std::size_t place) { packed[at] = batch[place]; });
  return upload(packed, to, 0);
}

Expected<void> Transfers::upload(std::span<const float> from, Buffer& to, std::size_t at) {
  return in_pieces(from.size(), [&](std::size_t first, std::size_t length) {
    const auto piece = std::as_bytes(from.subspan(first, length));
    device_.counts().uploaded += static_cast<std::int64_t>(piece.size());
    return device_.memory().staging.upload(device_.calls(), to, (at + first) * sizeof(float),
                                           piece);
  });
}

Expected<void> Transfers::download(const Slice& slice, const compute::Range& window, Buffer& from,
                                   std::span<float> batch) {
  const auto first = static_cast<std::size_t>(window.first);
  const auto count = static_cast<std::size_t>(window.count);
  std::vector<float> packed(slice.packed ? count : 0);
  const std::span<float> to =
      slice.packed ? std::span(packed) : batch.subspan(start_of(slice) + first, count);
  auto done = in_pieces(count, [&](std::size_t at, std::size_t length) {
    const auto piece = std::as_writable_bytes(to.subspan(at, length));
    device_.counts().downloaded += static_cast<std::int64_t>(piece.size());
    return device_.memory().staging.download(device_.calls(), from, (first + at) * sizeof(float),
                                             piece);
  });
  if (done && slice.packed && count > 0) {
    for_each_packed(slice, [&](std::size_t at, std::size_t place) { batch[place] = packed[at]; });
  }
  return done;
}

}  // namespace normscope::gpu
