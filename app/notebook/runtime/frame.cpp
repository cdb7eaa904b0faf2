// SPDX-License-Identifier: MIT
// Frames come and go with calls, so they and their slots are taken from a store of their own.
#include "app/notebook/runtime/frame.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr std::size_t kChunkSlots = std::size_t{1} << 15U;

}  // namespace

FrameStack::~FrameStack() {
  for (const Chunk& chunk : chunks_) std::allocator<Value>().deallocate(chunk.slots, chunk.size);
}

Frame* FrameStack::new_frame() {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Frame>());
    free_.push_back(all_.back().get());
  }
  Frame* const frame = free_.back();
  free_.pop_back();
  return frame;
}

void FrameStack::set_up(Vm& vm, Frame* frame, FunctionObject& function, Value* slots) {
  CodeObject& code = *function.code;
  frame->function = Ref(&function);
  frame->code = &code;
  frame->globals = function.globals.get();
  frame->locals = slots;
  frame->cells = slots + code.locals.size();
  frame->stack = frame->cells + code.cells.size();
  frame->top = frame->stack;
  frame->ip = 0;
  frame->generator = nullptr;
  frame->is_entry = false;
  for (Value* slot = slots; slot != frame->stack; ++slot) new (slot) Value();
  for (std::uint32_t n = 0; n < code.own_cells; ++n) {
    frame->cells[n] = Value(vm.make<CellObject>(*vm.types().cell));
  }
  if (function.closure) {
    const Values& closure = function.closure->values;
    for (std::size_t n = 0; n < closure.size(); ++n) frame->cells[code.own_cells + n] = closure[n];
  }
}

Frame* FrameStack::push(Vm& vm, FunctionObject& function) {
  const CodeObject& code = *function.code;
  const std::size_t size = code.locals.size() + code.cells.size() + code.stack + 1;
  while (chunk_ < chunks_.size() && chunks_[chunk_].used + size > chunks_[chunk_].size) {
    ++chunk_;
  }
  if (chunk_ == chunks_.size()) {
    const std::size_t slots = std::max(size, kChunkSlots);
    chunks_.push_back({std::allocator<Value>().allocate(slots), slots, 0});
  }
  Chunk& chunk = chunks_[chunk_];
  Frame* const frame = new_frame();
  frame->slots = size;
  set_up(vm, frame, function, chunk.slots + chunk.used);
  chunk.used += size;
  return frame;
}

Frame* FrameStack::make_own(Vm& vm, FunctionObject& function) {
  const CodeObject& code = *function.code;
  const std::size_t size = code.locals.size() + code.cells.size() + code.stack + 1;
  Frame* const frame = new_frame();
  frame->slots = size;
  heap_.account(static_cast<std::ptrdiff_t>(size * sizeof(Value) + sizeof(Frame)));
  set_up(vm, frame, function, std::allocator<Value>().allocate(size));
  frame->is_entry = true;
  return frame;
}

void FrameStack::let_go(Frame* frame) {
  // Destroying a value can end in code that looks at frames: each is out of its slot by then.
  while (frame->top != frame->stack) {
    const Value gone = std::move(*--frame->top);
  }
  for (Value* slot = frame->locals; slot != frame->stack; ++slot) {
    const Value gone = std::move(*slot);
  }
  frame->names.reset();
  frame->instance = Value();
}

void FrameStack::pop(Frame* frame) {
  let_go(frame);
  // Chunks behind this one are empty by now: frames end in the order in which they began.
  while (frame->locals < chunks_[chunk_].slots ||
         frame->locals >= chunks_[chunk_].slots + chunks_[chunk_].size) {
    --chunk_;
  }
  chunks_[chunk_].used -= frame->slots;
  frame->function.reset();
  free_.push_back(frame);
}

void FrameStack::free_own(Frame* frame) {
  let_go(frame);
  std::allocator<Value>().deallocate(frame->locals, frame->slots);
  heap_.account(-static_cast<std::ptrdiff_t>(frame->slots * sizeof(Value) + sizeof(Frame)));
  frame->function.reset();
  free_.push_back(frame);
}

GeneratorObject::GeneratorObject(TypeObject& type, Frame* frame)
    : IteratorObject(type), name(frame->code->name), frame_(frame) {
  frame->generator = this;
}

GeneratorObject::~GeneratorObject() {
  finish();
}

void GeneratorObject::finish() {
  Frame* const frame = std::exchange(frame_, nullptr);
  if (frame != nullptr) type()->vm().frame_stack().free_own(frame);
}

bool GeneratorObject::is_unfinished() const {
  if (frame_ == nullptr || !started_ || running_) return false;
  for (const Handled& handled : frame_->code->handlers) {
    if (frame_->ip >= handled.begin && frame_->ip < handled.end) return true;
  }
  return false;
}

bool GeneratorObject::close(Vm& vm) {
  if (is_finished()) return true;
  vm.raise(vm.errors().generator_exit, std::span<const Value>());
  if (resume(vm, Value())) {
    vm.raise(vm.errors().runtime_error, "generator ignored GeneratorExit");
    return false;
  }
  return !vm.raised() || vm.take_if(vm.errors().generator_exit) ||
         vm.take_if(vm.errors().stop_iteration);
}

Value GeneratorObject::next(Vm& vm) {
  return resume(vm, Value::none());
}

Value GeneratorObject::resume(Vm& vm, Value sent) {
  const bool throws = !sent;
  if (running_) {
    if (throws) vm.take_exception();
    return vm.raise(vm.errors().value_error, "generator already executing");
  }
  if (frame_ == nullptr) {
    result = Value();  // its value is given once
    return {};
  }
  if (!started_ && sent && !sent.is_none()) {
    return vm.raise(vm.errors().type_error,
                    "can't send non-None value to a just-started generator");
  }
  if (!started_ && throws) {
    trace(vm, *frame_);
    finish();
    return {};
  }
  if (!enter_call(vm)) return {};
  const Ref<Object> alive(this);
  running_ = true;
  if (started_ && !resume_at_yield(vm, std::move(sent))) {
    running_ = false;
    --vm.depth;
    return std::exchange(passed_, Value());
  }
  started_ = true;
  const Ref<ExceptionObject> outer = vm.handled;
  if (handled_) vm.handled = std::move(handled_);
  Value value = run(vm, frame_);
  --vm.depth;
  running_ = false;
  if (vm.handled.get() != outer.get()) handled_ = vm.handled;
  vm.handled = outer;
  if (value) return value;
  finish();
  if (vm.raised_is(vm.errors().stop_iteration)) {
    Ref<ExceptionObject> cause = vm.take_exception();
    vm.raise(vm.errors().runtime_error, "generator raised StopIteration");
    vm.exception()->cause = Value(cause);
    vm.exception()->context = Value(cause);
    vm.exception()->suppress_context = true;
  }
  return {};
}

// Puts what was sent where the yield left off. False: a generator inside took the exception and
// yielded, and `passed_` is what.
bool GeneratorObject::resume_at_yield(Vm& vm, Value sent) {
  const bool delegates = frame_->code->instructions[frame_->ip].op == Op::kYieldFrom;
  if (sent) {
    new (frame_->top++) Value(std::move(sent));
    if (!delegates) ++frame_->ip;
    return true;
  }
  auto* const delegate = delegates && frame_->top[-1].is_kind(Kind::kIterator)
                             ? dynamic_cast<GeneratorObject*>(frame_->top[-1].object())
                             : nullptr;
  if (delegate == nullptr) return true;
  const Ref<GeneratorObject> alive(delegate);
  passed_ = delegate->resume(vm, Value());
  if (passed_) return false;
  if (!vm.raised()) {
    frame_->top[-1] = delegate->result;
    ++frame_->ip;
  }
  return true;
}

void GeneratorObject::visit(Visitor& visitor) const {
  Container::visit(visitor);
  visitor.visit(result);
  visitor.visit(handled_);
  if (frame_ == nullptr) return;
  visitor.visit(frame_->function);
  visitor.visit(frame_->names);
  for (const Value* slot = frame_->locals; slot != frame_->top; ++slot) visitor.visit(*slot);
}

void GeneratorObject::clear() {
  Container::clear();
  if (!running_) finish();
  result = Value();
  handled_.reset();
}

}  // namespace normscope::notebook::runtime
