// SPDX-License-Identifier: MIT
// Regular expressions as Python's module re has them: a pattern becomes a short program that a
// backtracking matcher runs over code points. The matcher keeps its own stack, so that neither deep
// nor endless patterns reach that of the process, and asks between its steps whether it may go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace normscope::notebook::runtime::regex {

/// The bits of Python's flags.
enum Flag : unsigned {
  kIgnoreCase = 2,
  kMultiline = 8,
  kDotAll = 16,
  kUnicode = 32,
  kVerbose = 64,
  kAscii = 256,
};

enum class Category : std::uint8_t { kDigit, kSpace, kWord };
struct CategoryItem {
  Category category;
  bool negated;
};

/// What one code point is held against.
struct CharSet {
  bool negated = false;
  bool ignore_case = false;
  bool ascii = false;  // categories know ASCII only
  std::vector<std::pair<char32_t, char32_t>> ranges;
  std::vector<CategoryItem> categories;
  bool holds(char32_t code) const;
};

enum class Op : std::uint8_t {
  kChar,      // value
  kCharFold,  // value, which is in small letters
  kAny,       // all but a line's end
  kAnyAll,    //
  kSet,       // sets[value]
  kSplit,     // first `target`, then `other`
  kJump,      // target
  kSave,      // slot value
  kMark,      // slot value: where a turn of a loop began
  kCheck,     // a turn that went nowhere (slot value) ends the loop at target
  kAt,        // value: an At
  kBackref,   // group value
  kBackrefFold,
  kLook,       // value: a Look; the part up to target - 1 stands next; other: how far behind
  kAtomic,     // the part up to target - 1 stands next
  kCondition,  // group value took part: next, else target
  kRepeat,     // repeats[value] times the one instruction that stands next
  kAccept,     // the end of a part, or of all
};
enum class At : std::uint32_t {
  kBegin,
  kBeginLine,
  kEnd,
  kEndLine,
  kText,
  kTextEnd,
  kWord,
  kNotWord
};
enum class Look : std::uint32_t { kIs, kIsNot };

struct Instruction {
  Op op{};
  std::uint32_t value = 0;
  std::uint32_t target = 0;
  std::uint32_t other = 0;
  bool ascii = false;
};
enum class Greed : std::uint8_t { kGreedy, kLazy, kPossessive };
inline constexpr std::uint32_t kNoEnd = 0xFFFFFFFF;
struct Repeat {
  std::uint32_t least;
  std::uint32_t most;
  Greed greed;
};

struct Program {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  std::vector<Repeat> repeats;
  std::uint32_t groups = 0;  // without the whole
  std::uint32_t slots = 0;   // two a group, the last group that closed, and the marks of loops
  std::map<std::string, std::uint32_t> names;
  std::vector<std::string> names_in_order;
  unsigned flags = 0;
};

struct PatternError {
  std::string message;
  std::int64_t position;   // in code points; -1 for none
  bool too_large = false;  // not Python's error: beyond what is done here
};

/// The program of a pattern.
std::variant<Program, PatternError> compile(const std::u32string& pattern, unsigned flags);

/// Where groups begin and end, two numbers a group, -1 for those that took no part; then the last
/// group that closed, -1 for none.
using Spans = std::vector<std::int64_t>;
enum class Found : std::uint8_t { kYes, kNo, kStopped };

/// A match at `from`, before `end`. With `whole` it has to reach the end; with `advances` it is not
/// empty. `go_on` is asked from time to time, with the bytes in use.
Found match_at(const Program& program, std::u32string_view text, std::size_t from, std::size_t end,
               bool whole, bool advances, Spans& spans,
               const std::function<bool(std::size_t)>& go_on);

/// Whether a code point is one of these, as \d, \s and \w ask.
bool is_in(Category category, char32_t code, bool ascii);

}  // namespace normscope::notebook::runtime::regex
