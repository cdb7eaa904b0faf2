// SPDX-License-Identifier: MIT
// Each step's sentence, taken at its word: what it says is done is done here, in double and in
// plain loops, and must give the step's values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "app/results/sheet/step_words.hpp"
#include "core/ops/presets.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/every_operation.hpp"

namespace normscope::results {
namespace {

using Numbers = std::vector<double>;

// What a sentence says of a card's step.
class Judge {
 public:
  Judge(const Evaluation& evaluation, std::size_t card, double epsilon)
      : trace_(evaluation.stages[evaluation.cards[card].stage].trace),
        step_(trace_.steps()[static_cast<std::size_t>(evaluation.cards[card].step)]),
        epsilon_(epsilon) {
    if (step_.a >= 0) a_ = values(step_.a);
  }

  // Makes value() what the sentence says; false where no rule reads it.
  bool read(const std::string& sentence) {
    const auto word = [](const std::smatch& match, std::size_t of) { return match[of].str(); };
    const auto element = [&](double (*function)(double)) {
      return
          [this, word, function](const std::smatch& m) { return function(each(word(m, 1), at_)); };
    };
    const auto pair = [&](double (*function)(double, double)) {
      return [this, word, function](const std::smatch& m) {
        return function(each(word(m, 1), at_), other(word(m, 2), at_));
      };
    };
    const auto statistic = [&](double (*function)(const Numbers&)) {
      return [this, function](const std::smatch& /*match*/) { return function(group(at_)); };
    };
    using Rule = std::function<double(const std::smatch&)>;
    const std::vector<std::pair<std::string, Rule>> rules{
        {"The same number for every element of the group\\.",
         [this](const std::smatch&) { return a_[index(group_of(at_))]; }},
        {"The numbers as they are\\.", [this](const std::smatch&) { return a_[index(at_)]; }},
        {"To (each .*), (.*) is added\\.", pair([](double a, double b) { return a + b; })},
        {"Epsilon is added to (each .*), so that none is 0\\.",
         [this, word](const std::smatch& m) { return each(word(m, 1), at_) + epsilon_; }},
        {"To each (.*) its own (.*) is added\\.",
         [this, word](const std::smatch& m) {
           return parameter(word(m, 1), word(m, 2), at_) + element_beside(word(m, 2), at_);
         }},
        {"Each (.*) is scaled by its own (.*)\\.",
         [this, word](const std::smatch& m) {
           return parameter(word(m, 1), word(m, 2), at_) * element_beside(word(m, 2), at_);
         }},
        {"From (each .*), (.*) is subtracted\\.", pair([](double a, double b) { return a - b; })},
        {"(Each .*) is multiplied by itself\\.", element([](double a) { return a * a; })},
        {"(.*) is multiplied by (.*)\\.", pair([](double a, double b) { return a * b; })},
        {"(Each .*) gets another divisor: it is divided by (.*)\\.",
         pair([](double a, double b) { return a / b; })},
        {"(Each .*) is divided by (.*)\\.", pair([](double a, double b) { return a / b; })},
        {"The larger of (each .*) and (.*)\\.",
         pair([](double a, double b) { return std::max(a, b); })},
        {"(Each .*), but at least (.*)\\.",
         pair([](double a, double b) { return std::max(a, b); })},
        {"The square root of (each .*): .*", element(std::sqrt)},
        {"e to the power of (each .*)\\.", element(std::exp)},
        {"The natural logarithm of (each .*)\\.", element(std::log)},
        {"The hyperbolic tangent of (each .*): .*", element(std::tanh)},
        {"Numbers below 0 become 0, the others stay\\.",
         [this](const std::smatch&) { return std::max(a_[index(at_)], 0.0); }},
        {"The largest number of each group\\.",
         statistic([](const Numbers& x) { return std::ranges::max(x); })},
        {"The numbers of each group are added up\\.", statistic(sum)},
        {"The numbers of each group are added up and divided by their count\\.", statistic(mean)},
        {"The numbers of each group are added up and divided by (.*)\\.",
         [this, word](const std::smatch& m) { return sum(group(at_)) / other(word(m, 1), at_); }},
        {"The squared distances of each group's numbers from their mean are added up and divided "
         "by "
         "their count\\.",
         statistic([](const Numbers& x) { return squares(x) / static_cast<double>(x.size()); })},
        {"The squared distances of each group's numbers from their mean are added up and divided "
         "by "
         "(.*)\\.",
         [this, word](const std::smatch& m) {
           return squares(group(at_)) / other(word(m, 1), at_);
         }},
        {"The exponentials of each group's numbers minus their maximum, added up in one pass\\.",
         statistic([](const Numbers& x) {
           const double most = std::ranges::max(x);
           return std::accumulate(x.begin(), x.end(), 0.0, [most](double total, double value) {
             return total + std::exp(value - most);
           });
         })},
        {"What is subtracted from each group's numbers so that those that stay above 0 add up to "
         "1\\.",
         statistic(threshold)},
        {"Each row times each column of the transposed weights, added up\\.",
         [this](const std::smatch&) { return product(at_); }},
    };
    return std::ranges::any_of(rules, [&](const auto& rule) {
      // A number may stand in the place of what has one for each group.
      const std::regex words(
          std::regex_replace(rule.first, std::regex("[Ee]ach \\.\\*"), "(?:each .*|[-+.0-9e]+)"),
          std::regex::icase);
      if (!std::regex_match(sentence, words)) return false;
      sentence_ = sentence;
      std::regex_match(sentence_, match_, words);
      rule_ = rule.second;
      return true;
    });
  }

  double value(std::int64_t at) {
    at_ = at;
    return rule_(match_);
  }

 private:
  static std::size_t index(std::int64_t at) { return static_cast<std::size_t>(at); }

  static double sum(const Numbers& x) { return std::accumulate(x.begin(), x.end(), 0.0); }
  static double mean(const Numbers& x) { return sum(x) / static_cast<double>(x.size()); }
  static double squares(const Numbers& x) {
    const double centre = mean(x);
    double total = 0;
    for (const double value : x) total += (value - centre) * (value - centre);
    return total;
  }

  // By halving: what is left above the threshold shrinks as it rises.
  static double threshold(const Numbers& x) {
    double low = std::ranges::min(x) - 1;
    double high = std::ranges::max(x);
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      double left = 0;
      for (const double value : x) left += std::max(value - middle, 0.0);
      (left > 1 ? low : high) = middle;
    }
    return low;
  }

  Numbers values(int step) const {
    const auto& of = trace_.steps()[static_cast<std::size_t>(step)];
    Numbers result;
    for (std::int64_t k = 0; k < tensor::product(of.shape); ++k) {
      result.push_back(static_cast<double>(trace_.value(step, k)));
    }
    return result;
  }

  double named(const std::string& name, std::int64_t at) const {
    const int step = trace_.find(name);
    EXPECT_GE(step, 0) << "no step is called " << name;
    return step < 0 ? 0 : static_cast<double>(trace_.value(step, at));
  }

  // The group of an element of this step; a statistic has one element for each.
  std::int64_t group_of(std::int64_t at) const {
    const bool statistic = step_.shape == trace_.groups().reduced_shape;
    return statistic ? at : trace_.groups().locate(at).group;
  }
  Numbers group(std::int64_t at) const {
    const tensor::GroupLayout& layout = trace_.groups();
    Numbers result;
    for (std::int64_t k = 0; k < layout.size; ++k) {
      result.push_back(a_[index(layout.base(at) + layout.offset(k))]);
    }
    return result;
  }

  // "each number", "each variance", "0.5".
  double each(std::string words, std::int64_t at) const {
    if (const auto constant = text::parse_double(words)) return *constant;
    words.front() = 'e';
    const std::string name = words.substr(5);
    return name == "number" ? a_[index(at)] : named(name, at);
  }

  // "the mean of its group", "the mean at its place", "0.5".
  double other(const std::string& words, std::int64_t at) const {
    std::smatch match;
    if (std::regex_match(words, match, std::regex("the (.*) of its group"))) {
      return named(match[1], group_of(at));
    }
    if (std::regex_match(words, match, std::regex("the (.*) at its place"))) {
      return named(match[1], at);
    }
    if (words.starts_with("the ")) return named(words.substr(4), 0);
    const auto number = text::parse_double(words);
    EXPECT_TRUE(number) << words;
    return number.value_or(0);
  }

  // The number of a parameter that an element's column, channel or place has.
  double parameter(const std::string& owner, const std::string& name, std::int64_t at) const {
    const Numbers all = values(trace_.find(name));
    const auto count = static_cast<std::int64_t>(all.size());
    if (owner == "column") return all[index(at % step_.shape.back())];
    if (owner == "place of a group") return all[index(at % count)];
    EXPECT_EQ(owner, "channel (dim 1)");
    std::int64_t after = 1;
    for (std::size_t d = 2; d < step_.shape.size(); ++d) after *= step_.shape[d];
    return all[index(at / after % step_.shape[1])];
  }

  // The operand that is not the parameter of this name.
  double element_beside(const std::string& name, std::int64_t at) const {
    return values(trace_.find(name) == step_.a ? step_.b : step_.a)[index(at)];
  }

  double product(std::int64_t at) const {
    const Numbers weights = values(step_.b);
    const auto width = trace_.steps()[static_cast<std::size_t>(step_.a)].shape.back();
    double total = 0;
    for (std::int64_t k = 0; k < width; ++k) {
      total += a_[index(at / step_.shape.back() * width + k)] *
               weights[index(at % step_.shape.back() * width + k)];
    }
    return total;
  }

  const trace::Trace& trace_;
  const trace::Step& step_;
  double epsilon_;
  Numbers a_;
  std::int64_t at_ = 0;
  std::string sentence_{};
  std::smatch match_{};  // of sentence_
  std::function<double(const std::smatch&)> rule_{};
};

TEST(StepSentences, SayWhatIsComputed) {
  std::vector<std::string_view> presets;
  for (const ops::Preset& preset : ops::presets()) presets.push_back(preset.id);
  const compute::Backends backends = compute::make_backends();
  std::size_t judged = 0;
  for (const document::Document& document : testing::every_operation(presets)) {
    const Evaluation evaluation = evaluate(document, 0, backends, compute::Device::kReference);
    ASSERT_FALSE(evaluation.failure);
    for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
      const auto& of = evaluation.cards[card];
      const trace::Trace& trace = evaluation.stages[of.stage].trace;
      const trace::Step& step = trace.steps()[static_cast<std::size_t>(of.step)];
      if (step.is_leaf()) continue;
      const std::string sentence = words_of_step(evaluation, card);
      SCOPED_TRACE(step.name + ": " + sentence);
      Judge judge(evaluation, card, document.norm.options.epsilon);
      ASSERT_TRUE(judge.read(sentence)) << "no rule reads it";
      for (std::int64_t at = 0; at < tensor::product(step.shape); ++at) {
        const double said = judge.value(at);
        const auto is = static_cast<double>(trace.value(of.step, at));
        if (std::isnan(is) && std::isnan(said)) continue;
        if (is == said) continue;
        // Numbers in a sentence have four digits; float32 sums of at most 60 numbers below 10 have
        // less of an error than that.
        EXPECT_NEAR(is, said, 1e-3 * std::max(1.0, std::abs(said))) << "element " << at;
        ++judged;
        if (HasFailure()) break;
      }
    }
  }
  EXPECT_GT(judged, 5000U);
}

// What is read aloud of every step names its operands, without a sign that voices pass over.
TEST(StepSentences, ReadAloudNameWhatAStepIsMadeFrom) {
  const compute::Backends backends = compute::make_backends();
  bool normalized = false;
  for (const document::Document& document : testing::every_operation({})) {
    const Evaluation evaluation = evaluate(document, 0, backends, compute::Device::kReference);
    ASSERT_FALSE(evaluation.failure);
    for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
      const auto& of = evaluation.cards[card];
      const trace::Trace& trace = evaluation.stages[of.stage].trace;
      const trace::Step& step = trace.steps()[static_cast<std::size_t>(of.step)];
      const std::string words = made_words(evaluation, card);
      if (step.a < 0) {
        EXPECT_EQ(words, "");
        continue;
      }
      SCOPED_TRACE(step.name + ": " + words);
      EXPECT_TRUE(words.starts_with("from "));
      // A step may have a sign in its own name: "variance + eps".
      std::string between = words;
      for (const int operand : {step.a, step.b}) {
        if (operand < 0) continue;
        const std::string& name = trace.steps()[static_cast<std::size_t>(operand)].name;
        const std::size_t at = between.find(name);
        ASSERT_NE(at, std::string::npos) << name;
        between.erase(at, name.size());
      }
      for (const std::string_view sign : {"#", "+", "−", "×", "÷"}) {
        EXPECT_EQ(between.find(sign), std::string::npos);
      }
      normalized = normalized || words == "from centred divided by standard deviation";
    }
  }
  EXPECT_TRUE(normalized);
}

}  // namespace
}  // namespace normscope::results
