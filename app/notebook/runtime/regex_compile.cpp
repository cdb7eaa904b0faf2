// SPDX-License-Identifier: MIT
// From a pattern as it was read to its program.
#include <algorithm>
#include <optional>
#include <utility>

#include "app/notebook/runtime/regex_node.hpp"

namespace normscope::notebook::runtime::regex {
namespace {

// Counted repeats are written out: what is nested in others grows by multiplication.
constexpr std::size_t kMostInstructions = std::size_t{1} << 18U;

// How many code points something matches, at least and at most.
struct Width {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};
constexpr std::uint64_t kUnbounded = kNoEnd;

Width times(const Width& width, const Repeat& repeat) {
  return {std::min(width.least * repeat.least, kUnbounded),
          repeat.most == kNoEnd && width.most > 0 ? kUnbounded
                                                  : std::min(width.most * repeat.most, kUnbounded)};
}

class Writer {
 public:
  explicit Writer(Pattern pattern) : pattern_(std::move(pattern)) {
    program_.groups = pattern_.groups;
    program_.names = pattern_.names;
    program_.names_in_order = pattern_.names_in_order;
    program_.flags = pattern_.flags;
    program_.slots = 2 * (pattern_.groups + 1) + 1;
    widths_.resize(pattern_.groups + 1);
  }

  Program run() {
    width(pattern_.root);
    write(pattern_.root);
    emit(Op::kAccept);
    return std::move(program_);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }
  std::uint32_t emit(Op op, std::uint32_t value = 0) {
    if (program_.code.size() >= kMostInstructions) {
      throw PatternError{"a pattern of this size", -1, true};
    }
    Instruction in;
    in.op = op;
    in.value = value;
    program_.code.push_back(in);
    return here() - 1;
  }
  Instruction& at(std::uint32_t place) { return program_.code[place]; }

  Width width(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kOne:
        return {1, 1};
      case Node::Kind::kSequence: {
        Width all;
        for (const Node& child : node.children) {
          const Width one = width(child);
          all.least = std::min(all.least + one.least, kUnbounded);
          all.most = std::min(all.most + one.most, kUnbounded);
        }
        return all;
      }
      case Node::Kind::kChoice: {
        Width all{kUnbounded, 0};
        for (const Node& child : node.children) {
          const Width one = width(child);
          all.least = std::min(all.least, one.least);
          all.most = std::max(all.most, one.most);
        }
        return all;
      }
      case Node::Kind::kRepeat:
        return times(width(node.children[0]), node.repeat);
      case Node::Kind::kGroup:
        return widths_[node.number] = width(node.children[0]);
      case Node::Kind::kBackref:
        return widths_[node.number];
      case Node::Kind::kAtomic:
        return width(node.children[0]);
      case Node::Kind::kCondition: {
        const Width yes = width(node.children[0]);
        const Width no = node.children.size() > 1 ? width(node.children[1]) : Width{};
        return {std::min(yes.least, no.least), std::max(yes.most, no.most)};
      }
      case Node::Kind::kAt:
        break;
      case Node::Kind::kLook:
        width(node.children[0]);
        break;
    }
    return {};
  }

  void one(const Node& node) {
    const std::uint32_t place = emit(node.one.op, node.one.value);
    at(place).ascii = node.one.ascii;
    if (!node.set) return;
    at(place).value = static_cast<std::uint32_t>(program_.sets.size());
    program_.sets.push_back(*node.set);
  }

  void write(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kOne:
      case Node::Kind::kAt:
        return one(node);
      case Node::Kind::kSequence:
        for (const Node& child : node.children) write(child);
        return;
      case Node::Kind::kChoice:
        return choice(node);
      case Node::Kind::kRepeat:
        return repeat(node);
      case Node::Kind::kGroup:
        emit(Op::kSave, 2 * node.number);
        write(node.children[0]);
        emit(Op::kSave, 2 * node.number + 1);
        return;
      case Node::Kind::kBackref:
        emit(node.ignore_case ? Op::kBackrefFold : Op::kBackref, node.number);
        return;
      case Node::Kind::kLook:
        return look(node);
      case Node::Kind::kAtomic: {
        const std::uint32_t place = emit(Op::kAtomic);
        write(node.children[0]);
        emit(Op::kAccept);
        at(place).target = here();
        return;
      }
      case Node::Kind::kCondition:
        return condition(node);
    }
  }

  void choice(const Node& node) {
    std::vector<std::uint32_t> ends;
    for (std::size_t n = 0; n < node.children.size(); ++n) {
      if (n + 1 == node.children.size()) {
        write(node.children[n]);
        break;
      }
      const std::uint32_t split = emit(Op::kSplit);
      at(split).target = here();
      write(node.children[n]);
      ends.push_back(emit(Op::kJump));
      at(split).other = here();
    }
    for (const std::uint32_t end : ends) at(end).target = here();
  }

  void condition(const Node& node) {
    const std::uint32_t place = emit(Op::kCondition, node.number);
    write(node.children[0]);
    const std::uint32_t end = emit(Op::kJump);
    at(place).target = here();
    if (node.children.size() > 1) write(node.children[1]);
    at(end).target = here();
  }

  void look(const Node& node) {
    const auto kind = node.negated ? Look::kIsNot : Look::kIs;
    std::uint32_t back = 0;
    if (node.behind) {
      const Width behind = width(node.children[0]);
      if (behind.least != behind.most || behind.most >= kUnbounded) {
        throw PatternError{"look-behind requires fixed-width pattern", -1};
      }
      back = static_cast<std::uint32_t>(behind.least);
    }
    const std::uint32_t place = emit(Op::kLook, static_cast<std::uint32_t>(kind));
    write(node.children[0]);
    emit(Op::kAccept);
    at(place).target = here();
    at(place).other = back;
  }

  // A split that first goes into what follows it, or, lazy, past it.
  std::uint32_t split(Greed greed) {
    const std::uint32_t place = emit(Op::kSplit);
    (greed == Greed::kLazy ? at(place).other : at(place).target) = here();
    return place;
  }
  void past(std::uint32_t place, Greed greed) {
    (greed == Greed::kLazy ? at(place).target : at(place).other) = here();
  }

  void repeat(const Node& node) {
    const Repeat& how = node.repeat;
    // A possessive repeat keeps what each turn took.
    Node whole;
    if (how.greed == Greed::kPossessive && node.children[0].kind != Node::Kind::kOne) {
      whole.kind = Node::Kind::kAtomic;
      whole.children.push_back(node.children[0]);
    }
    const Node& child = whole.children.empty() ? node.children[0] : whole;
    if (child.kind == Node::Kind::kOne) {
      emit(Op::kRepeat, static_cast<std::uint32_t>(program_.repeats.size()));
      program_.repeats.push_back(how);
      one(child);
      return;
    }
    std::uint32_t atomic = 0;
    if (how.greed == Greed::kPossessive) atomic = emit(Op::kAtomic);
    for (std::uint32_t n = 0; n < how.least; ++n) {
      const std::uint32_t before = here();
      write(child);
      if (here() == before) break;  // nothing, however often
    }
    if (how.most == kNoEnd) {
      const std::uint32_t slot = program_.slots++;
      const std::uint32_t begin = split(how.greed);
      emit(Op::kMark, slot);
      write(child);
      const std::uint32_t check = emit(Op::kCheck, slot);
      at(emit(Op::kJump)).target = begin;
      past(begin, how.greed);
      at(check).target = here();
    } else {
      std::vector<std::uint32_t> splits;
      for (std::uint32_t n = how.least; n < how.most; ++n) {
        splits.push_back(split(how.greed));
        write(child);
      }
      for (const std::uint32_t place : splits) past(place, how.greed);
    }
    if (how.greed == Greed::kPossessive) {
      emit(Op::kAccept);
      at(atomic).target = here();
    }
  }

  Pattern pattern_;
  Program program_;
  std::vector<Width> widths_;
};

}  // namespace

std::variant<Program, PatternError> compile(const std::u32string& pattern, unsigned flags) {
  auto parsed = parse(pattern, flags);
  if (auto* const error = std::get_if<PatternError>(&parsed)) return *error;
  try {
    return Writer(std::move(std::get<Pattern>(parsed))).run();
  } catch (const PatternError& error) {
    return error;
  }
}

}  // namespace normscope::notebook::runtime::regex
