// SPDX-License-Identifier: MIT
// The keyboard focus and its order.
#include "app/ui/focus.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/text/ascii.hpp"

namespace normscope::ui {

bool Focus::stop(std::string_view id, bool by_tab) {
  if (std::exchange(entering_, false)) {
    set(id);
    if (std::exchange(entering_page_, false)) placed_ = Placed::kOnTurnedPage;
  }
  if (!asked_.empty() && by_tab && depth_ == 0 && id.starts_with(asked_) &&
      (id.size() == asked_.size() || id[asked_.size()] == '/')) {
    asked_.clear();
    set(id);
    ring_ = true;
  }
  order_.push_back({.id = std::string(id),
                    .depth = depth_,
                    .region = region_,
                    .by_tab = by_tab,
                    .gone = gone_,
                    .group = group_,
                    .group_kind = group_kind_});
  return id_ == id;
}

void Focus::set(std::string_view id) {
  claimed_ = true;
  placed_ = Placed::kByReader;
  // A closed dialog may have left the focus on a field of an earlier dialog with the same id: the
  // field of the new dialog starts editing all the same.
  if (id_ == id && find(last_, id) != last_.end()) return;
  id_ = id;
  arrived_ = id;
}

void Focus::take(std::string_view id) {
  claimed_ = true;
  asked_.clear();
  placed_ = Placed::kByReader;
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
    if (find(last_, id_) == last_.end()) id_ = back;
  }
  deepest_last_ = std::exchange(deepest_, 0);
  depth_ = 0;
  claimed_ = false;
}

bool Focus::end_frame() {
  const int steps = std::exchange(steps_, 0);
  const int regions = std::exchange(region_steps_, 0);
  const int to_end = std::exchange(to_end_, 0);
  const char letter = std::exchange(seeks_, 0);
  const std::string crosses_to = std::exchange(crosses_to_, {});
  if (steps != 0 || regions != 0 || !crosses_to.empty()) asked_.clear();
  const bool handed_on = hand_on();
  const bool sought = step_in_popup(to_end, letter);
  if (steps != 0) step(steps);
  if (regions != 0) step_region(regions > 0 ? 1 : -1);
  if (!crosses_to.empty()) step_across(crosses_to);
  const auto here = find(order_, id_);
  if (here != order_.end() && !here->region.empty()) {
    visited_[here->region] = id_;
    if (in_region_ != here->region) from_region_ = std::exchange(in_region_, here->region);
  }
  return handed_on || sought || steps != 0 || regions != 0 || !crosses_to.empty();
}

Focus::Stops::const_iterator Focus::find(const Stops& stops, std::string_view id) {
  return std::find_if(stops.begin(), stops.end(), [&](const Stop& stop) { return stop.id == id; });
}

// What follows a widget that is not drawn any more; null where the focus stays with the widget.
const Focus::Stop* Focus::follower_of(std::string_view id) const {
  if (find(order_, id) != order_.end()) return nullptr;
  const auto was = find(last_, id);
  if (was == last_.end() || was->gone != Gone::kHandedOn) return nullptr;
  // What follows the vanished widget stands after the nearest one before it that is still there.
  auto from = order_.cbegin();
  for (auto before = was; before != last_.begin() && from == order_.cbegin();) {
    const auto still = find(order_, (--before)->id);
    if (before->region == was->region && still != order_.end()) from = still + 1;
  }
  const Stop* next = nullptr;
  for (auto stop = order_.cbegin(); stop != order_.cend(); ++stop) {
    const bool counts = stop->region == was->region && stop->by_tab &&
                        !(stop->group_kind == Group::kAsides && !stop->group.empty());
    if (!counts) continue;
    next = &*stop;
    if (stop >= from) break;
  }
  return next;
}

// Whether the focus moved.
bool Focus::hand_on() {
  for (auto& place : visited_) {
    if (const Stop* const next = follower_of(place.second)) place.second = next->id;
  }
  const Stop* const next = in_view_of_popup() ? nullptr : follower_of(id_);
  if (next == nullptr) return false;
  if (!ring_) {
    follower_ = next->id;
    return false;
  }
  set(next->id);
  placed_ = Placed::kHandedOn;
  return true;
}

void Focus::step(int direction) {
  const auto now = find(order_, id_);
  const bool out_of_sight = ring_ && now != order_.end() && !now->in_sight;
  if (out_of_sight && placed_ != Placed::kByReader) {
    // The reader has not seen yet where the focus is.
    placed_ = Placed::kByReader;
    arrived_ = id_;
    return;
  }
  const std::string group = now == order_.end() ? std::string() : now->group;
  std::vector<const Stop*> stops;
  const int depth = std::max(deepest_, deepest_last_);
  for (const auto& stop : order_) {
    const bool first = stop.group.empty() || stops.empty() || stops.back()->group != stop.group;
    const bool counts = stop.by_tab && first && (stop.group.empty() || stop.group != group);
    if (stop.depth == depth && (counts || stop.id == id_)) stops.push_back(&stop);
  }
  if (stops.empty()) return;
  const auto at = [&](std::string_view id) {
    return std::find_if(stops.begin(), stops.end(),
                        [&](const Stop* stop) { return stop->id == id; });
  };
  const auto count = static_cast<std::ptrdiff_t>(stops.size());
  std::ptrdiff_t next = direction > 0 ? 0 : count - 1;
  const auto here = at(id_);
  const auto follower = at(follower_);
  if (here != stops.end()) {
    next = here - stops.begin() + direction;
  } else if (follower != stops.end()) {
    next = follower - stops.begin() + (direction > 0 ? direction - 1 : direction);
  }
  if (out_of_sight) {
    // The panel was scrolled: Tab goes on where the reader looks.
    const auto seen = [&](const Stop* stop) {
      return stop->in_sight && stop->region == now->region && !stop->region.empty();
    };
    const auto first = std::find_if(stops.begin(), stops.end(), seen);
    const auto last = std::find_if(stops.rbegin(), stops.rend(), seen);
    if (first != stops.end()) next = (direction > 0 ? first : last.base() - 1) - stops.begin();
  }
  set(stops[static_cast<std::size_t>((next % count + count) % count)]->id);
  ring_ = true;
}

// To an end of the open popup, or to the next name with this letter; false where neither is asked
// for or there.
bool Focus::step_in_popup(int to_end, char letter) {
  std::vector<const Stop*> stops;
  for (const auto& stop : order_) {
    if (stop.depth == deepest_ && stop.by_tab) stops.push_back(&stop);
  }
  if ((to_end == 0 && letter == 0) || deepest_ == 0 || stops.empty()) return false;
  const auto now =
      std::find_if(stops.begin(), stops.end(), [&](const Stop* stop) { return stop->id == id_; });
  const Stop* to = to_end < 0 ? stops.front() : stops.back();
  if (to_end == 0) {
    const auto fits = [&](const Stop* stop) {
      return !stop->name.empty() && text::to_lowercase(stop->name.front()) == letter;
    };
    // From the widget after this one, around.
    if (now != stops.end()) std::rotate(stops.begin(), now + 1, stops.end());
    const auto found = std::find_if(stops.begin(), stops.end(), fits);
    if (found == stops.end()) return false;
    to = *found;
  }
  set(to->id);
  ring_ = true;
  return true;
}

bool Focus::end_group() {
  const std::string group = std::exchange(group_, {});
  group_kind_ = Group::kControls;
  const auto here = find(order_, id_);
  return here != order_.end() && here->group == group;
}

void Focus::move_in_group(std::string_view name, int direction) {
  std::vector<const Stop*> members;
  for (const Stop& stop : order_) {
    if (stop.group == name) members.push_back(&stop);
  }
  const auto here = std::find_if(members.begin(), members.end(),
                                 [&](const Stop* stop) { return stop->id == id_; });
  if (here == members.end()) return;
  const auto next = std::clamp<std::ptrdiff_t>(here - members.begin() + direction, 0,
                                               static_cast<std::ptrdiff_t>(members.size()) - 1);
  set(members[static_cast<std::size_t>(next)]->id);
  ring_ = true;
}

std::string_view Focus::region() const {
  return region_of(order_.empty() ? last_ : order_);
}

std::string_view Focus::region_of(const Stops& stops) const {
  const auto here = find(stops, id_);
  return here == stops.end() ? std::string_view() : here->region;
}

// To the widget of the region that had the focus last, else to its first; false where there is
// none.
bool Focus::enter_region(const std::string& region) {
  const auto in_it = [&](const Stop& stop) { return stop.region == region; };
  const auto first = std::find_if(order_.begin(), order_.end(), in_it);
  if (first == order_.end()) return false;
  const auto by_tab = std::find_if(order_.begin(), order_.end(),
                                   [&](const Stop& stop) { return in_it(stop) && stop.by_tab; });
  const auto begins = std::find_if(order_.begin(), order_.end(),
                                   [&](const Stop& stop) { return in_it(stop) && stop.begins; });
  const auto visited = visited_.find(region);
  const auto known = visited == visited_.end() ? order_.cend() : find(order_, visited->second);
  const bool there = known != order_.end() && in_it(*known);
  const auto to = there                    ? known
                  : begins != order_.end() ? begins
                  : by_tab != order_.end() ? by_tab
                                           : first;
  set(to->id);
  ring_ = true;
  return true;
}

void Focus::begin_at(std::string_view id) {
  for (Stop& stop : order_) stop.begins = stop.begins || stop.id == id;
}

void Focus::step_across(const std::string& region) {
  if (in_view_of_popup()) return;
  if (region_of(order_) != region) {
    (void)enter_region(region);
  } else if (from_region_.empty() || !enter_region(from_region_)) {
    step_region(1);
  }
}

void Focus::step_region(int direction) {
  if (in_view_of_popup()) return;
  std::vector<std::string> regions;  // in drawing order
  std::ptrdiff_t after = 0;          // the number of regions up to the focused widget
  for (const auto& stop : order_) {
    const bool known = std::find(regions.begin(), regions.end(), stop.region) != regions.end();
    if (!known && !stop.region.empty()) regions.push_back(stop.region);
    if (stop.id == id_) after = static_cast<std::ptrdiff_t>(regions.size());
  }
  if (regions.empty()) return;
  // A splitter belongs to no region: it stands between two.
  const bool between = region().empty();
  const auto count = static_cast<std::ptrdiff_t>(regions.size());
  const std::ptrdiff_t next = direction > 0 ? after : after - (between ? 1 : 2);
  (void)enter_region(regions[static_cast<std::size_t>((next % count + count) % count)]);
}

void Focus::push_scope() {
  ++depth_;
  deepest_ = std::max(deepest_, depth_);
  // The popup has just opened: the next Tab moves the focus to its first widget.
  if (return_to_.size() < static_cast<std::size_t>(depth_)) {
    return_to_.push_back(opens_from_.value_or(id_));
  }
  opens_from_.reset();
}

void Focus::pop_scope() {
  --depth_;
}

}  // namespace normscope::ui
