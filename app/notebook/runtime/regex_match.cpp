// SPDX-License-Identifier: MIT
// The matcher: it tries what a program says first and comes back to what it left open.
#include <algorithm>

#include "app/notebook/runtime/regex.hpp"
#include "app/notebook/runtime/unicode.hpp"

namespace normscope::notebook::runtime::regex {
namespace {

// Steps between two questions whether to go on.
constexpr int kStepsAtOnce = 256;

class Matcher {
 public:
  Matcher(const Program& program, std::u32string_view text, std::size_t end, bool whole,
          const std::function<bool(std::size_t)>& go_on)
      : program_(program), text_(text), end_(end), whole_(whole), go_on_(go_on) {}

  Found run(std::size_t from, bool advances, Spans& spans) {
    slots_.assign(program_.slots, -1);
    from_ = from;
    advances_ = advances;
    std::size_t at = from;
    slots_[0] = static_cast<std::int64_t>(from);
    if (!part(0, at, true)) return stopped_ ? Found::kStopped : Found::kNo;
    slots_[1] = static_cast<std::int64_t>(at);
    spans.assign(slots_.begin(), slots_.begin() + 2 * (program_.groups + 1) + 1);
    return Found::kYes;
  }

 private:
  struct Open {
    std::uint32_t next;  // instruction
    std::size_t at;      // place in the text
    std::size_t least;   // a repeat: how far it may shrink, or grow
    std::size_t undo;    // changes of slots before it
    std::uint8_t kind;   // 0: plain; 1: shrinks; 2: grows
  };
  struct Change {
    std::uint32_t slot;
    std::int64_t old;
  };

  void set(std::uint32_t slot, std::int64_t value) {
    changes_.push_back({slot, slots_[slot]});
    slots_[slot] = value;
  }
  void undo(std::size_t size) {
    for (; changes_.size() > size; changes_.pop_back()) {
      slots_[changes_.back().slot] = changes_.back().old;
    }
  }
  bool go_on() {
    if (--steps_ > 0) return true;
    steps_ = kStepsAtOnce;
    if (go_on_(open_.size() * sizeof(Open) + changes_.size() * sizeof(Change))) return true;
    stopped_ = true;
    return false;
  }

  bool one(const Instruction& in, std::size_t at) const {
    const char32_t code = text_[at];
    switch (in.op) {
      case Op::kChar:
        return code == in.value;
      case Op::kCharFold:
        return unicode::to_lower(code) == in.value;
      case Op::kAny:
        return code != U'\n';
      case Op::kAnyAll:
        return true;
      default:
        return program_.sets[in.value].holds(code);
    }
  }
  bool is_word(std::size_t at, bool ascii) const {
    return at < end_ && is_in(Category::kWord, text_[at], ascii);
  }
  bool stands(const Instruction& in, std::size_t at) const {
    switch (static_cast<At>(in.value)) {
      case At::kBegin:
      case At::kText:
        return at == 0;
      case At::kBeginLine:
        return at == 0 || text_[at - 1] == U'\n';
      case At::kEnd:
        return at == end_ || (at + 1 == end_ && text_[at] == U'\n');
      case At::kEndLine:
        return at == end_ || text_[at] == U'\n';
      case At::kTextEnd:
        return at == end_;
      case At::kWord:
      case At::kNotWord: {
        if (end_ == 0) return false;  // as in Python: neither is in an empty text
        const bool before = at > 0 && is_word(at - 1, in.ascii);
        return (before != is_word(at, in.ascii)) == (static_cast<At>(in.value) == At::kWord);
      }
    }
    return false;
  }
  bool refers(const Instruction& in, std::size_t& at) const {
    const std::int64_t begin = slots_[2 * in.value];
    const std::int64_t stop = slots_[2 * in.value + 1];
    if (begin < 0 || stop < 0) return false;
    std::size_t here = at;
    for (auto n = static_cast<std::size_t>(begin); n < static_cast<std::size_t>(stop);
         ++n, ++here) {
      if (here >= end_) return false;
      const bool same = in.op == Op::kBackref
                            ? text_[n] == text_[here]
                            : unicode::to_lower(text_[n]) == unicode::to_lower(text_[here]);
      if (!same) return false;
    }
    at = here;
    return true;
  }

  // Takes up what was left open last; false: nothing above `base`.
  bool come_back(std::size_t base, std::uint32_t& next, std::size_t& at) {
    while (open_.size() > base) {
      Open& last = open_.back();
      undo(last.undo);
      next = last.next;
      at = last.at;
      if (last.kind == 0) {
        open_.pop_back();
        return true;
      }
      if (last.kind == 1) {  // one less
        if (last.at == last.least) {
          open_.pop_back();
        } else {
          --last.at;
        }
        return true;
      }
      // One more, where there is one: `next` is behind the instruction that is repeated.
      if (at < last.least && at < end_ && one(program_.code[next - 1], at)) {
        at = ++last.at;
        return true;
      }
      open_.pop_back();
    }
    return false;
  }

  bool repeat(const Instruction& in, std::uint32_t next, std::size_t& at) {
    const Repeat& how = program_.repeats[in.value];
    const Instruction& what = program_.code[next - 1];
    const std::size_t room = end_ - at;
    const std::size_t most = std::min<std::size_t>(how.most == kNoEnd ? room : how.most, room);
    if (how.least > most) return false;
    const std::size_t wanted = how.greed == Greed::kLazy ? how.least : most;
    std::size_t count = 0;
    while (count < wanted && one(what, at + count)) ++count;
    steps_ -= static_cast<int>(std::min<std::size_t>(count / 16, kStepsAtOnce));
    if (count < how.least) return false;
    const std::size_t least = at + how.least;
    const std::size_t limit = at + most;
    at += count;
    if (how.greed == Greed::kGreedy && at > least) {
      open_.push_back({next, at - 1, least, changes_.size(), 1});
    } else if (how.greed == Greed::kLazy && at < limit) {
      open_.push_back({next, at, limit, changes_.size(), 2});
    }
    return true;
  }

  // Runs from an instruction to its kAccept. What it leaves open is dropped, so that a part is
  // matched in one way only. Parts lie inside of each other as deep as the pattern's groups.
  bool part(std::uint32_t next, std::size_t& at, bool outermost) {
    const std::size_t base = open_.size();
    for (;;) {
      if (!go_on()) return false;
      const Instruction& in = program_.code[next++];
      bool fits = true;
      switch (in.op) {
        case Op::kChar:
        case Op::kCharFold:
        case Op::kAny:
        case Op::kAnyAll:
        case Op::kSet:
          fits = at < end_ && one(in, at);
          if (fits) ++at;
          break;
        case Op::kSplit:
          open_.push_back({in.other, at, 0, changes_.size(), 0});
          next = in.target;
          break;
        case Op::kJump:
          next = in.target;
          break;
        case Op::kSave:
          set(in.value, static_cast<std::int64_t>(at));
          if (in.value % 2 == 1) set(2 * (program_.groups + 1), in.value / 2);
          break;
        case Op::kMark:
          set(in.value, static_cast<std::int64_t>(at));
          break;
        case Op::kCheck:
          if (slots_[in.value] == static_cast<std::int64_t>(at)) next = in.target;
          break;
        case Op::kAt:
          fits = stands(in, at);
          break;
        case Op::kBackref:
        case Op::kBackrefFold:
          fits = refers(in, at);
          break;
        case Op::kLook:
          fits = look(in, next, at);
          if (stopped_) return false;
          next = in.target;
          break;
        case Op::kAtomic:
          fits = part(next, at, false);
          if (stopped_) return false;
          next = in.target;
          break;
        case Op::kCondition:
          if (slots_[2 * in.value + 1] < 0) next = in.target;
          break;
        case Op::kRepeat:
          fits = repeat(in, ++next, at);
          break;
        case Op::kAccept:
          if (!outermost || ((!whole_ || at == end_) && !(advances_ && at == from_))) {
            open_.resize(base);
            return true;
          }
          fits = false;
          break;
      }
      if (!fits && !come_back(base, next, at)) return false;
    }
  }

  bool look(const Instruction& in, std::uint32_t next, std::size_t at) {
    const std::size_t before = changes_.size();
    const bool wanted = static_cast<Look>(in.value) == Look::kIs;
    if (in.other > at) return !wanted;
    at -= in.other;
    const bool found = part(next, at, false);
    if (!found || !wanted) undo(before);
    return found == wanted;
  }

  const Program& program_;
  std::u32string_view text_;
  std::size_t end_;
  bool whole_;
  const std::function<bool(std::size_t)>& go_on_;
  std::size_t from_ = 0;
  bool advances_ = false;
  bool stopped_ = false;
  int steps_ = kStepsAtOnce;
  std::vector<std::int64_t> slots_;
  std::vector<Change> changes_;
  std::vector<Open> open_;
};

}  // namespace

bool is_in(Category category, char32_t code, bool ascii) {
  if (ascii && code >= 0x80) return false;
  switch (category) {
    case Category::kDigit:
      return unicode::is_decimal(code);
    case Category::kSpace:
      return ascii ? code == ' ' || (code >= '\t' && code <= '\r') : unicode::is_space(code);
    case Category::kWord:
      return code == '_' || unicode::is_alpha(code) || unicode::is_numeric(code);
  }
  return false;
}

bool CharSet::holds(char32_t code) const {
  const auto within = [&](char32_t one) {
    for (const auto& [low, high] : ranges) {
      if (one >= low && one <= high) return true;
    }
    return false;
  };
  bool found =
      within(code) ||
      (ignore_case && (within(unicode::to_lower(code)) || within(unicode::to_upper(code))));
  for (const CategoryItem& item : categories) {
    found = found || is_in(item.category, code, ascii) != item.negated;
  }
  return found != negated;
}

Found match_at(const Program& program, std::u32string_view text, std::size_t from, std::size_t end,
               bool whole, bool advances, Spans& spans,
               const std::function<bool(std::size_t)>& go_on) {
  return Matcher(program, text, end, whole, go_on).run(from, advances, spans);
}

}  // namespace normscope::notebook::runtime::regex
