// SPDX-License-Identifier: MIT
// A call that runs, or a generator that waits: its variables and its stack of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

class GeneratorObject;

struct Frame {
  Ref<FunctionObject> function;  // keeps code and globals alive
  CodeObject* code = nullptr;
  DictObject* globals = nullptr;
  Ref<DictObject> names;    // of a class body
  Value* locals = nullptr;  // followed by the cells and the stack
  Value* cells = nullptr;
  Value* stack = nullptr;
  Value* top = nullptr;  // behind the last value; what lies there and above is not owned
  std::size_t slots = 0;
  std::uint32_t ip = 0;  // the instruction that runs
  Frame* back = nullptr;
  GeneratorObject* generator = nullptr;
  Value instance;         // a constructor's: what the call gives instead of None
  bool is_entry = false;  // returning from it ends the machine's loop
};

/// Where frames and their slots come from: blocks that are used again, last in, first out.
class FrameStack {
 public:
  explicit FrameStack(Heap& heap) : heap_(heap) {}
  FrameStack(const FrameStack&) = delete;
  FrameStack& operator=(const FrameStack&) = delete;
  ~FrameStack();

  /// A frame of this function with empty variables and fresh cells, not yet the running one.
  Frame* push(Vm& vm, FunctionObject& function);
  /// The same with slots of its own, for a generator.
  Frame* make_own(Vm& vm, FunctionObject& function);
  void pop(Frame* frame);
  void free_own(Frame* frame);

 private:
  struct Chunk {
    Value* slots;
    std::size_t size;
    std::size_t used;
  };
  Frame* new_frame();
  void set_up(Vm& vm, Frame* frame, FunctionObject& function, Value* slots);
  static void let_go(Frame* frame);

  Heap& heap_;
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;
  std::vector<std::unique_ptr<Frame>> all_;
  std::vector<Frame*> free_;
};

class GeneratorObject final : public IteratorObject {
 public:
  GeneratorObject(TypeObject& type, Frame* frame);
  ~GeneratorObject() override;
  Value next(Vm& vm) override;
  /// Goes on with a value, or (empty) with the exception under way. Nothing, and nothing raised:
  /// it returned, and `result` says what.
  Value resume(Vm& vm, Value sent);
  bool is_finished() const { return frame_ == nullptr; }
  bool is_unfinished() const override;
  /// Raises GeneratorExit where it waits. False: raised.
  bool close(Vm& vm);
  Frame* frame() const { return frame_; }
  void finish();
  Value result;
  std::string name;
  void visit(Visitor& visitor) const override;
  void clear() override;

 private:
  bool resume_at_yield(Vm& vm, Value sent);

  Frame* frame_;
  Value passed_;
  bool running_ = false;
  bool started_ = false;
  Ref<ExceptionObject> handled_;  // by an `except` that it waits in
};

/// Runs a frame until it returns, yields, or raises (nothing).
Value run(Vm& vm, Frame* frame);

/// A new frame for the call, arguments in their places; null: raised.
Frame* frame_for_call(Vm& vm, FunctionObject& function, const Args& args);
/// Puts arguments where the parameters are. False: raised.
bool bind_arguments(Vm& vm, FunctionObject& function, const Args& args, Value* locals);
/// Calls, or for a generator function makes the generator.
Value call_function(Vm& vm, FunctionObject& function, const Args& args);
/// The value in a generator's frame, whose slots are its own.
Value make_generator(Vm& vm, FunctionObject& function, const Args& args);
/// Cells for the parameters that are shared.
void fill_cells(Vm& vm, Frame& frame);
/// One more call inside of the others; false: RecursionError.
bool enter_call(Vm& vm);

/// Instructions that are not in the loop itself. False: raised.
bool run_slow(Vm& vm, Frame& frame, Instruction instruction);
/// Notes where the exception under way passed.
void trace(Vm& vm, const Frame& frame);

}  // namespace normscope::notebook::runtime
