// SPDX-License-Identifier: MIT
#include "app/ui/cover_memo.hpp"

#include <iterator>
#include <type_traits>
#include <utility>

namespace normscope::ui {
namespace {

template <class T>
void append_bytes(std::string& to, std::span<const T> values) {
  static_assert(std::is_trivially_copyable_v<T>);
  // NOLINTNEXTLINE(*-reinterpret-cast): its bytes
  to.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
}

template <class T>
void append_bytes(std::string& to, const T& value) {
  append_bytes(to, std::span<const T>(&value, 1));
}

}  // namespace

const std::vector<Cover>& CoverMemo::of(Finder find, std::span<const ImVec2> points, double width,
                                        const ClipRect& clip) {
  std::string key;
  key.reserve(points.size_bytes() + sizeof(find) + sizeof(width) + sizeof(clip));
  append_bytes(key, points);
  append_bytes(key, find);
  append_bytes(key, width);
  append_bytes(key, clip);
  const auto [entry, is_new] = kept_.try_emplace(std::move(key));
  if (is_new) entry->second.covers = find(points, width, clip);
  entry->second.drawn = true;
  return entry->second.covers;
}

void CoverMemo::end_frame() {
  for (auto entry = kept_.begin(); entry != kept_.end();) {
    entry = std::exchange(entry->second.drawn, false) ? std::next(entry) : kept_.erase(entry);
  }
}

}  // namespace normscope::ui
