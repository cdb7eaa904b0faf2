// SPDX-License-Identifier: MIT
// The memory of one engine: how many bytes its values hold, which objects can hold others, and
// the end of cycles that counting alone would keep alive. Everything is freed with the engine.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

/// What visits the values an object holds.
class Visitor {
 public:
  Visitor() = default;
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;
  virtual ~Visitor();
  virtual void visit(Object* object) = 0;
  void visit(const Value& value) {
    if (value.is_object()) visit(value.object());
  }
  template <class T>
  void visit(const Ref<T>& object) {
    if (object) visit(static_cast<Object*>(object.get()));
  }
  template <class Range>
  void visit_all(const Range& range) {
    for (const auto& value : range) visit(value);
  }
};

/// An object that can hold others, and attributes where its class lets it.
class Container : public Object {
 public:
  ~Container() override;
  /// The instance's `__dict__`, null until it is needed.
  const Ref<DictObject>& attributes() const { return attributes_; }
  DictObject& make_attributes();
  void set_attributes(Ref<DictObject> attributes);
  /// Overridden by what holds values; each override calls the one above it.
  virtual void visit(Visitor& visitor) const;
  /// Lets go of everything held, so that cycles end.
  virtual void clear();

  /// References not yet accounted for while cycles are looked for.
  std::int64_t inner = 0;

 protected:
  Container(Kind kind, TypeObject* type, Heap& heap);

 private:
  friend class Heap;
  Container* previous_ = nullptr;
  Container* next_ = nullptr;
  Ref<DictObject> attributes_;
};

class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap();

  void account(std::ptrdiff_t bytes) {
    used_ += bytes;
    if (bytes > kLarge) spend(bytes);
  }
  std::ptrdiff_t used() const { return used_; }

  /// Turns of loops and calls until the machine looks after its bounds.
  std::int64_t turns = 0;
  /// What works on many bytes at a time counts as the turns that a loop over them would take.
  void spend(std::ptrdiff_t bytes) { turns -= bytes / kBytesOfTurn; }

  void add(Container& container);
  void remove(Container& container);
  /// Destroys an object; what it held alone follows one after the other, never nested deep.
  void destroy(Object* object);
  /// Objects that still have something to run before they go: a generator inside of `try`. The
  /// machine takes them between two instructions.
  std::vector<Ref<Object>> unfinished;

  /// Frees what only cycles keep alive. Objects that the host or the machine holds stay.
  void collect();
  /// Ends all cycles, live or not: the engine is going.
  void clear_all();

 private:
  /// Values from which making one is work of its own: a page.
  static constexpr std::ptrdiff_t kLarge = 4096;
  /// Bytes that are copied in the time of a turn.
  static constexpr std::ptrdiff_t kBytesOfTurn = 64;

  std::ptrdiff_t used_ = 0;
  Container* first_ = nullptr;
  int depth_ = 0;
  bool going_ = false;
  std::vector<Object*> waiting_;
};

/// Counts what containers of values take.
template <class T>
class CountedAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_copy_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  explicit CountedAllocator(Heap& heap) : heap_(&heap) {}
  template <class U>
  explicit CountedAllocator(const CountedAllocator<U>& other) : heap_(&other.heap()) {}
  T* allocate(std::size_t count) {
    heap_->account(static_cast<std::ptrdiff_t>(count * sizeof(T)));
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* memory, std::size_t count) {
    heap_->account(-static_cast<std::ptrdiff_t>(count * sizeof(T)));
    std::allocator<T>().deallocate(memory, count);
  }
  Heap& heap() const { return *heap_; }
  bool operator==(const CountedAllocator& other) const { return heap_ == other.heap_; }

 private:
  Heap* heap_;
};

using Values = std::vector<Value, CountedAllocator<Value>>;

}  // namespace normscope::notebook::runtime
