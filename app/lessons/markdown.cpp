// SPDX-License-Identifier: MIT
#include "app/lessons/markdown.hpp"

#include <md4c.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "app/formula/tree.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

namespace {

// Line numbers of positions, which are mostly requested in ascending order.
class Lines {
 public:
  Lines(std::string_view text, int first) : text_(text), first_(first), line_(first) {}

  /// The line of a position in the text; for any other pointer (md4c's own constants) the line
  /// found last.
  int at(const char* place) {
    if (!contains(place)) return line_;
    const auto offset = static_cast<std::size_t>(place - text_.data());
    if (offset < offset_) {
      offset_ = 0;
      line_ = first_;
    }
    const std::string_view between = text_.substr(offset_, offset - offset_);
    line_ += static_cast<int>(std::ranges::count(between, '\n'));
    offset_ = offset;
    return line_;
  }

  bool contains(const char* place) const {
    return !std::less<>()(place, text_.data()) && std::less<>()(place, text_.data() + text_.size());
  }

 private:
  std::string_view text_;
  int first_;
  std::size_t offset_ = 0;
  int line_;
};

// The callbacks of md4c, which build the sections.
class Reader {
 public:
  Reader(std::string_view text, int first_line) : text_(text), lines_(text, first_line) {}

  Expected<std::vector<Section>> run() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_LATEXMATHSPANS | MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter_block(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return static_cast<Reader*>(self)->leave_block(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter_span(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<Reader*>(self)->leave_span(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<Reader*>(self)->add_text(type, {text, size});
    };
    const int status = md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this);
    if (error_) return tl::unexpected(*error_);
    if (status != 0) return base::fail(ErrorKind::kMalformed, tr("the Markdown cannot be read"));
    return std::move(sections_);
  }

 private:
  struct List {
    bool ordered = false;
    int next = 0;
  };

  // The first fault counts: md4c goes on after some of them.
  int refuse(ErrorKind kind, std::string_view what, std::string hint = {}) {
    if (!error_) {
      error_ = base::Error{kind, tr("line {line}: {what}", arg("line", line_), arg("what", what)),
                           std::move(hint)};
    }
    return 1;
  }
  int too_large(std::string_view sentence, std::size_t most) {
    return refuse(ErrorKind::kTooLarge, tr(sentence, arg("most", most)), tr("part it"));
  }
  int unsupported(std::string_view sentence) { return refuse(ErrorKind::kUnsupported, sentence); }

  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_DOC:
      case MD_BLOCK_P:
        return 0;
      case MD_BLOCK_H:
        // The line of a heading is only known with its text; its level is checked at its end.
        heading_ = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        title_.clear();
        title_line_ = 0;
        return 0;
      case MD_BLOCK_UL:
        return enter_list({});
      case MD_BLOCK_OL: {
        const unsigned start = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
        return enter_list({true, static_cast<int>(start)});
      }
      case MD_BLOCK_LI:
        item_pending_ = true;
        return close();
      case MD_BLOCK_CODE: {
        const MD_ATTRIBUTE& language = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
        line_ = lines_.at(language.text);
        if (!lists_.empty()) return unsupported(tr("lessons have no code blocks inside lists"));
        code_ = Block{.kind = BlockKind::kCode};
        code_->language.assign(language.text == nullptr ? "" : language.text, language.size);
        return 0;
      }
      case MD_BLOCK_QUOTE:
        return unsupported(tr("lessons have no quotes"));
      case MD_BLOCK_HR:
        return unsupported(tr("lessons have no rulers"));
      default:
        return unsupported(tr("lessons have no HTML and tables"));
    }
  }

  int enter_list(List list) {
    // An item that begins with a nested list gets an empty block before that list.
    if (item_pending_ && open() == nullptr) return 1;
    lists_.push_back(list);
    return close();
  }

  int leave_block(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_H:
        return end_heading();
      case MD_BLOCK_CODE:
        return end_code();
      case MD_BLOCK_LI:
        if (item_pending_ && open() == nullptr) return 1;
        return close();
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        return 0;
      case MD_BLOCK_P:
        return close();
      default:
        return 0;
    }
  }

  int end_heading() {
    const int level = std::exchange(heading_, 0);
    if (level != 2 || !lists_.empty()) {
      return refuse(ErrorKind::kUnsupported, tr("lessons have headings of the second level only"),
                    tr("begin each step with '## '"));
    }
    if (title_.empty()) return refuse(ErrorKind::kMalformed, tr("a step needs a title after '##'"));
    line_ = title_line_;
    if (sections_.size() == kMostSteps)
      return too_large(tr_later("a lesson has at most {most} steps"), kMostSteps);
    sections_.push_back({std::move(title_), title_line_, {}});
    step_bytes_ = 0;
    return 0;
  }

  int end_code() {
    Block block = *std::exchange(code_, std::nullopt);
    if (block.line == 0) block.line = line_;
    if (sections_.empty()) return before_first();
    if (block.language == "python" && ++cells_ > kMostLessonCells) {
      line_ = block.line;
      return too_large(tr_later("a lesson has at most {most} cells"), kMostLessonCells);
    }
    return put(std::move(block));
  }

  int put(Block block) {
    std::vector<Block>& blocks = sections_.back().blocks;
    if (blocks.size() == kMostBlocks) {
      line_ = block.line;
      return too_large(
          tr_later("a step has at most {most} paragraphs, items, formulas and blocks of code"),
          kMostBlocks);
    }
    blocks.push_back(std::move(block));
    return 0;
  }

  int before_first() {
    return refuse(ErrorKind::kMalformed, tr("a lesson begins with a step"),
                  tr("put a heading such as '## The batch' first"));
  }

  // The block that receives text, created if needed; null after an error.
  Block* open() {
    if (block_) return &*block_;
    if (sections_.empty()) {
      before_first();
      return nullptr;
    }
    block_ = Block{.line = line_, .depth = static_cast<int>(lists_.size())};
    if (item_pending_) {
      block_->kind = BlockKind::kItem;
      List& list = lists_.back();
      if (list.ordered) block_->number = list.next++;
      item_pending_ = false;
    }
    return &*block_;
  }

  // Ends the open block. A paragraph of nothing but spaces, beside a displayed formula, is dropped.
  int close() {
    if (!block_) return 0;
    Block block = *std::exchange(block_, std::nullopt);
    auto& inlines = block.inlines;
    while (!inlines.empty() && !inlines.back().formula) {
      std::string& text = inlines.back().text;
      text.erase(text.find_last_not_of(" \n") + 1);
      if (!text.empty()) break;
      inlines.pop_back();
    }
    const bool empty = block.kind == BlockKind::kParagraph && inlines.empty();
    return empty ? 0 : put(std::move(block));
  }

  int enter_span(MD_SPANTYPE type, void* detail) {
    if (formula_) {
      return refuse(ErrorKind::kMalformed, tr("a formula with other Markdown inside"),
                    tr("put spaces around *, and close each $ with one of its kind"));
    }
    switch (type) {
      case MD_SPAN_EM:
        ++emphasis_;
        return 0;
      case MD_SPAN_STRONG:
        ++strong_;
        return 0;
      case MD_SPAN_CODE:
        in_code_ = true;
        return 0;
      case MD_SPAN_A: {
        const MD_ATTRIBUTE& target = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
        link_.assign(target.text == nullptr ? "" : target.text, target.size);
        return 0;
      }
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_ = Formula{{}, type == MD_SPAN_LATEXMATH_DISPLAY};
        return 0;
      default:
        return unsupported(tr("lessons have no pictures"));
    }
  }

  int leave_span(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_EM:
        --emphasis_;
        return 0;
      case MD_SPAN_STRONG:
        --strong_;
        return 0;
      case MD_SPAN_CODE:
        in_code_ = false;
        return 0;
      case MD_SPAN_A:
        link_.clear();
        return 0;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        return end_formula();
      default:
        return 0;
    }
  }

  int end_formula() {
    const Formula formula = *std::exchange(formula_, std::nullopt);
    if (heading_ != 0) return refuse(ErrorKind::kUnsupported, tr("titles have no formulas"));
    const auto tree = formula::parse(formula.source);
    if (!tree) return refuse(tree.error().kind, tree.error().sentence, tree.error().hint);
    if (tree->children.empty()) return refuse(ErrorKind::kMalformed, tr("the formula is empty"));
    Block* block = open();
    if (block == nullptr) return 1;
    if (!formula.displayed) {
      block->inlines.push_back(styled(formula.source));
      block->inlines.back().formula = true;
      return 0;
    }
    const int depth = block->depth;
    if (close() != 0) return 1;
    return put(
        {.kind = BlockKind::kFormula, .line = line_, .depth = depth, .text = formula.source});
  }

  Inline styled(std::string text) const {
    return {.text = std::move(text),
            .emphasis = emphasis_ > 0,
            .strong = strong_ > 0,
            .code = in_code_,
            .link = link_};
  }

  int add_text(MD_TEXTTYPE type, std::string_view text) {
    step_bytes_ += text.size();
    if (step_bytes_ > kMostStepBytes)
      return too_large(tr_later("a step has at most {most} bytes of text"), kMostStepBytes);
    if (code_) {
      // The block's line is the line of its first line of code, also when that one is empty.
      if (code_->line == 0 && lines_.contains(text.data())) {
        line_ = lines_.at(text.data());
        const auto before = std::count(code_->text.begin(), code_->text.end(), '\n');
        code_->line = line_ - static_cast<int>(before);
      }
      code_->text += text;
      return 0;
    }
    line_ = lines_.at(text.data());
    if (type == MD_TEXT_ENTITY) {
      return refuse(ErrorKind::kUnsupported,
                    tr("lessons have no HTML entities such as {text}", arg("text", text)),
                    tr("write the character itself"));
    }
    if (formula_) {
      formula_->source += text;
      return 0;
    }
    const std::string_view piece = meaning(type, text);
    if (type == MD_TEXT_NORMAL && has_lone_dollar(text)) {
      return refuse(ErrorKind::kMalformed, tr("a '$' without its partner"),
                    tr("write \\$ for the sign itself"));
    }
    if (heading_ != 0) {
      if (title_line_ == 0) title_line_ = line_;
      title_ += piece;
      return 0;
    }
    Block* block = open();
    if (block == nullptr) return 1;
    append(*block, styled(std::string(piece)));
    return 0;
  }

  static std::string_view meaning(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_NULLCHAR) return "\xEF\xBF\xBD";  // as CommonMark requires
    if (type == MD_TEXT_SOFTBR) return " ";
    return type == MD_TEXT_BR ? "\n" : text;
  }

  // Whether the text has a dollar sign that is not escaped by a backslash.
  bool has_lone_dollar(std::string_view text) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char* place = text.data() + i;
      const bool escaped = lines_.contains(place) && place != text_.data() && place[-1] == '\\';
      if (text[i] == '$' && !escaped) return true;
    }
    return false;
  }

  static void append(Block& block, Inline piece) {
    if (block.inlines.empty()) piece.text.erase(0, piece.text.find_first_not_of(" \n"));
    if (piece.text.empty()) return;
    if (!block.inlines.empty()) {
      Inline& last = block.inlines.back();
      const auto style = [](const Inline& one) {
        return std::tie(one.emphasis, one.strong, one.code, one.link);
      };
      if (!last.formula && style(last) == style(piece)) {
        last.text += piece.text;
        return;
      }
    }
    block.inlines.push_back(std::move(piece));
  }

  struct Formula {
    std::string source;
    bool displayed = false;
  };

  std::string_view text_;
  Lines lines_;
  int line_ = 0;
  std::vector<Section> sections_;
  std::size_t step_bytes_ = 0;  // of the text of the last one
  std::size_t cells_ = 0;
  std::optional<Block> block_;  // the paragraph or item that is being read
  std::optional<Block> code_;
  std::optional<Formula> formula_;
  std::vector<List> lists_;
  bool item_pending_ = false;
  int heading_ = 0;
  std::string title_;
  int title_line_ = 0;
  int emphasis_ = 0;
  int strong_ = 0;
  bool in_code_ = false;
  std::string link_;
  std::optional<base::Error> error_;
};

}  // namespace

Expected<std::vector<Section>> read_sections(std::string_view markdown, int first_line) {
  return Reader(markdown, first_line).run();
}

}  // namespace normscope::lessons
