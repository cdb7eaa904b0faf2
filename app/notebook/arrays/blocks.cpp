// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/context.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "core/base/memory.hpp"

namespace normscope::notebook::arrays {
namespace {

constexpr std::align_val_t kLine{64};
// Smaller blocks are left to malloc, which keeps freed memory itself.
constexpr std::size_t kLeastKept = std::size_t{1} << 20U;
// Two results of 10^7 float64.
constexpr std::size_t kMostKept = std::size_t{160} << 20U;

std::byte* fresh(std::size_t bytes) {
  auto* const first = static_cast<std::byte*>(operator new(bytes, kLine));
  base::prefer_large_pages(first, bytes);
  return first;
}

}  // namespace

Blocks::~Blocks() {
  for (const Kept& block : kept_) operator delete(block.first, kLine);
}

std::byte* Blocks::take(std::size_t bytes, bool zeros) {
  const auto found = std::ranges::find(kept_, bytes, &Kept::bytes);
  std::byte* first = nullptr;
  if (found == kept_.end()) {
    first = fresh(bytes);
  } else {
    first = found->first;
    kept_bytes_ -= bytes;
    kept_.erase(found);
  }
  if (zeros) std::memset(first, 0, bytes);
  return first;
}

void Blocks::give_back(std::byte* first, std::size_t bytes) {
  if (bytes < kLeastKept || bytes > kMostKept) {
    operator delete(first, kLine);
    return;
  }
  kept_.push_back({first, bytes});
  kept_bytes_ += bytes;
  while (kept_bytes_ > kMostKept) {
    kept_bytes_ -= kept_.front().bytes;
    operator delete(kept_.front().first, kLine);
    kept_.erase(kept_.begin());
  }
}

}  // namespace normscope::notebook::arrays
