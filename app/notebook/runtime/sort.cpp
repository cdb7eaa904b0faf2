// SPDX-License-Identifier: MIT
// A merge sort over pairs of key and value. CPython's own is another algorithm with the same
// result: both are stable, and only the number of comparisons differs.
#include "app/notebook/runtime/sort.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

struct Item {
  Value key;
  Value value;
};

// Merges neighbours of growing length. False: a comparison raised; all items are still there.
bool merge_sort(Vm& vm, std::vector<Item>& items) {
  std::vector<Item> other(items.size());
  // Short runs by insertion: fewer moves, and lists in order take one comparison an item.
  constexpr std::size_t kRun = 16;
  for (std::size_t begin = 0; begin < items.size(); begin += kRun) {
    const std::size_t end = std::min(begin + kRun, items.size());
    for (std::size_t n = begin + 1; n < end; ++n) {
      for (std::size_t at = n; at > begin; --at) {
        const auto before = less(vm, items[at].key, items[at - 1].key);
        if (!before) return false;
        if (!*before) break;
        std::swap(items[at], items[at - 1]);
      }
      if (!vm.tick()) return false;
    }
  }
  for (std::size_t run = kRun; run < items.size(); run *= 2) {
    bool failed = false;
    for (std::size_t begin = 0; begin < items.size(); begin += 2 * run) {
      const std::size_t middle = std::min(begin + run, items.size());
      const std::size_t end = std::min(begin + 2 * run, items.size());
      std::size_t a = begin;
      std::size_t b = middle;
      for (std::size_t to = begin; to < end; ++to) {
        bool take_right = a >= middle;
        if (a < middle && b < end && !failed) {
          const auto before = less(vm, items[b].key, items[a].key);
          failed = !before || !vm.tick();
          take_right = before.value_or(false);
        }
        other[to] = std::move(items[take_right ? b++ : a++]);
      }
    }
    items.swap(other);
    if (failed) return false;
  }
  return true;
}

}  // namespace

bool sort_list(Vm& vm, ListObject& list, const Value& key, const Value& reverse) {
  bool backwards = false;
  if (reverse) {
    const auto answer = truth(vm, reverse);
    if (!answer) return false;
    backwards = *answer;
  }
  const Ref<ListObject> alive(&list);
  Values values = std::exchange(list.values, Values(list.values.get_allocator()));
  std::vector<Item> items;
  items.reserve(values.size());
  bool fine = true;
  for (const Value& value : values) {
    Value by = value;
    if (key && !key.is_none()) by = call(vm, key, {value});
    fine = static_cast<bool>(by);
    if (!fine) break;
    items.push_back({std::move(by), value});
  }
  // Equal items keep their order when the whole is turned around: so it is turned before, too.
  if (fine) {
    if (backwards) std::ranges::reverse(items);
    fine = merge_sort(vm, items);
    if (backwards) std::ranges::reverse(items);
    for (std::size_t n = 0; n < items.size(); ++n) values[n] = std::move(items[n].value);
  }
  const bool changed = !list.values.empty();
  list.values.swap(values);
  if (fine && changed) {
    vm.raise(vm.errors().value_error, "list modified during sort");
    return false;
  }
  return fine;
}

}  // namespace normscope::notebook::runtime
