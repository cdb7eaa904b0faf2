// SPDX-License-Identifier: MIT
#include "core/io/pickle.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "core/base/limits.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

using Ref = Pickle::Ref;

// The opcodes of protocol 2 and later, as pickletools names them.
enum class Op : unsigned char {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kDup = '2',
  kBinFloat = 'G',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kNone = 'N',
  kBinPersonalId = 'Q',
  kReduce = 'R',
  kBinString = 'T',
  kShortBinString = 'U',
  kBinUnicode = 'X',
  kAppend = 'a',
  kBuild = 'b',
  kGlobal = 'c',
  kAppends = 'e',
  kGet = 'h',
  kLongGet = 'j',
  kPut = 'q',
  kLongPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kSetItems = 'u',
  kEmptyDict = '}',
  kEmptyList = ']',
  kEmptyTuple = ')',
  kBinBytes = 'B',
  kShortBinBytes = 'C',
  kProto = 0x80,
  kNewObject = 0x81,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kLong1 = 0x8a,
  kLong4 = 0x8b,
  kShortBinUnicode = 0x8c,
  kBinUnicode8 = 0x8d,
  kBinBytes8 = 0x8e,
  kEmptySet = 0x8f,
  kAddItems = 0x90,
  kFrozenSet = 0x91,
  kStackGlobal = 0x93,
  kMemoize = 0x94,
  kFrame = 0x95,
};

class Machine {
 public:
  explicit Machine(std::string_view bytes) : bytes_(bytes) {}

  // None where the bytes are damaged.
  std::optional<Pickle> run() {
    while (!failed_) {
      const auto op = static_cast<Op>(number(1));
      if (op == Op::kStop) break;
      if (!failed_ && !push_value(op) && !take_from_stack(op)) failed_ = true;
    }
    if (failed_ || stack_.empty()) return std::nullopt;
    pickle_.root = stack_.back();
    return std::move(pickle_);
  }

  std::string_view rest() const { return bytes_; }

 private:
  // Little-endian, as all numbers but floats are.
  std::uint64_t number(std::size_t size) {
    const std::string_view from = text(size);
    std::uint64_t value = 0;
    for (std::size_t i = from.size(); i-- > 0;) {
      value = (value << 8) | static_cast<unsigned char>(from[i]);
    }
    return value;
  }
  std::string_view text(std::uint64_t size) {
    if (size > bytes_.size()) failed_ = true;
    const std::string_view taken = bytes_.substr(0, failed_ ? 0 : static_cast<std::size_t>(size));
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view line() {
    const auto end = bytes_.find('\n');
    if (end == std::string_view::npos) failed_ = true;
    const std::string_view taken = text(failed_ ? 0 : end);
    if (!failed_) bytes_.remove_prefix(1);
    return taken;
  }
  std::int64_t integer(std::size_t size) {
    const std::uint64_t value = number(size);
    const std::size_t unused = 64 - 8 * size;
    return size == 0 ? 0 : static_cast<std::int64_t>(value << unused) >> unused;
  }
  // One of more than 8 bytes is none that a size could be.
  Pickle::Value long_integer(std::uint64_t size) {
    if (size > sizeof(std::int64_t)) {
      (void)text(size);
      return {};
    }
    return integer(static_cast<std::size_t>(size));
  }
  double big_endian_float() {
    std::string turned(text(sizeof(double)));
    std::ranges::reverse(turned);
    std::uint64_t bits = 0;
    for (std::size_t i = turned.size(); i-- > 0;) {
      bits = (bits << 8) | static_cast<unsigned char>(turned[i]);
    }
    return std::bit_cast<double>(bits);
  }

  bool push(Pickle::Value value) {
    if (pickle_.values.size() > base::kMaxPickleValues) failed_ = true;
    stack_.push_back(pickle_.values.size());
    pickle_.values.push_back(std::move(value));
    return true;
  }
  Ref pop() {
    if (stack_.empty() || (!marks_.empty() && stack_.size() <= marks_.back())) {
      failed_ = true;
      return 0;
    }
    const Ref top = stack_.back();
    stack_.pop_back();
    return top;
  }
  // What stands above the last mark.
  std::vector<Ref> pop_to_mark() {
    if (marks_.empty()) {
      failed_ = true;
      return {};
    }
    const auto first = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<Ref> items(first, stack_.end());
    stack_.erase(first, stack_.end());
    marks_.pop_back();
    return items;
  }
  template <class Kind>
  Kind* top() {
    Kind* const found =
        stack_.empty() ? nullptr : std::get_if<Kind>(&pickle_.values[stack_.back()]);
    if (found == nullptr) failed_ = true;
    return found;
  }
  std::string text_of(Ref ref) {
    const auto* const known = pickle_.as<std::string>(ref);
    if (known == nullptr) failed_ = true;
    return known == nullptr ? "" : *known;
  }

  bool tuple(std::size_t count) {
    std::vector<Ref> items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    return push(Pickle::Sequence{std::move(items)});
  }
  bool call() {
    const Ref arguments = pop();
    const Ref function = pop();
    const auto* const global = pickle_.as<Pickle::Global>(function);
    if (global != nullptr && global->name == "collections.OrderedDict") {
      return push(Pickle::Dictionary{});
    }
    return push(Pickle::Call{function, arguments});
  }
  bool append(const std::vector<Ref>& items) {
    if (auto* const list = top<Pickle::Sequence>()) {
      list->items.insert(list->items.end(), items.begin(), items.end());
    }
    return true;
  }
  bool set_items(const std::vector<Ref>& items) {
    auto* const dictionary = top<Pickle::Dictionary>();
    if (dictionary == nullptr || items.size() % 2 != 0) {
      // Of an object that is known by its call alone the items are left out.
      failed_ = items.size() % 2 != 0 || stack_.empty() ||
                pickle_.as<Pickle::Call>(stack_.back()) == nullptr;
      return true;
    }
    for (std::size_t i = 0; i < items.size(); i += 2) {
      dictionary->items.emplace_back(items[i], items[i + 1]);
    }
    return true;
  }
  bool get(std::uint64_t key) {
    const auto known = memo_.find(key);
    if (known == memo_.end()) return false;
    stack_.push_back(known->second);
    return true;
  }
  bool put(std::uint64_t key) {
    if (stack_.empty()) return false;
    memo_[key] = stack_.back();
    return true;
  }
  bool global_of_names() {
    const std::string module(line());
    const std::string name(line());
    return push(Pickle::Global{module + "." + name});
  }
  bool global_of_stack() {
    const std::string name = text_of(pop());
    const std::string module = text_of(pop());
    return push(Pickle::Global{module + "." + name});
  }

  // Values that the opcode holds itself.
  bool push_value(Op op) {
    switch (op) {
      case Op::kNone:
        return push({});
      case Op::kNewTrue:
        return push(true);
      case Op::kNewFalse:
        return push(false);
      case Op::kBinInt:
        return push(integer(4));
      case Op::kBinInt1:
        return push(static_cast<std::int64_t>(number(1)));
      case Op::kBinInt2:
        return push(static_cast<std::int64_t>(number(2)));
      case Op::kLong1:
        return push(long_integer(number(1)));
      case Op::kLong4:
        return push(long_integer(number(4)));
      case Op::kBinFloat:
        return push(big_endian_float());
      case Op::kBinUnicode:
      case Op::kBinString:
      case Op::kBinBytes:
        return push(std::string(text(number(4))));
      case Op::kShortBinUnicode:
      case Op::kShortBinString:
      case Op::kShortBinBytes:
        return push(std::string(text(number(1))));
      case Op::kBinUnicode8:
      case Op::kBinBytes8:
        return push(std::string(text(number(8))));
      case Op::kEmptyDict:
        return push(Pickle::Dictionary{});
      case Op::kEmptyList:
      case Op::kEmptyTuple:
      case Op::kEmptySet:
        return push(Pickle::Sequence{});
      case Op::kGlobal:
        return global_of_names();
      case Op::kProto:
        (void)number(1);
        return true;
      case Op::kFrame:
        (void)number(8);
        return true;
      default:
        return false;
    }
  }

  // What is made of values on the stack.
  bool take_from_stack(Op op) {
    switch (op) {
      case Op::kMark:
        marks_.push_back(stack_.size());
        return true;
      case Op::kPop:
      case Op::kBuild:  // its state is left out
        (void)pop();
        return true;
      case Op::kPopMark:
        (void)pop_to_mark();
        return true;
      case Op::kDup:
        if (stack_.empty()) return false;
        stack_.push_back(stack_.back());
        return true;
      case Op::kBinPersonalId:
        return push(Pickle::Persistent{pop()});
      case Op::kReduce:
      case Op::kNewObject:
        return call();
      case Op::kStackGlobal:
        return global_of_stack();
      case Op::kTuple:
      case Op::kFrozenSet:
        return push(Pickle::Sequence{pop_to_mark()});
      case Op::kTuple1:
        return tuple(1);
      case Op::kTuple2:
        return tuple(2);
      case Op::kTuple3:
        return tuple(3);
      case Op::kAppend:
        return append({pop()});
      case Op::kAppends:
      case Op::kAddItems:
        return append(pop_to_mark());
      case Op::kSetItem: {
        const Ref value = pop();
        return set_items({pop(), value});
      }
      case Op::kSetItems:
        return set_items(pop_to_mark());
      case Op::kGet:
        return get(number(1));
      case Op::kLongGet:
        return get(number(4));
      case Op::kPut:
        return put(number(1));
      case Op::kLongPut:
        return put(number(4));
      case Op::kMemoize:
        return put(memo_.size());
      default:
        return false;
    }
  }

  std::string_view bytes_;
  bool failed_ = false;
  Pickle pickle_{};
  std::vector<Ref> stack_{};
  std::vector<std::size_t> marks_{};  // sizes of the stack
  std::unordered_map<std::uint64_t, Ref> memo_{};
};

}  // namespace

base::Expected<Pickle> read_pickle(std::string_view& bytes) {
  Machine machine(bytes);
  auto pickle = machine.run();
  if (!pickle) {
    return base::fail(base::ErrorKind::kMalformed,
                      tr("its pickle is damaged, too large, or of a protocol before 2"));
  }
  bytes = machine.rest();
  return *std::move(pickle);
}

}  // namespace normscope::io
