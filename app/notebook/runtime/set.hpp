// SPDX-License-Identifier: MIT
// set and frozenset. The table is laid out and probed as CPython's is, because the order in which a
// set is printed is the order of its table.
#pragma once

#include <cstdint>
#include <vector>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

class SetObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kSet;
  struct Entry {
    Value key;  // empty: free, or dropped where hash is -1
    std::int64_t hash = 0;
  };
  explicit SetObject(TypeObject& type);

  std::size_t size() const { return used_; }
  /// All slots of the table, in order; those with an empty key hold nothing.
  std::size_t slots() const { return table_.size(); }
  const Entry& slot(std::size_t index) const { return table_[index]; }
  std::uint64_t version() const { return version_; }

  bool add(Vm& vm, const Value& key);
  bool add(Vm& vm, const Value& key, std::int64_t hash);
  Found find(Vm& vm, const Value& key);
  Found find(Vm& vm, const Value& key, std::int64_t hash);
  Found erase(Vm& vm, const Value& key);
  /// Some member, the first from where the last one was taken; empty: there is none.
  Value pop();
  void reset();
  /// Adds all of another set, as CPython does it: larger first, then slot by slot.
  bool merge(Vm& vm, const SetObject& other);
  void swap(SetObject& other);
  /// Makes the table anew where more than a quarter of it are dropped slots, as CPython does when a
  /// difference is through.
  void drop_gaps();
  /// The members in order.
  std::vector<Value> members() const;

  void visit(Visitor& visitor) const override;
  void clear() override;

 private:
  static constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);
  std::size_t locate(Vm& vm, const Value& key, std::int64_t hash, bool& failed);
  void resize(std::size_t least);
  void insert_clean(const Value& key, std::int64_t hash);

  std::vector<Entry, CountedAllocator<Entry>> table_;
  std::size_t fill_ = 0;  // members and dropped slots
  std::size_t used_ = 0;
  std::size_t finger_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace normscope::notebook::runtime
