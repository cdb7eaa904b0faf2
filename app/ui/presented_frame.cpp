// SPDX-License-Identifier: MIT
#include "app/ui/presented_frame.hpp"

#include <span>
#include <utility>

namespace normscope::ui {
namespace {

template <class T>
void append(std::vector<char>& bytes, std::span<const T> values) {
  const auto added = std::as_bytes(values);
  // NOLINTNEXTLINE(*-reinterpret-cast): bytes as characters
  const auto* const first = reinterpret_cast<const char*>(added.data());
  bytes.insert(bytes.end(), first, first + added.size());
}

template <class T>
void append(std::vector<char>& bytes, const ImVector<T>& values) {
  append(bytes, std::span<const T>(values.Data, static_cast<std::size_t>(values.Size)));
}

template <class T>
void append(std::vector<char>& bytes, const T& value) {
  append(bytes, std::span<const T>(&value, 1));
}

}  // namespace

bool PresentedFrame::replace(const ImDrawData& frame) {
  next_.clear();
  append(next_, frame.DisplaySize);
  append(next_, frame.FramebufferScale);
  for (int i = 0; i < frame.CmdListsCount; ++i) {
    const ImDrawList& list = *frame.CmdLists[i];
    append(next_, list.VtxBuffer);
    append(next_, list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      // One by one: between them are bytes of no value.
      append(next_, command.ClipRect);
      append(next_, command.TextureId);
      append(next_, command.VtxOffset);
      append(next_, command.IdxOffset);
      append(next_, command.ElemCount);
    }
  }
  std::swap(drawn_, next_);
  return drawn_ != next_;
}

}  // namespace normscope::ui
