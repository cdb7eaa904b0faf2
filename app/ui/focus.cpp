// SPDX-License-Identifier: MIT
// The keyboard focus and its order.
#include "app/ui/focus.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::ui {

bool Focus::stop(std::string_view id) {
  order_.push_back({std::string(id), depth_});
  return id_ == id;
}

void Focus::set(std::string_view id) {
  claimed_ = true;
  // A closed dialog may have left the focus on a field of an earlier dialog with the same id: the
  // field of the new dialog starts editing all the same.
  const auto drawn = [&](const Stop& stop) { return stop.id == id; };
  if (id_ == id && std::any_of(last_.begin(), last_.end(), drawn)) return;
  id_ = id;
  arrived_ = id;
}

void Focus::take(std::string_view id) {
  claimed_ = true;
  ring_ = false;
  id_ = id;
  arrived_.clear();
}

void Focus::clear() {
  id_.clear();
  arrived_.clear();
  ring_ = false;
}

bool Focus::arrived(std::string_view id) {
  if (arrived_ != id) return false;
  arrived_.clear();
  return true;
}

void Focus::begin_frame() {
  last_ = std::exchange(order_, {});
  // A closed popup returns the focus to the widget that had it before.
  while (return_to_.size() > static_cast<std::size_t>(deepest_)) {
    const std::string back = return_to_.back();
    return_to_.pop_back();
    const auto gone = [&](const Stop& stop) { return stop.id == id_; };
    if (std::none_of(last_.begin(), last_.end(), gone)) id_ = back;
  }
  deepest_last_ = std::exchange(deepest_, 0);
  depth_ = 0;
  claimed_ = false;
}

void Focus::move(int direction) {
  const auto& order = order_.empty() ? last_ : order_;
  std::vector<const Stop*> stops;
  const int depth = std::max(deepest_, deepest_last_);
  for (const auto& stop : order) {
    if (stop.depth == depth) stops.push_back(&stop);
  }
  if (stops.empty()) return;
  const auto here =
      std::find_if(stops.begin(), stops.end(), [&](const Stop* stop) { return stop->id == id_; });
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  std::ptrdiff_t next = direction > 0 ? 0 : count - 1;
  if (here != stops.end()) next = (here - stops.begin() + direction + count) % count;
  set(stops[static_cast<std::size_t>(next)]->id);
  ring_ = true;
}

void Focus::push_scope() {
  ++depth_;
  deepest_ = std::max(deepest_, depth_);
  // The popup has just opened: the next Tab moves the focus to its first widget.
  if (return_to_.size() < static_cast<std::size_t>(depth_)) return_to_.push_back(id_);
}

void Focus::pop_scope() {
  --depth_;
}

}  // namespace normscope::ui
