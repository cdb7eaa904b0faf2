// SPDX-License-Identifier: MIT
#include "app/figures/painter.hpp"

#include <bit>

namespace normscope::figures {

std::uint64_t hash_of(const Image& image) {
  // FNV-1a, one colour at a time.
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3U; };
  add(static_cast<std::uint64_t>(image.columns));
  for (const Color& color : image.colors) add(std::bit_cast<std::uint32_t>(color));
  return hash;
}

}  // namespace normscope::figures
