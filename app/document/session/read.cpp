// SPDX-License-Identifier: MIT
// Reads a document from the text of a session. Anything that the writer would not write is refused.

#include <limits>
#include <string_view>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/comparison.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/session/members.hpp"
#include "app/document/session/needs.hpp"
#include "app/document/session/node.hpp"
#include "app/document/session/versions.hpp"
#include "core/base/memory.hpp"
#include "core/io/read_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

using tensor::Shape;
using tensor::Tensor;

namespace {

// All values of an array: one number for all, or a list.
Array read_values(const SessionNode& node, const Shape& shape) {
  if (node.failed()) return {};
  Expected<Tensor> values;
  if (node.is_list()) {
    std::vector<float> numbers;
    for (const SessionNode& item : node.items()) numbers.push_back(item.value());
    values = Tensor::from_values(shape, std::move(numbers));
  } else {
    values = Tensor::full(shape, node.value());
  }
  if (node.failed()) return {};
  if (!values) {
    node.fail(values.error());
    return {};
  }
  return Array(*std::move(values));
}

// The values that an origin generates, with single numbers changed.
Array read_recipe(const SessionNode& node, const Origin& origin, const Shape& shape) {
  std::vector<std::pair<std::int64_t, float>> changes;
  const std::int64_t count = node.failed() ? 0 : tensor::product(shape);
  for (const SessionNode& change : node.at("changes").items()) {
    const auto pair = change.items();
    if (pair.size() != 2) {
      change.fail(tr_later("{place} must be a position and a value"));
      break;
    }
    changes.emplace_back(pair[0].whole(), pair[1].value());
    if (changes.back().first < 0 || changes.back().first >= count) {
      pair[0].fail(tr_later("{place} must be one of {count} positions, 0 first"),
                   arg("count", count));
    }
  }
  if (node.failed()) return {};
  auto values = make_values(origin, shape);
  if (!values) {
    node.fail(values.error());
    return {};
  }
  // A file of one number may be read as a scalar.
  const auto shaped = Array(*std::move(values)).reshaped(shape);
  if (!shaped) {
    node.fail(shaped.error());
    return {};
  }
  return shaped->with(changes);
}

// One of the characters, or with an empty text '\0'.
char read_mark(const SessionNode& node, std::string_view marks) {
  const std::string text = node.text();
  const bool none = text.empty() && marks.find('\0') != std::string_view::npos;
  if (none || (text.size() == 1 && marks.find(text[0]) != std::string_view::npos)) {
    return none ? '\0' : text[0];
  }
  node.fail(tr_later("{place} is no mark that a table can have"));
  return marks[0];
}

template <class T>
void read(const SessionNode& node, T& value) {
  if constexpr (std::is_same_v<T, bool>) value = node.flag();
  if constexpr (std::is_same_v<T, std::int64_t>) value = node.whole();
  if constexpr (std::is_same_v<T, std::uint64_t>) value = node.count();
  if constexpr (std::is_same_v<T, double>) value = node.number();
  if constexpr (std::is_same_v<T, std::string>) value = node.text();
  if constexpr (std::is_same_v<T, Shape>) value = node.shape();
}

constexpr ops::NeededSentences kNeeded{
    .whole = tr_later("{place} must be a whole number from {least} to {most}"),
    .word = tr_later("{place} must be one of {names}"),
    .sizes = tr_later("{place} must be sizes such as 4,5"),
    .finite = tr_later("{place} must be a finite number"),
    .from_zero = tr_later("{place} must be a finite number, zero or more"),
    .above_zero = tr_later("{place} must be a finite number above zero")};

ops::OptionValue read_option(const SessionNode& node, const ops::OptionInfo& option) {
  ops::OptionValue value = option.standard;
  if (auto* const name = std::get_if<std::string_view>(&value)) {
    const ops::OptionWord* const word = option.word(node.text());
    *name = word == nullptr ? std::string_view() : word->name;
  } else {
    std::visit([&node](auto& known) { read(node, known); }, value);
  }
  if (accepts(option, value)) return value;
  node.fail(needed_sentence(option, kNeeded), arg("least", option.least), arg("most", option.most),
            arg("names", option.list_words()));
  return option.standard;
}

// A walk over the members of a part that reads them. Each key that is asked for must be there, and
// no other.
class SessionReader {
 public:
  template <class T>
  static void read_object(const SessionNode& node, T& value) {
    SessionReader reader(node);
    members(reader, value);
    node.expect_keys(reader.known_);
  }

  void line(int /*indent*/) {}
  void space() {}

  template <class T>
  void operator()(std::string_view key, T& value) {
    read(at(key), value);
  }
  void whole(std::string_view key, int& value, std::string_view needed) {
    const SessionNode node = at(key);
    const std::int64_t number = node.whole();
    const bool fits = number >= 0 && number <= std::numeric_limits<int>::max();
    if (!fits) node.fail(needed);
    value = fits ? static_cast<int>(number) : 0;
  }
  template <class Enum>
  void named(std::string_view key, Enum& value,
             std::span<const base::Name<std::type_identity_t<Enum>>> names) {
    value = at(key).one_of(names);
  }
  void plan(std::string_view key, precision::Plan& plan) {
    const SessionNode node = at(key);
    auto read = precision::parse_plan(node.text());
    if (!read) return node.fail(read.error());
    plan = *std::move(read);
  }
  void mark(std::string_view key, std::optional<char>& mark, std::string_view marks) {
    if (present(key, false)) mark = read_mark(at(key), marks);
  }
  void rising(std::string_view key, std::vector<std::int64_t>& numbers) {
    for (const SessionNode& item : at(key).items()) {
      const std::int64_t number = item.whole();
      if (number < 0 || (!numbers.empty() && number <= numbers.back())) {
        item.fail(tr_later("{place} must be above the column before it, the first 0"));
      }
      numbers.push_back(number);
    }
  }
  template <class Options>
  void options(Options& options) {
    for (const auto& option : option_list(options)) {
      if (option.optional && !present(option.key, false)) continue;
      option.set(options, read_option(at(option.key), option));
    }
  }

  bool present(std::string_view key, bool /*is*/) const { return node_.has(key); }
  static auto& made(auto& optional) { return optional.emplace(); }

  template <class T>
  void object(std::string_view key, T& value, int /*indent*/ = 0, std::string_view = {}) {
    read_object(at(key), value);
  }
  template <class T>
  void list(std::string_view key, std::vector<T>& values, std::string_view, std::string_view,
            int /*indent*/ = 0) {
    for (const SessionNode& item : at(key).items()) {
      if (item.failed()) return;
      read_object(item, values.emplace_back());
    }
  }
  template <class Variant, class Kinds>
  void alternative(Variant& variant, const Kinds& kinds) {
    using Kind = decltype(kinds[0].value);
    const auto kind = at("kind").one_of(std::span<const base::Name<Kind>>(kinds));
    emplace(variant, static_cast<std::size_t>(kind),
            std::make_index_sequence<std::variant_size_v<Variant>>());
    std::visit([this](auto& known) { members(*this, known); }, variant);
  }
  void values(std::string_view key, Array& array, const Shape& shape, int /*indent*/) {
    array = read_values(at(key), shape);
  }
  void changes(std::string_view key, Array& array, const Origin& origin, const Shape& shape) {
    known_.push_back(key);
    array = read_recipe(node_, origin, shape);
  }

 private:
  explicit SessionReader(const SessionNode& node) : node_(node) {}

  SessionNode at(std::string_view key) {
    known_.push_back(key);
    return node_.at(key);
  }
  template <class Variant, std::size_t... kAt>
  static void emplace(Variant& variant, std::size_t at, std::index_sequence<kAt...>) {
    ((at == kAt ? static_cast<void>(variant.template emplace<kAt>()) : void()), ...);
  }

  const SessionNode& node_;
  std::vector<std::string_view> known_{};
};

// The version of a session, one that this program knows unless there is a fault.
int read_version(const SessionNode& root, SessionNode::Fault& fault) {
  const std::int64_t version = root.at(kVersionKey).whole();
  if (root.failed()) return kSessionVersion;
  if (version < 1) root.at(kVersionKey).fail(tr_later("{place} must be 1 or more"));
  if (version > kSessionVersion) {
    fault = base::Error{base::ErrorKind::kUnsupported,
                        tr("the session is of version {version}, and this program knows versions "
                           "up to {known}",
                           arg("version", version), arg("known", kSessionVersion)),
                        tr("open it with a newer Normscope")};
  }
  return fault ? kSessionVersion : static_cast<int>(version);
}

// Checks that the settings of a normalization match the shape of its input: `fit` does.
void check_norm(const SessionNode& node, const NormSettings& norm, const NormSettings& fit,
                const tensor::Shape& activations) {
  for (const auto& option : option_list(norm)) {
    if (option.get(norm) == option.get(fit)) continue;
    node.at(option.key)
        .fail(tr_later("{place} is ({option}), which is not what the shape {shape} ends with"),
              arg("option", ops::value_text(option.get(norm))),
              arg("shape", tensor::shape_to_text(activations)));
  }
  const auto check_parameter = [&](std::string_view key, const Parameter& is,
                                   const Parameter& should) {
    if (is.values.shape() == should.values.shape()) return;
    node.at(key).at("shape").fail(tr_later("{place} is {shape}, but {key} must have {needed} here"),
                                  arg("shape", tensor::shape_to_text(is.values.shape())),
                                  arg("key", key),
                                  arg("needed", tensor::shape_to_text(should.values.shape())));
  };
  for (const ParameterRow& row : kParameterRows) {
    check_parameter(row.key, norm.*row.values, fit.*row.values);
  }
}

// Checks that the parts of a document match each other.
void check_whole(const SessionNode& root, const Document& document) {
  if (document.input >= document.inputs.size()) {
    root.at("input").fail(tr_later("{place} must be below {inputs}, the number of inputs"),
                          arg("inputs", document.inputs.size()));
    return;
  }
  if (document.subject == Subject::kChain && chain_operation(document) == nullptr) {
    root.at("subject").fail(tr_later("{place} is chain, but no cell wrote steps of the input"));
    return;
  }
  const Document fit = fitted(document);
  const tensor::Shape activations = shape_after_layers(document);
  check_norm(root.at("norm"), document.norm, fit.norm, activations);
  if (const Operation* const other = other_operation(document)) {
    check_norm(root.at("comparison").at("b").at("norm"), other->norm, other_operation(fit)->norm,
               activations);
  }
  if (const auto target = check_target(document); !target) {
    root.at("backward").at("target").fail(target.error());
  }
  if (fit.backward != document.backward) {
    root.at("backward").at("shape").fail(tr_later("{place} is not that of the output"));
  }
  if (fit.selection != document.selection)
    root.at("selection").fail(tr_later("{place} lies outside of the input"));
  if (fit.view.outer != document.view.outer) {
    root.at("view").at("outer").fail(tr_later("{place} is no slice of the input"));
  }
}

// Checks what a part says that may hold anything else of its type.
void check_parts(const SessionNode& root, const Document& document) {
  const auto inputs = root.at("inputs").items();
  if (inputs.empty()) root.at("inputs").fail(tr_later("{place} must hold at least one input"));
  std::vector<Input> before;
  for (std::size_t at = 0; at < inputs.size() && !root.failed(); ++at) {
    const std::string& name = document.inputs[at].name;
    if (const auto named = check_name(before, at, name); !named) {
      inputs[at].at("name").fail(named.error());
    }
    before.push_back(document.inputs[at]);
    const auto* const variable = std::get_if<Variable>(&document.inputs[at].origin);
    if (variable == nullptr || !variable->hand_written) continue;
    const tensor::Shape& shape = document.inputs[at].values.shape();
    if (const auto fits = check_steps(*variable->hand_written, shape); !fits) {
      inputs[at].at("origin").at("steps").fail(fits.error());
    }
  }
  const auto layers = root.at("layers").items();
  for (std::size_t at = 0; at < layers.size() && !root.failed(); ++at) {
    if (const auto checked = check_layer(document.layers[at]); !checked) {
      layers[at].fail(checked.error());
    }
  }
  const bool has_variable = std::holds_alternative<Variable>(document.backward.origin);
  if (has_variable) {
    root.at("backward")
        .at("origin")
        .at("kind")
        .fail(tr_later("{place} cannot be a variable for a gradient"));
  }
  const auto* const given =
      document.comparison ? std::get_if<GivenOutput>(&document.comparison->b) : nullptr;
  if (given != nullptr && !std::holds_alternative<Typed>(given->origin) &&
      !std::holds_alternative<File>(given->origin)) {
    const SessionNode output = root.at("comparison").at("b").at("output");
    output.at("origin").at("kind").fail(tr_later("{place} must be typed or file for an output"));
  }
}

Document read_document(const SessionNode& root) {
  Document document;
  SessionReader::read_object(root, document);
  if (!root.failed()) check_parts(root, document);
  if (!root.failed()) check_whole(root, document);
  return document;
}

constexpr std::string_view kThisSession = tr_later("this session");  // for which there is no memory

}  // namespace

Expected<ParsedSession> parse_session(std::string_view text, const std::stop_token& stop) {
  return base::within_memory(kThisSession, [&]() -> Expected<ParsedSession> {
    auto json = parse_json(text, stop);
    if (!json) return tl::unexpected(json.error());
    ParsedSession session{nullptr, files_named(*json), numbers_asked(*json)};
    session.json = std::make_shared<const nlohmann::json>(*std::move(json));
    return session;
  });
}

Expected<Document> from_session(const ParsedSession& session, const FilePlaces& places) {
  return base::within_memory(kThisSession, [&]() -> Expected<Document> {
    SessionNode::Fault fault;
    const int version = read_version(SessionNode(*session.json, "", fault), fault);
    if (fault) return tl::unexpected(*std::move(fault));
    nlohmann::json changed;
    if (version != kSessionVersion || !places.empty()) {
      changed = *session.json;
      move_files(changed, places);
      migrate(changed, version, fault);
      if (fault) return tl::unexpected(*std::move(fault));
    }
    if (auto fits = check_numbers(session.numbers); !fits) return tl::unexpected(fits.error());
    Document document =
        read_document(SessionNode(changed.is_null() ? *session.json : changed, "", fault));
    if (fault) return tl::unexpected(*std::move(fault));
    return document;
  });
}

Expected<Document> from_session(std::string_view text) {
  return parse_session(text).and_then(
      [](const ParsedSession& session) { return from_session(session); });
}

Expected<Document> load_session(const std::filesystem::path& path) {
  return io::read_file(path).and_then([](const std::string& text) { return from_session(text); });
}

}  // namespace normscope::document
