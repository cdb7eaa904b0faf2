// SPDX-License-Identifier: MIT
// How instructions change the stack, and how labels become distances.
#include "app/notebook/runtime/code_builder.hpp"

#include <algorithm>
#include <bit>

namespace normscope::notebook::runtime {
namespace {

constexpr std::uint32_t kMostArgument = (1U << 24U) - 1;

// What an instruction adds to the stack when execution goes on behind it.
std::int64_t effect(Op op, std::uint32_t argument) {
  const auto count = static_cast<std::int64_t>(argument);
  switch (op) {
    case Op::kPushEmpty:
    case Op::kCopy:
    case Op::kConstant:
    case Op::kSmallInt:
    case Op::kNone:
    case Op::kLoadFast:
    case Op::kLoadCell:
    case Op::kPushCell:
    case Op::kLoadName:
    case Op::kLoadClassCell:
    case Op::kLoadGlobal:
    case Op::kLoadMethod:
    case Op::kForIter:
    case Op::kLoadBuildClass:
    case Op::kImport:
    case Op::kImportTop:
    case Op::kImportFrom:
    case Op::kAssertionError:
    case Op::kPushHandled:
    case Op::kBeforeWith:
    case Op::kWithExcept:
      return 1;
    case Op::kPop:
    case Op::kStoreFast:
    case Op::kStoreCell:
    case Op::kStoreName:
    case Op::kStoreGlobal:
    case Op::kDeleteAttribute:
    case Op::kLoadItem:
    case Op::kBinary:
    case Op::kInplace:
    case Op::kCompare:
    case Op::kIs:
    case Op::kIn:
    case Op::kJumpIfFalse:
    case Op::kJumpIfTrue:
    case Op::kJumpIfFalseOrPop:
    case Op::kJumpIfTrueOrPop:
    case Op::kReturn:
    case Op::kYieldFrom:
    case Op::kListAppend:
    case Op::kListExtend:
    case Op::kSetAdd:
    case Op::kSetUpdate:
    case Op::kDictUpdate:
    case Op::kDictMerge:
    case Op::kImportStar:
    case Op::kPopHandled:
    case Op::kReraise:
    case Op::kWithExit:
    case Op::kDisplay:
      return -1;
    case Op::kStoreAttribute:
    case Op::kDeleteItem:
    case Op::kDictSet:
      return -2;
    case Op::kStoreItem:
      return -3;
    case Op::kCall:
      return -count - 1;
    case Op::kCallNames:
      return -count - 2;
    case Op::kCallSpread:
      return -2 - count;
    case Op::kBuildTuple:
    case Op::kBuildList:
    case Op::kBuildSet:
    case Op::kBuildString:
    case Op::kBuildSlice:
      return 1 - count;
    case Op::kBuildDict:
      return 1 - 2 * count;
    case Op::kFormat:
      return (argument & kFormatHasSpec) != 0 ? -1 : 0;
    case Op::kUnpack:
      return count - 1;
    case Op::kUnpackStar:
      return (count & 0xFFF) + (count >> 12);
    case Op::kMakeFunction:
      return -std::popcount(argument);
    case Op::kRaise:
      return -count;
    default:
      return 0;
  }
}

// Behind these nothing follows.
bool ends_flow(Op op) {
  return op == Op::kJump || op == Op::kJumpBack || op == Op::kReturn || op == Op::kRaise ||
         op == Op::kReraise;
}

}  // namespace

CodeBuilder::CodeBuilder(Vm& vm, Ref<CodeObject> code) : vm_(vm), code_(std::move(code)) {}

void CodeBuilder::change_depth(std::int64_t by) {
  depth_ = static_cast<std::uint32_t>(static_cast<std::int64_t>(depth_) + by);
  code_->stack = std::max(code_->stack, depth_);
}

void CodeBuilder::emit(Op op, std::uint32_t argument) {
  if (argument > kMostArgument) too_long_ = true;
  code_->instructions.push_back({op, argument & kMostArgument});
  code_->places.push_back(place);
  active_.push_back(handler_);
  change_depth(effect(op, argument));
  if (ends_flow(op)) reachable_ = false;
}

void CodeBuilder::jump(Op op, Label label) {
  jumps_.emplace_back(code_->instructions.size(), label.id);
  const std::uint32_t before = depth_;
  emit(op, 0);
  std::int64_t& at_target = label_depth_[label.id];
  if (at_target >= 0) return;
  switch (op) {
    case Op::kForIter:
      at_target = static_cast<std::int64_t>(before) - 1;
      break;
    case Op::kJumpIfFalseOrPop:
    case Op::kJumpIfTrueOrPop:
      at_target = before;
      break;
    default:
      at_target = depth_;
  }
}

Label CodeBuilder::new_label() {
  label_at_.push_back(-1);
  label_depth_.push_back(-1);
  return {label_at_.size() - 1};
}

void CodeBuilder::put(Label label) {
  label_at_[label.id] = static_cast<std::int64_t>(code_->instructions.size());
  if (label_depth_[label.id] >= 0) {
    depth_ = static_cast<std::uint32_t>(label_depth_[label.id]);
    reachable_ = true;
  } else {
    label_depth_[label.id] = depth_;
  }
}

void CodeBuilder::constant(Value value) {
  if (value.is_none()) {
    emit(Op::kNone);
    return;
  }
  if (value.is_int() && value.as_int() >= -kSmallIntBias && value.as_int() < kSmallIntBias) {
    emit(Op::kSmallInt, static_cast<std::uint32_t>(value.as_int() + kSmallIntBias));
    return;
  }
  code_->constants.push_back(std::move(value));
  emit(Op::kConstant, static_cast<std::uint32_t>(code_->constants.size() - 1));
}

void CodeBuilder::integer(std::int64_t value) {
  constant(Value::integer(value));
}

std::uint32_t CodeBuilder::name(const std::string& name) {
  const auto [at, is_new] =
      names_.try_emplace(name, static_cast<std::uint32_t>(code_->names.size()));
  if (is_new) {
    code_->names.push_back(vm_.intern(name));
    code_->caches.emplace_back();
  }
  return at->second;
}

int CodeBuilder::begin_handler(Label target, std::uint32_t dropped) {
  handlers_.push_back({target, depth_ - dropped});
  handler_ = static_cast<int>(handlers_.size()) - 1;
  return handler_;
}

void CodeBuilder::put_handler(int handler) {
  const Handler& of = handlers_[static_cast<std::size_t>(handler)];
  label_depth_[of.target.id] = static_cast<std::int64_t>(of.depth) + 1;
  put(of.target);
  change_depth(0);
}

bool CodeBuilder::finish() {
  for (const auto& [instruction, label] : jumps_) {
    const auto target = static_cast<std::uint32_t>(label_at_[label]);
    if (target > kMostArgument) too_long_ = true;
    code_->instructions[instruction].argument = target & kMostArgument;
  }
  for (std::size_t n = 0; n < active_.size();) {
    std::size_t end = n + 1;
    while (end < active_.size() && active_[end] == active_[n]) ++end;
    if (active_[n] >= 0) {
      const Handler& handler = handlers_[static_cast<std::size_t>(active_[n])];
      code_->handlers.push_back({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(end),
                                 static_cast<std::uint32_t>(label_at_[handler.target.id]),
                                 handler.depth});
    }
    n = end;
  }
  return !too_long_;
}

}  // namespace normscope::notebook::runtime
