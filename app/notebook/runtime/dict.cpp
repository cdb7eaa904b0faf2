// SPDX-License-Identifier: MIT
// The table of a dict. Comparing keys can run code of the cell, which can change this very dict:
// then the look-up begins anew.
#include "app/notebook/runtime/dict.hpp"

#include <utility>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::int32_t kFree = -1;
constexpr std::int32_t kDropped = -2;
constexpr std::size_t kLeastSlots = 16;
/// Up to so many entries are looked through one by one, without a table: most instances have less.
constexpr std::size_t kFewEntries = 8;

// The next slot to try: every slot comes in turn, and high bits of the hash count early.
struct Probe {
  Probe(std::int64_t hash, std::size_t slots)
      : rest(static_cast<std::uint64_t>(hash)),
        mask(slots - 1),
        slot(static_cast<std::size_t>(rest) & mask) {}
  void step() {
    rest >>= 5U;
    slot = (slot * 5 + static_cast<std::size_t>(rest) + 1) & mask;
  }
  std::uint64_t rest;
  std::size_t mask;
  std::size_t slot;
};

bool is_same_text(const DictObject::Entry& entry, const StrObject& key) {
  if (entry.key.is_object() && entry.key.object() == &key) return true;
  if (entry.hash != key.hash()) return false;
  const auto* const text = entry.key.as<StrObject>();
  if (text == nullptr || (text->interned && key.interned)) return false;
  return text->text() == key.text();
}

}  // namespace

DictObject::DictObject(TypeObject& type)
    : Container(kKind, &type, type.heap()),
      entries_(CountedAllocator<Entry>(type.heap())),
      table_(CountedAllocator<std::int32_t>(type.heap())) {}

std::int64_t DictObject::index_of(const StrObject& key) const {
  if (table_.empty()) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      if (is_same_text(entries_[index], key)) return static_cast<std::int64_t>(index);
    }
    return -1;
  }
  for (Probe probe(key.hash(), table_.size());; probe.step()) {
    const std::int32_t index = table_[probe.slot];
    if (index == kFree) return -1;
    if (index >= 0 && is_same_text(entries_[static_cast<std::size_t>(index)], key)) return index;
  }
}

Value* DictObject::find(const StrObject& key) {
  const std::int64_t index = index_of(key);
  return index < 0 ? nullptr : &entries_[static_cast<std::size_t>(index)].value;
}

void DictObject::set(StrObject& key, Value value) {
  if (Value* const there = find(key)) {
    there->swap(value);  // the old one goes when all is in order
    return;
  }
  insert(Value(&key), std::move(value), key.hash());
}

bool DictObject::erase(const StrObject& key) {
  const std::int64_t index = index_of(key);
  if (index < 0) return false;
  erase_entry(static_cast<std::size_t>(index));
  return true;
}

std::int64_t DictObject::locate(Vm& vm, const Value& key, std::int64_t hash, bool& failed) {
  failed = false;
  if (const auto* const text = key.as<StrObject>()) return index_of(*text);
  if (table_.empty()) {
    for (std::size_t index = 0; index < entries_.size(); ++index) {
      const Answer answer = compare_at(vm, index, key, hash, failed);
      if (answer == Answer::kYes) return static_cast<std::int64_t>(index);
      if (answer == Answer::kChanged) return locate(vm, key, hash, failed);
      if (failed) return -1;
    }
    return -1;
  }
  for (Probe probe(hash, table_.size());; probe.step()) {
    const std::int32_t index = table_[probe.slot];
    if (index == kFree) return -1;
    if (index < 0) continue;
    const Answer answer = compare_at(vm, static_cast<std::size_t>(index), key, hash, failed);
    if (answer == Answer::kYes) return index;
    if (answer == Answer::kChanged) return locate(vm, key, hash, failed);
    if (failed) return -1;
  }
}

// Whether an entry has this key; comparing can run code that changes the dict.
DictObject::Answer DictObject::compare_at(Vm& vm, std::size_t index, const Value& key,
                                          std::int64_t hash, bool& failed) {
  const Entry& entry = entries_[index];
  if (entry.hash != hash || !entry.key) return Answer::kNo;
  if (entry.key.same(key)) return Answer::kYes;
  const std::uint64_t before = version_;
  const Value other = entry.key;
  const auto same = equal(vm, other, key);
  failed = !same;
  if (failed) return Answer::kNo;
  if (version_ != before) return Answer::kChanged;
  return *same ? Answer::kYes : Answer::kNo;
}

Found DictObject::find(Vm& vm, const Value& key, Value& value) {
  std::int64_t hash_of_key = 0;
  if (!hash(vm, key, hash_of_key)) return Found::kRaised;
  bool failed = false;
  const std::int64_t index = locate(vm, key, hash_of_key, failed);
  if (failed) return Found::kRaised;
  if (index < 0) return Found::kNo;
  value = entries_[static_cast<std::size_t>(index)].value;
  return Found::kYes;
}

bool DictObject::set(Vm& vm, const Value& key, Value value) {
  std::int64_t hash_of_key = 0;
  if (!hash(vm, key, hash_of_key)) return false;
  bool failed = false;
  const std::int64_t index = locate(vm, key, hash_of_key, failed);
  if (failed) return false;
  if (index >= 0) {
    entries_[static_cast<std::size_t>(index)].value.swap(value);
  } else {
    insert(key, std::move(value), hash_of_key);
  }
  return true;
}

Found DictObject::erase(Vm& vm, const Value& key, Value& value) {
  std::int64_t hash_of_key = 0;
  if (!hash(vm, key, hash_of_key)) return Found::kRaised;
  bool failed = false;
  const std::int64_t index = locate(vm, key, hash_of_key, failed);
  if (failed) return Found::kRaised;
  if (index < 0) return Found::kNo;
  value = entries_[static_cast<std::size_t>(index)].value;
  erase_entry(static_cast<std::size_t>(index));
  return Found::kYes;
}

void DictObject::erase_entry(std::size_t index) {
  Entry& entry = entries_[index];
  drop_slot(index);
  const Value key = std::move(entry.key);
  const Value value = std::move(entry.value);
  --size_;
  ++version_;
  while (!entries_.empty() && !entries_.back().key) entries_.pop_back();
}

void DictObject::drop_slot(std::size_t index) {
  if (table_.empty()) return;
  for (Probe probe(entries_[index].hash, table_.size());; probe.step()) {
    if (table_[probe.slot] == static_cast<std::int32_t>(index)) {
      table_[probe.slot] = kDropped;
      return;
    }
  }
}

void DictObject::insert(const Value& key, Value value, std::int64_t hash) {
  if (table_.empty() && entries_.size() < kFewEntries) {
    if (entries_.empty()) entries_.reserve(kFewEntries / 2);
    entries_.push_back({key, std::move(value), hash});
    ++size_;
    ++version_;
    return;
  }
  if ((used_slots_ + 1) * 3 > table_.size() * 2) {
    std::size_t slots = kLeastSlots;
    while (slots < (size_ + 1) * 3) slots *= 2;
    rebuild(slots);
  }
  Probe probe(hash, table_.size());
  while (table_[probe.slot] >= 0) probe.step();
  if (table_[probe.slot] == kFree) ++used_slots_;
  table_[probe.slot] = static_cast<std::int32_t>(entries_.size());
  entries_.push_back({key, std::move(value), hash});
  ++size_;
  ++version_;
}

void DictObject::rebuild(std::size_t slots) {
  if (size_ != entries_.size()) {
    std::erase_if(entries_, [](const Entry& entry) { return !entry.key; });
  }
  table_.assign(slots, kFree);
  for (std::size_t index = 0; index < entries_.size(); ++index) {
    Probe probe(entries_[index].hash, slots);
    while (table_[probe.slot] != kFree) probe.step();
    table_[probe.slot] = static_cast<std::int32_t>(index);
  }
  used_slots_ = entries_.size();
}

void DictObject::reset() {
  auto old = std::exchange(entries_, decltype(entries_)(entries_.get_allocator()));
  table_.clear();
  size_ = 0;
  used_slots_ = 0;
  ++version_;
}

void DictObject::copy_from(const DictObject& other) {
  auto old = entries_;
  entries_ = other.entries_;
  table_ = other.table_;
  size_ = other.size_;
  used_slots_ = other.used_slots_;
  ++version_;
}

void DictObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  for (const Entry& entry : entries_) {
    visitor.visit(entry.key);
    visitor.visit(entry.value);
  }
}

void DictObject::clear() {
  Container::clear();
  reset();
}

}  // namespace normscope::notebook::runtime
