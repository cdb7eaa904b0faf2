// SPDX-License-Identifier: MIT
// Compiled code: instructions with their places in the source, what they refer to, and which
// handler an exception goes to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"
#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::runtime {

/// What instructions do. Those with an argument say what it counts; "pops a, b" means that b is on
/// top of the stack.
enum class Op : std::uint8_t {
  kNop,
  kPop,
  kPushEmpty,  // stands where a call's self would be
  kCopy,       // pushes the value this deep (1: the top)
  kSwap,       // exchanges the top with the value this deep
  kConstant,   // constants[argument]
  kSmallInt,   // the argument itself, less kSmallIntBias
  kNone,
  kLoadFast,  // local slot
  kStoreFast,
  kDeleteFast,
  kLoadCell,  // cell slot: the value in it
  kStoreCell,
  kDeleteCell,
  kPushCell,  // the cell itself
  kLoadName,  // class bodies: locals, globals, built-ins
  kStoreName,
  kDeleteName,
  kLoadClassCell,  // locals of the class body, else the cell
  kLoadGlobal,
  kStoreGlobal,
  kDeleteGlobal,
  kLoadAttribute,
  kStoreAttribute,  // pops value, object
  kDeleteAttribute,
  kLoadMethod,  // pops object; pushes method, self or (attribute, empty)
  kLoadItem,
  kStoreItem,  // pops value, container, key
  kDeleteItem,
  kBinary,  // argument: BinaryOp
  kInplace,
  kUnary,  // argument: UnaryOp
  kNot,
  kCompare,  // argument: CompareOp
  kIs,       // argument 1: is not
  kIn,       // argument 1: not in
  kJump,
  kJumpBack,
  kJumpIfFalse,  // pops
  kJumpIfTrue,
  kJumpIfFalseOrPop,
  kJumpIfTrueOrPop,
  kGetIter,
  kForIter,     // at the end pops the iterator and jumps
  kCall,        // argument: positional; callee, self-or-empty, arguments
  kCallNames,   // the names' tuple on top
  kCallSpread,  // argument 1: a dict on top; callee, empty, tuple
  kReturn,
  kYield,
  kYieldFrom,  // pops what was sent; iterator on top
  kGetYieldFromIter,
  kBuildTuple,
  kBuildList,
  kBuildSet,
  kBuildDict,   // argument: pairs
  kBuildSlice,  // argument: 2 or 3
  kBuildString,
  kFormat,      // argument: FormatFlags; pops value (and spec)
  kListAppend,  // argument: how deep the list is
  kListExtend,
  kSetAdd,
  kSetUpdate,
  kDictSet,  // pops key, value
  kDictUpdate,
  kDictMerge,  // for calls: keys are str and new; argument as above
  kListToTuple,
  kUnpack,        // argument: count
  kUnpackStar,    // argument: before + (after << 12)
  kMakeFunction,  // argument: flags of what lies below the code
  kLoadBuildClass,
  kSetupAnnotations,
  kImport,      // argument: name; pushes the module
  kImportTop,   // `import a.b` gives a
  kImportFrom,  // argument: name; module stays
  kImportStar,
  kRaise,  // argument: 0, 1 or 2 values
  kAssertionError,
  kPushHandled,  // pops exception; pushes the one handled before, the exception
  kPopHandled,   // pops the one handled before
  kCheckMatch,   // pops type; pushes whether the exception below is one
  kReraise,      // pops exception
  kBeforeWith,   // pops manager; pushes exit, result of enter
  kWithExcept,   // exit, handled before, exception: pushes what exit says to the exception
  kWithExit,     // pops exit and calls it without an exception
  kDisplay,      // the value of a cell's last expression
};

inline constexpr std::int32_t kSmallIntBias = 1 << 23;

/// What is on the stack below the code of kMakeFunction, in this order.
inline constexpr std::uint32_t kHasDefaults = 1;
inline constexpr std::uint32_t kHasKeywordDefaults = 2;
inline constexpr std::uint32_t kHasAnnotations = 4;
inline constexpr std::uint32_t kHasClosure = 8;

/// Of kSetUpdate: each item is added as from any iterable, not the set's table merged.
inline constexpr std::uint32_t kOneByOne = 0x100;

/// Of kListExtend: the list holds nothing but the arguments of a call.
inline constexpr std::uint32_t kOnlyArgument = 0x100;

/// Of kFormat: conversion in the low byte ('s', 'r', 'a' or 0), and whether a spec was given.
inline constexpr std::uint32_t kFormatHasSpec = 0x100;

struct Instruction {
  Op op;
  std::uint32_t argument : 24;
};
static_assert(sizeof(Instruction) == 4);

/// An instruction that raises between begin and end goes on at target with `depth` values left on
/// the stack, and the exception on top. Inner entries stand first.
struct Handled {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t target;
  std::uint32_t depth;
};

/// Gives a global that is there only once it is missed; nothing: there is none, or it raised.
using MissedGlobal = std::function<Value(Vm& vm, const StrObject& name)>;

/// The text a code came from, by lines, for tracebacks.
struct Source {
  std::string file;
  std::vector<std::string> lines;
  bool is_hidden = false;  // of a built-in module: not shown in tracebacks
  int run = 0;             // which of the engine's runs this text was, counted from 1
  std::shared_ptr<const MissedGlobal> missed_global{};  // null: all are there
};

class CodeObject final : public Container {
 public:
  static constexpr Kind kKind = Kind::kCode;
  explicit CodeObject(TypeObject& type);

  std::string name;
  std::string qualname;
  std::shared_ptr<const Source> source;
  int first_line = 1;
  std::vector<Instruction> instructions;
  std::vector<syntax::Span> places;  // one an instruction
  std::vector<Handled> handlers;
  std::vector<Value> constants;
  std::vector<Ref<StrObject>> names;   // attributes, globals
  std::vector<Ref<StrObject>> locals;  // parameters first
  std::vector<Ref<StrObject>> cells;   // own cells, then those of the closure
  std::uint32_t own_cells = 0;
  /// Which cells begin with a parameter's value: (cell, local).
  std::vector<std::pair<std::uint32_t, std::uint32_t>> cell_parameters;
  std::uint32_t stack = 0;  // most values on the stack
  std::uint32_t positional_only = 0;
  std::uint32_t positional = 0;  // all by position, those only so among them
  std::uint32_t keyword_only = 0;
  bool has_rest = false;
  bool has_rest_keywords = false;
  bool is_generator = false;
  bool is_class_body = false;
  Value doc;

  /// Per instruction: where a global was found last.
  struct GlobalCache {
    std::uint32_t index = 0;
    bool in_builtins = false;
    std::uint64_t globals_version = 0;
  };
  std::vector<GlobalCache> caches;  // one a name

  std::size_t parameter_count() const {
    return positional + keyword_only + (has_rest ? 1U : 0U) + (has_rest_keywords ? 1U : 0U);
  }
  void visit(Visitor& visitor) const override;
  void clear() override;
};

}  // namespace normscope::notebook::runtime
