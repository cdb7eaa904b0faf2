// SPDX-License-Identifier: MIT
// The methods of str that change or ask for the case of letters.
#include <string>
#include <string_view>

#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/unicode.hpp"

namespace normscope::notebook::runtime {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kFinalSigma = 0x3C2;

std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  for (std::size_t byte = 0; byte < text.size();) letters += utf8::next(text, byte);
  return letters;
}

std::string text_from(std::u32string_view letters) {
  std::string text;
  for (const char32_t code : letters) utf8::append(text, code);
  return text;
}

// Marks inside of words that say nothing of where they end.
bool is_passed_over(char32_t code) {
  constexpr std::u32string_view kMarks =
      U"'.:^`\u00A8\u00AD\u00AF\u00B4\u00B7\u00B8\u2018\u2019\u2024\u2027";
  return kMarks.find(code) != std::u32string_view::npos || (code >= 0x2B0 && code <= 0x36F);
}

// Whether the letter ends a word: something with case stands before it, and nothing behind.
bool ends_word(std::u32string_view letters, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && is_passed_over(letters[before - 1])) --before;
  if (before == 0 || !unicode::is_cased(letters[before - 1])) return false;
  std::size_t after = at + 1;
  while (after < letters.size() && is_passed_over(letters[after])) ++after;
  return after == letters.size() || !unicode::is_cased(letters[after]);
}

void append_small(std::u32string& result, std::u32string_view letters, std::size_t at) {
  if (letters[at] == kCapitalSigma && ends_word(letters, at)) {
    result += kFinalSigma;
  } else {
    unicode::append_lower(result, letters[at]);
  }
}

std::u32string upper(std::u32string_view letters) {
  std::u32string result;
  for (const char32_t code : letters) unicode::append_upper(result, code);
  return result;
}

std::u32string lower(std::u32string_view letters) {
  std::u32string result;
  for (std::size_t n = 0; n < letters.size(); ++n) append_small(result, letters, n);
  return result;
}

std::u32string title(std::u32string_view letters) {
  std::u32string result;
  bool in_word = false;
  for (std::size_t n = 0; n < letters.size(); ++n) {
    if (in_word) {
      append_small(result, letters, n);
    } else {
      unicode::append_title(result, letters[n]);
    }
    in_word = unicode::is_cased(letters[n]);
  }
  return result;
}

std::u32string capitalize(std::u32string_view letters) {
  std::u32string result;
  for (std::size_t n = 0; n < letters.size(); ++n) {
    if (n == 0) {
      unicode::append_title(result, letters[n]);
    } else {
      append_small(result, letters, n);
    }
  }
  return result;
}

std::u32string swapcase(std::u32string_view letters) {
  std::u32string result;
  for (std::size_t n = 0; n < letters.size(); ++n) {
    if (unicode::is_upper(letters[n])) {
      append_small(result, letters, n);
    } else if (unicode::is_lower(letters[n])) {
      unicode::append_upper(result, letters[n]);
    } else {
      result += letters[n];
    }
  }
  return result;
}

std::u32string casefold(std::u32string_view letters) {
  std::u32string result;
  for (const char32_t code : letters) unicode::append_folded(result, code);
  return result;
}

void add_change(TypeObject& type, const char* name, std::u32string (*change)(std::u32string_view)) {
  add_method(type, name, [name, change](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 0, 0)) return Value();
    return vm.str(text_from(change(letters_of(text_of(args[0])))));
  });
}

// Capital or small: some letter is, and none is of another case.
bool has_case(std::u32string_view letters, bool wants_upper) {
  bool any = false;
  for (const char32_t code : letters) {
    const bool fits = wants_upper ? unicode::is_upper(code) : unicode::is_lower(code);
    if (!fits && unicode::is_cased(code)) return false;
    any = any || fits;
  }
  return any;
}

bool is_title(std::u32string_view letters) {
  bool any = false;
  bool in_word = false;
  for (const char32_t code : letters) {
    const bool begins = unicode::is_upper(code) || unicode::is_title(code);
    const bool goes_on = unicode::is_lower(code);
    if ((begins && in_word) || (goes_on && !in_word)) return false;
    in_word = begins || goes_on;
    any = any || in_word;
  }
  return any;
}

void add_case_question(TypeObject& type, const char* name, bool (*test)(std::u32string_view)) {
  add_method(type, name, [name, test](Vm& vm, const Args& args) {
    if (!check_count(vm, args.tail(), std::string("str.") + name, 0, 0)) return Value();
    return Value::boolean(test(letters_of(text_of(args[0]))));
  });
}

}  // namespace

void add_case_methods(TypeObject& type) {
  add_change(type, "upper", upper);
  add_change(type, "lower", lower);
  add_change(type, "title", title);
  add_change(type, "capitalize", capitalize);
  add_change(type, "swapcase", swapcase);
  add_change(type, "casefold", casefold);
  add_case_question(type, "isupper",
                    [](std::u32string_view letters) { return has_case(letters, true); });
  add_case_question(type, "islower",
                    [](std::u32string_view letters) { return has_case(letters, false); });
  add_case_question(type, "istitle", is_title);
}

}  // namespace normscope::notebook::runtime
