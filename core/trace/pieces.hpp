// SPDX-License-Identifier: MIT
// Values of a step, a piece at a time: the steps that it is made from are computed one after the
// other, each once a piece, into slots that are free again after their last use. In float32 and in
// double alike; `Source` knows the values that are not computed here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/trace/program.hpp"

namespace normscope::trace {

/// Elements computed at a time: a dozen slots of them fit into the processor's cache.
inline constexpr std::int64_t kPiece = 1024;

/// Source:
///   bool knows(int step): whether values of this step are read
///   std::span<const T> read(int step, first, std::span<T> room): those from `first` on, as many as
///     `room` has, written into it or in place, where they stay
template <class T, class Source>
class Pieces {
 public:
  /// Of pieces of at most `most` elements.
  Pieces(const Program& program, Source& source, int target, std::int64_t most)
      : program_(program), source_(source), target_(target), most_(static_cast<std::size_t>(most)) {
    const Shape& shape = program.step(target).shape;
    std::vector<int> last_use(static_cast<std::size_t>(target) + 1, -1);
    last_use.back() = target;
    for (int step = target; step >= 0; --step) {
      if (last_use[index(step)] < 0 || source.knows(step)) continue;
      order_.push_back({.step = step});
      for (const int operand : {program.step(step).a, program.step(step).b}) {
        if (operand < 0 || program.step(operand).shape != shape) continue;
        last_use[index(operand)] = std::max(last_use[index(operand)], step);
      }
    }
    std::ranges::reverse(order_);
    std::vector<std::size_t> free;
    std::size_t slots = 0;
    for (Entry& entry : order_) {
      if (entry.step != target) {
        if (free.empty()) free.push_back(slots++);
        entry.slot = free.back();
        free.pop_back();
      }
      // Its operands are free for the steps behind it.
      for (const Entry& earlier : order_) {
        if (earlier.step < entry.step && last_use[index(earlier.step)] == entry.step) {
          free.push_back(earlier.slot);
        }
      }
    }
    for (Entry& entry : order_) {
      const Step& step = program.step(entry.step);
      entry.a = operand_of(step.a, step.spread_a, slots);
      entry.b = operand_of(step.b, step.spread_b, slots);
    }
    room_.resize(slots * most_);
  }

  /// The values from `first` on, in `places` or where they are kept.
  std::span<const T> run(std::int64_t first, std::span<T> places) {
    if (order_.empty()) return source_.read(target_, first, places);
    for (Entry& entry : order_) {
      const Step& step = program_.step(entry.step);
      const auto a = values_of(entry.a, first, places.size());
      const auto b = values_of(entry.b, first, places.size());
      const auto out = entry.step == target_ ? places : slot(entry.slot, places.size());
      if constexpr (std::is_same_v<T, float>) {
        row_of(step.primitive).elements(a, b, step.c, out);
      } else {
        row_of(step.primitive).doubles(a, b, step.c, out);
      }
    }
    return places;
  }

 private:
  using Shape = tensor::Shape;

  struct Operand {
    int step = -1;
    std::size_t slot = 0;                         // of its own where it is read
    bool computed = false;                        // by an earlier entry
    const tensor::GroupLayout* spread = nullptr;  // of one with fewer values
    std::unique_ptr<Pieces> few{};                // its values, where they are computed
    std::int64_t group = -1;                      // of `held`
    std::span<const T> held{};                    // the last values of neighbouring groups
  };
  struct Entry {
    int step = -1;
    std::size_t slot = 0;
    Operand a{};
    Operand b{};
  };

  static std::size_t index(int step) { return static_cast<std::size_t>(step); }

  std::span<T> slot(std::size_t at, std::size_t count) {
    return std::span(room_).subspan(at * most_, count);
  }

  Operand operand_of(int from, const Spread& spread, std::size_t& slots) const {
    Operand operand{.step = from, .spread = spread.get()};
    if (from < 0) return operand;
    const auto computed = std::ranges::find(order_, from, &Entry::step);
    operand.computed = !spread && computed != order_.end();
    operand.slot = operand.computed ? computed->slot : slots++;
    if (!operand.computed && !source_.knows(from)) {
      operand.few =
          std::make_unique<Pieces>(program_, source_, from, static_cast<std::int64_t>(most_));
    }
    return operand;
  }

  // One value for each element, or one for all.
  std::span<const T> values_of(Operand& operand, std::int64_t first, std::size_t size) {
    if (operand.step < 0) return {};
    const std::span<T> room = slot(operand.slot, size);
    if (operand.computed) return room;
    if (!operand.spread) {
      return operand.few ? operand.few->run(first, room) : source_.read(operand.step, first, room);
    }
    const auto stretch = operand.spread->stretch(first);
    const auto count = static_cast<std::int64_t>(size);
    if (stretch.count >= count) {
      return groups_of(operand, stretch.first.group, room.first(stretch.across ? size : 1));
    }
    for (std::int64_t done = 0; done < count;) {
      const auto part = operand.spread->stretch(first + done);
      const std::int64_t length = std::min(part.count, count - done);
      const auto places =
          room.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(length));
      const auto values =
          groups_of(operand, part.first.group, part.across ? places : places.first(1));
      if (!part.across) {
        std::ranges::fill(places, values.front());
      } else if (values.data() != places.data()) {
        std::ranges::copy(values, places.begin());
      }
      done += length;
    }
    operand.group = -1;
    return room;
  }

  // The values of neighbouring groups, in `room` or where they are kept.
  std::span<const T> groups_of(Operand& operand, std::int64_t group, std::span<T> room) {
    if (operand.group != group || operand.held.size() != room.size()) {
      operand.held =
          operand.few ? operand.few->run(group, room) : source_.read(operand.step, group, room);
      operand.group = group;
    }
    return operand.held;
  }

  const Program& program_;
  Source& source_;
  int target_;
  std::size_t most_;
  std::vector<Entry> order_{};
  std::vector<T> room_{};
};

}  // namespace normscope::trace
