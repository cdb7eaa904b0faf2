// SPDX-License-Identifier: MIT
#include "app/lessons/practice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/scene.hpp"
#include "app/lessons/task_table.hpp"
#include "core/random/generator.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::lessons {

namespace {

constexpr int kMostDraws = 100;
// Of a row's numbers: what can be read as a sentence.
constexpr std::int64_t kMostColumns = 16;
constexpr std::int64_t kMostRows = 8;
constexpr std::int64_t kMostSpread = 1000;
constexpr std::int64_t kFurthest = 1'000'000;
// Numbers that differ by less look the same.
constexpr double kTie = 1e-3;

enum class Pick { kFirst, kLargest, kSmallest };
constexpr std::array<base::Name<Pick>, 3> kPicks{
    {{Pick::kFirst, "first"}, {Pick::kLargest, "largest"}, {Pick::kSmallest, "smallest"}}};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : generator_(seed) {}
  // From 0 to count - 1.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(generator_.next_64() % count);
  }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t left = list.size(); left > 1; --left) {
      std::swap(list[left - 1], list[below(left)]);
    }
  }

 private:
  random::Generator generator_;
};

// The rule of a `draw` table: one matrix.
class Draw {
 public:
  Draw(const toml::table& table, TomlFaults& faults, Dice& dice)
      : keys_(table, faults), faults_(faults), dice_(dice) {
    columns_ = keys_.whole("columns", 1, kMostColumns).value_or(0);
    low_ = keys_.whole("low", -kFurthest, kFurthest).value_or(1);
    high_ = keys_.whole("high", low_, kFurthest).value_or(std::max<std::int64_t>(low_, 9));
    step_ = keys_.number("step").value_or(1);
    if (columns_ == 0)
      keys_.refuse("columns", tr("'columns' is missing: how many numbers a row has"));
  }

  std::optional<tensor::Tensor> read() {
    const toml::array* const rows = keys_.array("rows");
    keys_.finish();
    if (faults_.error) return std::nullopt;
    const auto count = rows == nullptr ? 1 : static_cast<std::int64_t>(rows->size());
    if (count < 1 || count > kMostRows) {
      keys_.refuse("rows", tr("a rule draws 1 to {most} rows", arg("most", kMostRows)));
      return std::nullopt;
    }
    const toml::table plain;
    for (std::int64_t row = 0; row < count && !faults_.error; ++row) {
      const toml::node* const node =
          rows == nullptr ? nullptr : rows->get(static_cast<std::size_t>(row));
      const toml::table* const table = node == nullptr ? nullptr : node->as_table();
      if (node != nullptr && table == nullptr) {
        keys_.refuse("rows", tr("a row must be a table such as {} or { constant = true }"));
      } else {
        add_row(table == nullptr ? plain : *table);
      }
    }
    if (faults_.error) return std::nullopt;
    std::vector<float> all;
    for (const auto& row : rows_) {
      for (const double value : row) all.push_back(static_cast<float>(value));
    }
    auto drawn = tensor::Tensor::from_values({count, columns_}, std::move(all));
    if (!drawn) keys_.keep("columns", drawn.error());
    return drawn ? std::optional(*std::move(drawn)) : std::nullopt;
  }

 private:
  void add_row(const toml::table& table) {
    TomlTable row(table, faults_);
    const auto of = row.whole("of", 0, kMostRows);
    const double times = row.number("times").value_or(1);
    const double add = row.number("add").value_or(0);
    const bool constant = row.flag("constant").value_or(false);
    const toml::array* const pattern = row.array("pattern");
    const std::int64_t spread = row.whole("spread", 1, kMostSpread).value_or(1);
    row.finish();
    if (of && static_cast<std::size_t>(*of) >= rows_.size()) {
      row.refuse("of", tr("'of' must be an earlier row"));
    }
    if (faults_.error) return;
    std::vector<double> values;
    if (of) {
      values = rows_[static_cast<std::size_t>(*of)];
      for (double& value : values) value = value * times + add;
    } else if (pattern != nullptr) {
      values = patterned(*pattern, row, spread);
    } else if (constant) {
      values.assign(static_cast<std::size_t>(columns_),
                    step_ * static_cast<double>(dice_.between(low_, high_)));
    } else {
      values = distinct();
    }
    rows_.push_back(std::move(values));
  }

  std::vector<double> patterned(const toml::array& pattern, TomlTable& row, std::int64_t spread) {
    std::vector<double> values;
    for (const toml::node& each : pattern) values.push_back(each.value<double>().value_or(NAN));
    const bool numbers = std::ranges::none_of(values, [](double value) { return value != value; });
    if (!numbers || static_cast<std::int64_t>(values.size()) != columns_) {
      row.refuse("pattern", tr("'pattern' must have {count} numbers", arg("count", columns_)));
      return {};
    }
    const auto middle = static_cast<double>(dice_.between(low_, high_));
    const auto wide = static_cast<double>(dice_.between(1, spread));
    for (double& value : values) value = step_ * (middle + wide * value);
    dice_.shuffle(values);
    return values;
  }

  std::vector<double> distinct() {
    const std::int64_t known = high_ - low_ + 1;
    if (known < columns_) {
      keys_.refuse("high",
                   tr("from 'low' to 'high' there are {numbers} numbers, but a row has {columns}",
                      arg("numbers", known), arg("columns", columns_)));
      return {};
    }
    std::vector<double> values;
    while (static_cast<std::int64_t>(values.size()) < columns_) {
      const double next = step_ * static_cast<double>(dice_.between(low_, high_));
      if (std::ranges::find(values, next) == values.end()) values.push_back(next);
    }
    return values;
  }

  TomlTable keys_;
  TomlFaults& faults_;
  Dice& dice_;
  std::int64_t columns_ = 0;
  std::int64_t low_ = 1;
  std::int64_t high_ = 9;
  double step_ = 1;
  std::vector<std::vector<double>> rows_;
};

// What a setting is in a sentence: "0.5", "1, 1, 3".
std::string setting_text(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    std::vector<std::string> parts;
    for (const toml::node& part : *list) parts.push_back(setting_text(part));
    return text::listed(parts);
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return fmt::format("{}", node.value<double>().value_or(NAN));
}

struct Offered {
  Choice choice{};
  double value = 0;
};

// One draw of a rule.
class Drawing {
 public:
  Drawing(const toml::table& rule, TomlFaults& faults, const document::Document& step,
          std::uint64_t seed)
      : faults_(faults), dice_(seed), step_(step, printed_), task_(rule, faults, step_) {}

  // Nothing where the numbers do not do, or the rule has a fault.
  std::optional<Prediction> read() {
    set_stage();
    if (faults_.error) return std::nullopt;
    constexpr std::array<std::string_view, 2> kQuestions{"number", "choices"};
    task_.expect_one_of(kQuestions);
    Prediction drawn;
    drawn.ask = task_.required_prose("ask");
    bool fits = true;
    if (task_.has("number")) {
      drawn.question = read_asked_number();
    } else if (!faults_.error) {
      fits = read_offers(drawn);
    }
    drawn.reveal = task_.prose("reveal");
    task_.keys().finish();
    drawn.shows = drawn_->document();
    if (faults_.error || !fits) return std::nullopt;
    return drawn;
  }

 private:
  void set_stage() {
    document::Document stage = step_.document();
    if (const toml::table* draw = task_.keys().table("draw"); draw != nullptr && !faults_.error) {
      const auto values = Draw(*draw, faults_, dice_).read();
      if (!values) return;
      stage.inputs = {document::Input{.name = "x", .values = document::Array(*values)}};
    }
    std::map<std::string, std::string> words;
    const toml::node* with = task_.keys().any("with");
    if (with != nullptr && with->is_array() && !with->as_array()->empty()) {
      with = with->as_array()->get(dice_.below(with->as_array()->size()));
    }
    const toml::table none;
    const toml::table* const changes = with == nullptr ? &none : with->as_table();
    if (changes == nullptr) {
      return task_.keys().refuse("with",
                                 tr("'with' must be a table of settings, or a list of them"));
    }
    for (const auto& [key, value] : *changes) {
      words.emplace(key.str(), setting_text(value));
    }
    auto after = read_changes(*changes, faults_, stage);
    if (!after) {
      faults_.error = after.error();
      return;
    }
    const auto input = after->inputs.front().values.values();
    const auto columns = static_cast<std::size_t>(input->shape().back());
    const auto all = input->values();
    for (std::size_t at = 0; at + columns <= all.size() && columns <= kMostColumns; at += columns) {
      words.emplace(fmt::format("row {}", at / columns),
                    fmt::format("{}", fmt::join(all.subspan(at, columns), ", ")));
    }
    drawn_.emplace(step_.of(*std::move(after)));
    drawn_->name_words(std::move(words));
    task_.take_numbers_of(*drawn_);
  }

  NumberQuestion read_asked_number() {
    const std::string reference = task_.keys().text("number").value_or("");
    const ShownNumber number = task_.number("number", reference);
    const auto within = task_.keys().number("within");
    if (!within || !(*within >= 0)) {
      task_.keys().refuse("within", tr("a number needs 'within': how far off an answer may be"));
    }
    if (!std::isfinite(number.value)) {
      task_.keys().refuse("number", tr("the answer is {answer}: ask for it as a choice",
                                       arg("answer", number.text)));
    }
    return {.value = number.value, .within = within.value_or(0), .text = number.text};
  }

  std::optional<Offered> read_offer(const toml::node& node) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      faults_.refuse(node, ErrorKind::kMalformed,
                     tr(R"(a choice must be a table such as { number = "variance[0]:1" })"));
      return std::nullopt;
    }
    TaskTable offer(*table, faults_, *drawn_);
    std::optional<StepNumbers> after;
    const toml::table* const with = offer.keys().table("with");
    if (with != nullptr && !faults_.error) {
      auto changed = read_changes(*with, faults_, drawn_->document());
      if (!changed) return std::nullopt;
      after.emplace(drawn_->of(*std::move(changed)));
      offer.take_numbers_of(*after);
    }
    Offered offered;
    const ShownNumber number = offer.number("number", offer.keys().text("number").value_or(""));
    offered.value = number.value;
    offered.choice.text = offer.prose("text");
    if (offered.choice.text.empty()) {
      offered.choice.text = {{.text = number.text, .reference = "number"}};
    }
    offered.choice.why = offer.prose("why");
    offer.keys().finish();
    return offered;
  }

  // The choice that is right.
  static std::vector<Offered>::iterator picked(std::vector<Offered>& offers, Pick pick) {
    if (pick == Pick::kFirst) return offers.begin();
    return pick == Pick::kLargest ? std::ranges::max_element(offers, {}, &Offered::value)
                                  : std::ranges::min_element(offers, {}, &Offered::value);
  }

  // Whether another choice could be right as well.
  static bool is_rival(const Offered& right, const Offered& other, Pick pick) {
    if (pick == Pick::kFirst) return false;
    const double gap = std::abs(right.value - other.value);
    return !(gap > kTie * std::max(std::abs(right.value), std::abs(other.value)));
  }

  // False where two choices are the same.
  bool read_offers(Prediction& drawn) {
    const toml::array* const list = task_.keys().array("choices");
    const Pick pick = task_.keys()
                          .choice("pick", std::span<const base::Name<Pick>>(kPicks))
                          .value_or(Pick::kFirst);
    if (list == nullptr) return false;
    std::vector<Offered> offers;
    for (const toml::node& node : *list) {
      auto offered = read_offer(node);
      if (!offered || faults_.error) return false;
      if (pick != Pick::kFirst && !std::isfinite(offered->value)) return false;
      for (const Offered& other : offers) {
        if (other.choice.text == offered->choice.text) return false;
      }
      offers.push_back(*std::move(offered));
    }
    if (offers.size() < 2) {
      task_.keys().refuse("choices", tr("there must be two choices or more"));
      return false;
    }
    const auto right = picked(offers, pick);
    for (auto other = offers.begin(); other != offers.end(); ++other) {
      if (other != right && is_rival(*right, *other, pick)) return false;
    }
    right->choice.right = true;
    if (pick == Pick::kFirst) dice_.shuffle(offers);
    ChoiceQuestion question;
    for (Offered& offered : offers) question.choices.push_back(std::move(offered.choice));
    drawn.question = std::move(question);
    return true;
  }

  TomlFaults& faults_;
  Dice dice_;
  PrintedNumbers printed_{};  // a rule names none
  StepNumbers step_;
  std::optional<StepNumbers> drawn_{};
  TaskTable task_;
};

}  // namespace

Expected<Prediction> draw_practice(const Practice& rule, const document::Document& step,
                                   std::uint64_t seed) {
  const auto table = parse_toml(rule.block, rule.line);
  if (!table) return tl::unexpected(table.error());
  const toml::table* const practice = (*table)["practice"].as_table();
  TomlFaults faults{.first_line = rule.line};
  if (practice == nullptr) {
    faults.refuse(*table, ErrorKind::kMalformed, tr("there is no 'practice' table"));
    return tl::unexpected(*faults.error);
  }
  for (int draw = 0; draw < kMostDraws; ++draw) {
    auto drawn = Drawing(*practice, faults, step, seed + static_cast<std::uint64_t>(draw)).read();
    if (faults.error) return tl::unexpected(*faults.error);
    if (drawn) return *std::move(drawn);
  }
  faults.refuse(*practice, ErrorKind::kMalformed,
                tr("in {draws} draws no two choices differed", arg("draws", kMostDraws)));
  return tl::unexpected(*faults.error);
}

}  // namespace normscope::lessons
