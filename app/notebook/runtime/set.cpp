// SPDX-License-Identifier: MIT
// The table of a set: a few neighbours are probed before the next jump, it grows by four until it
// is large, and merging into an empty set copies slot by slot.
#include "app/notebook/runtime/set.hpp"

#include <utility>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::size_t kLeast = 8;
constexpr std::size_t kNeighbours = 9;

}  // namespace

SetObject::SetObject(TypeObject& type)
    : Container(kKind, &type, type.heap()),
      table_(kLeast, Entry(), CountedAllocator<Entry>(type.heap())) {}

// The slot of the key, or kNotFound.
std::size_t SetObject::locate(Vm& vm, const Value& key, std::int64_t hash, bool& failed) {
  failed = false;
  const std::size_t mask = table_.size() - 1;
  auto perturb = static_cast<std::uint64_t>(hash);
  std::size_t i = static_cast<std::size_t>(perturb) & mask;
  for (;;) {
    const std::size_t last = i + kNeighbours <= mask ? i + kNeighbours : i;
    for (std::size_t at = i; at <= last; ++at) {
      const Entry& entry = table_[at];
      if (!entry.key) {
        if (entry.hash == 0) return kNotFound;
        continue;
      }
      if (entry.hash != hash) continue;
      if (entry.key.same(key)) return at;
      const std::uint64_t before = version_;
      const Value other = entry.key;
      const auto same = equal(vm, other, key);
      if (!same) {
        failed = true;
        return kNotFound;
      }
      if (version_ != before) return locate(vm, key, hash, failed);
      if (*same) return at;
    }
    perturb >>= 5U;
    i = (i * 5 + 1 + static_cast<std::size_t>(perturb)) & mask;
  }
}

void SetObject::insert_clean(const Value& key, std::int64_t hash) {
  const std::size_t mask = table_.size() - 1;
  auto perturb = static_cast<std::uint64_t>(hash);
  std::size_t i = static_cast<std::size_t>(perturb) & mask;
  for (;;) {
    const std::size_t last = i + kNeighbours <= mask ? i + kNeighbours : i;
    for (std::size_t at = i; at <= last; ++at) {
      if (table_[at].key) continue;
      table_[at] = {key, hash};
      return;
    }
    perturb >>= 5U;
    i = (i * 5 + 1 + static_cast<std::size_t>(perturb)) & mask;
  }
}

void SetObject::resize(std::size_t least) {
  std::size_t size = kLeast;
  while (size <= least) size *= 2;
  auto old = std::exchange(table_, decltype(table_)(size, Entry(), table_.get_allocator()));
  fill_ = used_;
  for (const Entry& entry : old) {
    if (entry.key) insert_clean(entry.key, entry.hash);
  }
}

bool SetObject::add(Vm& vm, const Value& key) {
  std::int64_t hash_of_key = 0;
  return hash(vm, key, hash_of_key) && add(vm, key, hash_of_key);
}

bool SetObject::add(Vm& vm, const Value& key, std::int64_t hash) {
  bool failed = false;
  if (locate(vm, key, hash, failed) != kNotFound) return true;
  if (failed) return false;
  // The last dropped slot on the way to the first one that was never filled, else that one: as in
  // CPython 3.11.
  const std::size_t mask = table_.size() - 1;
  auto perturb = static_cast<std::uint64_t>(hash);
  std::size_t i = static_cast<std::size_t>(perturb) & mask;
  std::size_t slot = kNotFound;
  std::size_t dropped = kNotFound;
  while (slot == kNotFound) {
    const std::size_t last = i + kNeighbours <= mask ? i + kNeighbours : i;
    for (std::size_t at = i; at <= last && slot == kNotFound; ++at) {
      if (table_[at].key) continue;
      (table_[at].hash == 0 ? slot : dropped) = at;
    }
    perturb >>= 5U;
    i = (i * 5 + 1 + static_cast<std::size_t>(perturb)) & mask;
  }
  table_[dropped == kNotFound ? slot : dropped] = {key, hash};
  ++used_;
  ++version_;
  if (dropped != kNotFound) return true;
  ++fill_;
  if (fill_ * 5 >= mask * 3) resize(used_ > 50000 ? used_ * 2 : used_ * 4);
  return true;
}

Found SetObject::find(Vm& vm, const Value& key) {
  std::int64_t hash_of_key = 0;
  if (!hash(vm, key, hash_of_key)) {
    // A set that may change is looked for as one that may not.
    if (!key.is_kind(Kind::kSet) || !vm.take_if(vm.errors().type_error)) return Found::kRaised;
    auto frozen = vm.make<SetObject>(*vm.types().frozenset);
    return frozen->merge(vm, key.get<SetObject>()) ? find(vm, Value(frozen)) : Found::kRaised;
  }
  return find(vm, key, hash_of_key);
}

Found SetObject::find(Vm& vm, const Value& key, std::int64_t hash) {
  bool failed = false;
  const std::size_t slot = locate(vm, key, hash, failed);
  if (failed) return Found::kRaised;
  return slot == kNotFound ? Found::kNo : Found::kYes;
}

Found SetObject::erase(Vm& vm, const Value& key) {
  std::int64_t hash_of_key = 0;
  if (!hash(vm, key, hash_of_key)) return Found::kRaised;
  bool failed = false;
  const std::size_t slot = locate(vm, key, hash_of_key, failed);
  if (failed) return Found::kRaised;
  if (slot == kNotFound) return Found::kNo;
  const Value gone = std::move(table_[slot].key);
  table_[slot].hash = -1;
  --used_;
  ++version_;
  return Found::kYes;
}

Value SetObject::pop() {
  if (used_ == 0) return {};
  std::size_t at = finger_ & (table_.size() - 1);
  while (!table_[at].key) at = at + 1 == table_.size() ? 0 : at + 1;
  Value key = std::move(table_[at].key);
  table_[at].hash = -1;
  --used_;
  ++version_;
  finger_ = at + 1;
  return key;
}

void SetObject::reset() {
  const auto old = std::exchange(table_, decltype(table_)(kLeast, Entry(), table_.get_allocator()));
  fill_ = 0;
  used_ = 0;
  finger_ = 0;
  ++version_;
}

void SetObject::drop_gaps() {
  if (fill_ - used_ <= (table_.size() - 1) / 4) return;
  resize(used_ > 50000 ? used_ * 2 : used_ * 4);
}

bool SetObject::merge(Vm& vm, const SetObject& other) {
  if (&other == this || other.used_ == 0) return true;
  if ((fill_ + other.used_) * 5 >= (table_.size() - 1) * 3) resize((used_ + other.used_) * 2);
  if (fill_ == 0 && table_.size() == other.table_.size() && other.fill_ == other.used_) {
    table_ = other.table_;
    fill_ = other.fill_;
    used_ = other.used_;
    ++version_;
    return true;
  }
  if (fill_ == 0) {
    for (const Entry& entry : other.table_) {
      if (entry.key) insert_clean(entry.key, entry.hash);
    }
    fill_ = other.used_;
    used_ = other.used_;
    ++version_;
    return true;
  }
  for (std::size_t n = 0; n < other.table_.size(); ++n) {
    const Entry entry = other.table_[n];
    if (entry.key && !add(vm, entry.key, entry.hash)) return false;
  }
  return true;
}

void SetObject::swap(SetObject& other) {
  std::swap(table_, other.table_);
  std::swap(fill_, other.fill_);
  std::swap(used_, other.used_);
  std::swap(finger_, other.finger_);
  ++version_;
}

std::vector<Value> SetObject::members() const {
  std::vector<Value> all;
  for (const Entry& entry : table_) {
    if (entry.key) all.push_back(entry.key);
  }
  return all;
}

void SetObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  for (const Entry& entry : table_) visitor.visit(entry.key);
}

void SetObject::clear() {
  Container::clear();
  reset();
}

}  // namespace normscope::notebook::runtime
