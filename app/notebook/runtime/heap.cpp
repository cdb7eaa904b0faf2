// SPDX-License-Identifier: MIT
// Counting, destroying and the search for cycles: a container whose references all come from other
// containers, none of which is reached from outside, is garbage (Python's own way).
#include "app/notebook/runtime/heap.hpp"

#include <vector>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {
namespace {

/// What an object takes besides what it holds.
constexpr std::ptrdiff_t kObjectBytes = 64;
/// Destructors that may be inside of each other before the next one waits.
constexpr int kMostNestedDestructors = 40;

bool is_container(const Object& object) {
  return object.kind() != Kind::kStr && object.kind() != Kind::kBigInt &&
         object.kind() != Kind::kRange;
}

class ForEach final : public Visitor {
 public:
  explicit ForEach(void (*act)(Container&, std::vector<Container*>&), std::vector<Container*>& work)
      : act_(act), work_(work) {}
  using Visitor::visit;
  void visit(Object* object) override {
    if (is_container(*object)) act_(static_cast<Container&>(*object), work_);
  }

 private:
  void (*act_)(Container&, std::vector<Container*>&);
  std::vector<Container*>& work_;
};

}  // namespace

Visitor::~Visitor() = default;

Object::Object(Kind kind, TypeObject* type) : kind_(kind), type_(type) {
  if (type_ == nullptr) return;
  type_->retain();
  type_->heap().account(kObjectBytes);
}

Object::~Object() {
  if (type_ == nullptr || static_cast<Object*>(type_) == this) return;
  type_->heap().account(-kObjectBytes);
  type_->release();
}

void Object::set_type(TypeObject& type) {
  if (type_ == nullptr) {
    // The type of types is not counted by itself.
    if (static_cast<Object*>(&type) != this) {
      type.retain();
      type.heap().account(kObjectBytes);
    }
    type_ = &type;
    return;
  }
  type.retain();
  TypeObject* const before = std::exchange(type_, &type);
  before->release();
}

void Object::destroy(Object* object) {
  object->type_->heap().destroy(object);
}

Container::Container(Kind kind, TypeObject* type, Heap& heap) : Object(kind, type) {
  heap.add(*this);
}

Container::~Container() {
  // Types say so themselves, since the type of types is its own.
  if (kind() != Kind::kType) type()->heap().remove(*this);
}

DictObject& Container::make_attributes() {
  if (!attributes_) attributes_ = type()->vm().new_dict();
  return *attributes_;
}

void Container::set_attributes(Ref<DictObject> attributes) {
  attributes_ = std::move(attributes);
}

void Container::visit(Visitor& visitor) const {
  if (static_cast<const Object*>(type()) != this) visitor.visit(static_cast<Object*>(type()));
  visitor.visit(attributes_);
}

void Container::clear() {
  attributes_.reset();
}

Heap::~Heap() = default;

void Heap::add(Container& container) {
  container.next_ = first_;
  if (first_ != nullptr) first_->previous_ = &container;
  first_ = &container;
}

void Heap::remove(Container& container) {
  if (container.previous_ != nullptr) container.previous_->next_ = container.next_;
  if (container.next_ != nullptr) container.next_->previous_ = container.previous_;
  if (first_ == &container) first_ = container.next_;
}

void Heap::destroy(Object* object) {
  if (!going_ && object->kind() == Kind::kIterator &&
      static_cast<IteratorObject*>(object)->is_unfinished()) {
    unfinished.emplace_back(object);
    return;
  }
  if (depth_ >= kMostNestedDestructors) {
    waiting_.push_back(object);
    return;
  }
  ++depth_;
  delete object;
  --depth_;
  while (depth_ == 0 && !waiting_.empty()) {
    Object* const next = waiting_.back();
    waiting_.pop_back();
    ++depth_;
    delete next;
    --depth_;
  }
}

void Heap::collect() {
  std::vector<Container*> work;
  for (Container* at = first_; at != nullptr; at = at->next_) at->inner = at->references();
  ForEach subtract([](Container& child, std::vector<Container*>&) { --child.inner; }, work);
  for (Container* at = first_; at != nullptr; at = at->next_) at->visit(subtract);
  // What outside holds, and all that is reached from it, stays: marked by -1.
  constexpr std::int64_t kReached = -1;
  for (Container* at = first_; at != nullptr; at = at->next_) {
    if (at->inner > 0) {
      at->inner = kReached;
      work.push_back(at);
    }
  }
  ForEach reach(
      [](Container& child, std::vector<Container*>& open) {
        if (child.inner == kReached) return;
        child.inner = kReached;
        open.push_back(&child);
      },
      work);
  while (!work.empty()) {
    Container* const at = work.back();
    work.pop_back();
    at->visit(reach);
  }
  std::vector<Ref<Container>> garbage;
  for (Container* at = first_; at != nullptr; at = at->next_) {
    if (at->inner != kReached) garbage.emplace_back(at);
  }
  for (const auto& container : garbage) container->clear();
}

void Heap::clear_all() {
  going_ = true;
  unfinished.clear();
  std::vector<Ref<Container>> all;
  for (Container* at = first_; at != nullptr; at = at->next_) all.emplace_back(at);
  for (const auto& container : all) container->clear();
}

}  // namespace normscope::notebook::runtime
