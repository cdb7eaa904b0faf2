// SPDX-License-Identifier: MIT
#include "tests/app/results/formula_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <regex>
#include <span>
#include <stdexcept>

#include "app/formula/tree.hpp"

namespace normscope::testing {
namespace {

using formula::Kind;
using formula::Node;

constexpr double kRounding = 0x1p-24;   // half an ULP of 1
constexpr double kSmallest = 0x1p-149;  // the distance of denormals

Bounded rounded(double value, double error, int roundings = 1) {
  if (!std::isfinite(value)) return {value, 0};
  return {value, error + roundings * (kRounding * std::abs(value) + kSmallest)};
}

class Evaluator {
 public:
  explicit Evaluator(const std::vector<Bounded>& links) : links_(links) {}

  Bounded row(std::span<const Node> nodes) const {
    std::size_t at = 0;
    std::vector<Bounded> terms;
    double sign = 1;
    if (is(nodes, at, "−")) {
      sign = -1;
      ++at;
    }
    while (true) {
      Bounded next = term(nodes, at);
      terms.push_back({sign * next.value, next.error});
      if (at >= nodes.size()) break;
      if (!is(nodes, at, "+") && !is(nodes, at, "−")) throw std::runtime_error("no sum");
      sign = is(nodes, at, "+") ? 1 : -1;
      ++at;
    }
    Bounded sum;
    double magnitude = 0;
    for (const Bounded& one : terms) {
      sum.value += one.value;
      sum.error += one.error;
      magnitude += std::abs(one.value);
    }
    if (!std::isfinite(sum.value)) return {sum.value, 0};
    const auto additions = static_cast<double>(terms.size() - 1);
    return {sum.value, sum.error + additions * (kRounding * magnitude + kSmallest)};
  }

 private:
  static bool is(std::span<const Node> nodes, std::size_t at, std::string_view text) {
    return at < nodes.size() && nodes[at].kind == Kind::kGlyphs && nodes[at].text == text;
  }

  // Whatever the locale.
  static double number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      throw std::runtime_error("not a number: " + text);
    }
    return value;
  }

  static Bounded times(const Bounded& a, const Bounded& b) {
    return rounded(a.value * b.value,
                   a.error * std::abs(b.value) + b.error * std::abs(a.value) + a.error * b.error);
  }

  static Bounded over(const Bounded& a, const Bounded& b) {
    const double value = a.value / b.value;
    return rounded(value, (a.error + std::abs(value) * b.error) / (std::abs(b.value) - b.error));
  }

  Bounded term(std::span<const Node> nodes, std::size_t& at) const {
    Bounded result = factor(nodes, at);
    while (at < nodes.size() && !is(nodes, at, "+") && !is(nodes, at, "−")) {
      const bool divides = is(nodes, at, "/");
      if (divides || is(nodes, at, "⋅") || is(nodes, at, "×")) ++at;
      const Bounded next = factor(nodes, at);
      result = divides ? over(result, next) : times(result, next);
    }
    return result;
  }

  Bounded factor(std::span<const Node> nodes, std::size_t& at) const {
    if (at >= nodes.size()) throw std::runtime_error("nothing to evaluate");
    if (is(nodes, at, "max")) {
      at += 2;
      return maximum(nodes[at - 1].children.at(0).children);
    }
    if (is(nodes, at, "log")) {
      const Bounded of = factor(nodes, ++at);
      return rounded(std::log(of.value), of.error / std::max(of.value - of.error, kSmallest), 2);
    }
    if (is(nodes, at, "tanh")) {
      const Bounded of = factor(nodes, ++at);
      return rounded(std::tanh(of.value), of.error, 2);
    }
    return node(nodes[at++]);
  }

  Bounded maximum(std::span<const Node> numbers) const {
    Bounded result{-std::numeric_limits<double>::infinity(), 0};
    for (std::size_t first = 0; first < numbers.size();) {
      std::size_t end = first;
      while (end < numbers.size() && !is(numbers, end, ",")) ++end;
      const Bounded one = row(numbers.subspan(first, end - first));
      if (std::isnan(one.value)) return one;
      result = {std::max(result.value, one.value), std::max(result.error, one.error)};
      first = end + 1;
    }
    return result;
  }

  Bounded node(const Node& one) const {
    if (!one.link.empty()) return links_.at(std::stoul(one.link));
    switch (one.kind) {
      case Kind::kGlyphs:
        return {number(one.text), 0};
      case Kind::kRow:
        return row(one.children);
      case Kind::kFenced:
        return node(one.children.at(0));
      case Kind::kFraction:
        return over(node(one.children.at(0)), node(one.children.at(1)));
      case Kind::kRoot: {
        const Bounded of = node(one.children.at(0));
        const double root = std::sqrt(of.value);
        return rounded(root, root - std::sqrt(std::max(0.0, of.value - of.error)));
      }
      case Kind::kScripts: {
        const Bounded power = node(one.children.at(2));
        if (one.children.at(0).text == "e") {
          const double value = std::exp(power.value);
          return rounded(value, value * std::expm1(power.error), 2);
        }
        if (power.value != 2) throw std::runtime_error("a power other than a square");
        const Bounded base = node(one.children.at(0));
        return times(base, base);
      }
      default:
        throw std::runtime_error("a part without a value");
    }
  }

  const std::vector<Bounded>& links_;
};

void add_ids(const Node& node, std::vector<std::string>& ids) {
  if (!node.link.empty()) ids.push_back(node.link);
  for (const Node& child : node.children) add_ids(child, ids);
}

Node tree_of(std::string_view source) {
  auto tree = formula::parse(source);
  if (!tree) throw std::runtime_error(tree.error().sentence + ": " + std::string(source));
  return *std::move(tree);
}

}  // namespace

Bounded formula_value(std::string_view source, const std::vector<Bounded>& links) {
  const Node tree = tree_of(source);
  return Evaluator(links).row(tree.children);
}

std::vector<std::string> link_ids(std::string_view source) {
  std::vector<std::string> ids;
  add_ids(tree_of(source), ids);
  return ids;
}

std::string without_links(std::string_view source) {
  static const std::regex link(R"(\\href\{\d+\}\{([^{}]*(\{[^{}]*\})*[^{}]*)\})");
  return std::regex_replace(std::string(source), link, "$1");
}

}  // namespace normscope::testing
