// SPDX-License-Identifier: MIT
#include "core/gpu/context.hpp"

#include <algorithm>
#include <array>

#include "core/text/ascii.hpp"

namespace normscope::gpu {

bool is_software(std::string_view renderer) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "llvmpipe", "softpipe", "swrast", "software", "swiftshader", "lavapipe", "basic render"};
  std::string name(renderer);
  for (char& c : name) c = text::to_lowercase(c);
  return std::ranges::any_of(
      kNames, [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

std::string gl_text(const unsigned char* bytes) {
  if (bytes == nullptr) return "unknown";
  const unsigned char* end = bytes;
  while (*end != 0) ++end;
  return {bytes, end};
}

}  // namespace normscope::gpu
