// SPDX-License-Identifier: MIT
// The text of an exception that nobody caught, as CPython 3.11 writes it: the lines it passed, with
// carets under the part that raised, and the exceptions it came from.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::runtime {
namespace {

/// Lines of one function that repeat are shown this often; then their number is.
constexpr int kRepeats = 3;
/// Entries that are shown at most, the last ones: CPython's bound.
constexpr std::size_t kMostEntries = 1000;
/// Exceptions that came from each other and are shown.
constexpr int kMostChained = 200;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}

// The part of a range that is the operator or the brackets, in bytes from its beginning.
struct Anchors {
  std::size_t left = 0;
  std::size_t right = 0;
};

std::optional<Anchors> anchors_of(std::string_view segment) {
  const auto module = syntax::parse(segment);
  if (!module || module->body.size() != 1) return std::nullopt;
  const auto* const statement =
      std::get_if<syntax::ExpressionStatement>(&module->body.front().node);
  if (statement == nullptr) return std::nullopt;
  const auto column = [](int value) { return static_cast<std::size_t>(value); };
  if (const auto* const node = std::get_if<syntax::Binary>(&statement->value->node)) {
    const std::size_t end = column(node->right->span.column);
    // CPython takes what follows the left operand for the operator, be it a parenthesis around it.
    for (std::size_t at = column(node->left->span.end_column); at < end; ++at) {
      if (is_blank(segment[at])) continue;
      Anchors anchors{at, at + 1};
      if (at + 1 < end && !is_blank(segment[at + 1])) ++anchors.right;
      return anchors;
    }
    return std::nullopt;
  }
  if (const auto* const node = std::get_if<syntax::Subscript>(&statement->value->node)) {
    // CPython works out a letter of a text before it looks for brackets.
    const auto* const literal = std::get_if<syntax::StringLiteral>(&node->value->node);
    const auto* const index = std::get_if<syntax::IntLiteral>(&node->index->node);
    if (literal != nullptr && index != nullptr && index->base == 10 && index->digits.size() < 10 &&
        std::stoul("0" + index->digits) < utf8::length(literal->value)) {
      return std::nullopt;
    }
    return Anchors{column(node->value->span.end_column), column(node->index->span.end_column) + 1};
  }
  return std::nullopt;
}

std::string carets(const std::string& line, const syntax::Span& span) {
  const auto bytes = [&](int column) {
    return std::min(static_cast<std::size_t>(std::max(column, 0)), line.size());
  };
  const std::size_t blanks = std::min(line.find_first_not_of(" \t\f"), line.size());
  const std::size_t begin = bytes(span.column);
  std::size_t end = bytes(span.end_column);
  std::optional<Anchors> anchors;
  if (span.line == span.end_line) {
    if (end < begin) return {};
    anchors = anchors_of(std::string_view(line).substr(begin, end - begin));
  } else {
    end = line.find_last_not_of(" \t\f") + 1;
  }
  const auto letters = [&](std::size_t from, std::size_t to) {
    return utf8::length(std::string_view(line).substr(from, std::max(from, to) - from));
  };
  const std::size_t width = letters(begin, end);
  if (!anchors && width == letters(blanks, line.size())) return {};
  std::string text(4 + letters(blanks, begin), ' ');
  if (!anchors) return text + std::string(width, '^') + "\n";
  const std::size_t left = letters(begin, begin + anchors->left);
  const std::size_t right = letters(begin, std::min(begin + anchors->right, line.size()));
  for (std::size_t n = 0; n < width; ++n) text += n >= left && n < right ? '^' : '~';
  return text + "\n";
}

std::string entry_text(const TraceEntry& entry) {
  const CodeObject& code = *entry.code;
  const syntax::Span span = code.places[entry.instruction];
  std::string text = "  File \"" + code.source->file + "\", line " + std::to_string(span.line) +
                     ", in " + code.name + "\n";
  const auto index = static_cast<std::size_t>(span.line) - 1;
  if (index >= code.source->lines.size()) return text;
  const std::string& line = code.source->lines[index];
  const std::size_t blanks = std::min(line.find_first_not_of(" \t\f"), line.size());
  if (blanks == line.size()) return text;
  return text + "    " + line.substr(blanks) + "\n" + carets(line, span);
}

std::string entries_text(const std::vector<TraceEntry>& trace) {
  std::string text;
  const TraceEntry* before = nullptr;
  int count = 0;
  const auto line_of = [](const TraceEntry& entry) {
    return entry.code->places[entry.instruction].line;
  };
  const auto repeated = [&] {
    if (count <= kRepeats) return;
    const int more = count - kRepeats;
    text += "  [Previous line repeated " + std::to_string(more) + " more time" +
            (more > 1 ? "s" : "") + "]\n";
  };
  const std::size_t shown = std::min(trace.size(), kMostEntries);
  for (std::size_t n = shown; n > 0; --n) {
    const TraceEntry& entry = trace[n - 1];
    const bool same = before != nullptr && before->code->source->file == entry.code->source->file &&
                      line_of(*before) == line_of(entry) && before->code->name == entry.code->name;
    if (!same) {
      repeated();
      count = 0;
    }
    before = &entry;
    if (++count <= kRepeats) text += entry_text(entry);
  }
  repeated();
  return text;
}

std::string suggestion(Vm& vm, const ExceptionObject& exception) {
  std::string meant = exception.suggestion;
  const auto* const name = exception.name.as<StrObject>();
  if (meant.empty() && name != nullptr && exception.owner &&
      exception.type()->is_subtype_of(*vm.errors().attribute_error)) {
    meant = closest_name(name->text(), names_of(vm, exception.owner));
  }
  return meant.empty() ? "" : ". Did you mean: '" + meant + "'?";
}

std::string notes(Vm& vm, const ExceptionObject& exception) {
  std::string text;
  if (!exception.attributes()) return text;
  const Value* const list = exception.attributes()->find(*vm.intern("__notes__"));
  if (list == nullptr || !list->is_kind(Kind::kList)) return text;
  for (const Value& note : list->get<ListObject>().values) {
    if (note.is_kind(Kind::kStr)) text += text_of(note) + "\n";
  }
  return text;
}

std::string chained_text(Vm& vm, const ExceptionObject& exception,
                         std::vector<const ExceptionObject*>& seen) {
  std::string text;
  seen.push_back(&exception);
  const auto is_new = [&](const ExceptionObject* other) {
    return other != nullptr && std::ranges::find(seen, other) == seen.end() &&
           seen.size() < kMostChained;
  };
  const auto* const cause = exception.cause.as<ExceptionObject>();
  const auto* const context = exception.context.as<ExceptionObject>();
  if (cause != nullptr) {
    if (is_new(cause)) {
      text += chained_text(vm, *cause, seen) +
              "\nThe above exception was the direct cause of the following exception:\n\n";
    }
  } else if (!exception.suppress_context && is_new(context)) {
    text += chained_text(vm, *context, seen) +
            "\nDuring handling of the above exception, another exception occurred:\n\n";
  }
  if (!exception.trace.empty()) {
    text += "Traceback (most recent call last):\n" + entries_text(exception.trace);
  }
  return text + summary(vm, exception) + "\n" + notes(vm, exception);
}

}  // namespace

std::string summary(Vm& vm, const ExceptionObject& exception) {
  const TypeObject& type = *exception.type();
  std::string text;
  if (type.module != "builtins" && type.module != "__main__") text = type.module + ".";
  text += type.qualname;
  const Ref<Object> alive(const_cast<ExceptionObject*>(&exception));
  auto message = str_of(vm, Value(alive));
  if (!message) {
    vm.take_exception();
    message = "<exception str() failed>";
  }
  *message += suggestion(vm, exception);
  vm.take_exception();
  return message->empty() ? text : text + ": " + *message;
}

std::string traceback_text(Vm& vm, const ExceptionObject& exception) {
  std::vector<const ExceptionObject*> seen;
  return chained_text(vm, exception, seen);
}

}  // namespace normscope::notebook::runtime
