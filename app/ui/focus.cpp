// SPDX-License-Identifier: MIT
// The keyboard focus and its order.
#include "app/ui/focus.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::ui {

bool Focus::stop(std::string_view id, bool by_tab) {
  if (std::exchange(entering_, false)) set(id);
  order_.push_back({std::string(id), depth_, region_, by_tab});
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

bool Focus::end_frame() {
  const int steps = std::exchange(steps_, 0);
  const int regions = std::exchange(region_steps_, 0);
  if (steps != 0) step(steps);
  if (regions != 0) step_region(regions > 0 ? 1 : -1);
  for (const Stop& stop : order_) {
    if (stop.id == id_ && !stop.region.empty()) visited_[stop.region] = id_;
  }
  return steps != 0 || regions != 0;
}

void Focus::step(int direction) {
  std::vector<const Stop*> stops;
  const int depth = std::max(deepest_, deepest_last_);
  for (const auto& stop : order_) {
    const bool counts = stop.by_tab || stop.id == id_;
    if (stop.depth == depth && counts) stops.push_back(&stop);
  }
  if (stops.empty()) return;
  const auto here =
      std::find_if(stops.begin(), stops.end(), [&](const Stop* stop) { return stop->id == id_; });
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  std::ptrdiff_t next = direction > 0 ? 0 : count - 1;
  if (here != stops.end()) next = ((here - stops.begin() + direction) % count + count) % count;
  set(stops[static_cast<std::size_t>(next)]->id);
  ring_ = true;
}

std::string_view Focus::region() const {
  const auto& order = order_.empty() ? last_ : order_;
  const auto here =
      std::find_if(order.begin(), order.end(), [&](const Stop& stop) { return stop.id == id_; });
  return here == order.end() ? std::string_view() : here->region;
}

void Focus::step_region(int direction) {
  if (std::max(deepest_, deepest_last_) > 0) return;
  std::vector<const Stop*> firsts;  // by Tab of each region, in drawing order
  std::ptrdiff_t after = 0;         // the number of regions up to the focused widget
  for (const auto& stop : order_) {
    const auto same = [&](const Stop* other) { return other->region == stop.region; };
    const auto first = std::find_if(firsts.begin(), firsts.end(), same);
    if (first == firsts.end()) {
      if (!stop.region.empty()) firsts.push_back(&stop);
    } else if (stop.by_tab && !(*first)->by_tab) {
      *first = &stop;
    }
    if (stop.id == id_) after = static_cast<std::ptrdiff_t>(firsts.size());
  }
  if (firsts.empty()) return;
  // A splitter belongs to no region: it stands between two.
  const bool between = region().empty();
  const auto count = static_cast<std::ptrdiff_t>(firsts.size());
  const std::ptrdiff_t next = direction > 0 ? after : after - (between ? 1 : 2);
  const Stop& first = *firsts[static_cast<std::size_t>((next % count + count) % count)];
  const auto visited = visited_.find(first.region);
  const bool there =
      visited != visited_.end() && std::any_of(order_.begin(), order_.end(), [&](const Stop& stop) {
        return stop.id == visited->second && stop.region == first.region;
      });
  set(there ? visited->second : first.id);
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
