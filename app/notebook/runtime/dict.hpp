// SPDX-License-Identifier: MIT
// dict: entries in the order of insertion, and a table of hashes that points at them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

/// The answer of a look-up that may run code of the cell.
enum class Found : std::int8_t { kRaised = -1, kNo = 0, kYes = 1 };

class DictObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kDict;
  struct Entry {
    Value key;  // empty: deleted
    Value value;
    std::int64_t hash;
  };
  explicit DictObject(TypeObject& type);

  std::size_t size() const { return size_; }
  /// Entries in order, deleted ones among them.
  std::size_t entry_count() const { return entries_.size(); }
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  Entry& entry(std::size_t index) { return entries_[index]; }
  /// Grows with each key that comes or goes.
  std::uint64_t version() const { return version_; }

  /// By a str, which cannot raise; null where there is none.
  Value* find(const StrObject& key);
  const Value* find(const StrObject& key) const { return const_cast<DictObject*>(this)->find(key); }
  void set(StrObject& key, Value value);
  bool erase(const StrObject& key);
  /// The index among the entries, or none.
  std::int64_t index_of(const StrObject& key) const;

  /// By any value; kRaised: unhashable, or an __eq__ raised.
  Found find(Vm& vm, const Value& key, Value& value);
  bool set(Vm& vm, const Value& key, Value value);
  /// kNo: was not there; the removed value else.
  Found erase(Vm& vm, const Value& key, Value& value);
  void erase_entry(std::size_t index);
  void reset();
  /// The same entries.
  void copy_from(const DictObject& other);

  void visit(Visitor& visitor) const override;
  void clear() override;

 private:
  enum class Answer : std::uint8_t { kNo, kYes, kChanged };
  Answer compare_at(Vm& vm, std::size_t index, const Value& key, std::int64_t hash, bool& failed);
  std::int64_t locate(Vm& vm, const Value& key, std::int64_t hash, bool& failed);
  void insert(const Value& key, Value value, std::int64_t hash);
  void rebuild(std::size_t slots);
  void drop_slot(std::size_t index);

  std::vector<Entry, CountedAllocator<Entry>> entries_;
  std::vector<std::int32_t, CountedAllocator<std::int32_t>> table_;
  std::size_t size_ = 0;
  std::size_t used_slots_ = 0;  // filled or once filled
  std::uint64_t version_ = 0;
};

}  // namespace normscope::notebook::runtime
