// SPDX-License-Identifier: MIT
// Messages to and from JSON. Each message has one function for each direction.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/notebook/protocol/json_options.hpp"
#include "app/notebook/protocol/json_reader.hpp"
#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::protocol {
namespace {

using nlohmann::json;

std::span<const base::Name<CellMode>> mode_names() {
  return kCellModeNames;
}
std::span<const base::Name<Stream>> stream_names() {
  return kStreamNames;
}
std::span<const base::Name<VariableKind>> kind_names() {
  return kVariableKindNames;
}
std::span<const base::Name<arrays::Dtype>> dtype_names() {
  return arrays::kDtypeNames;
}

json write(const RunCell& m) {
  return {{"message", "run"},
          {"run", m.run},
          {"source", m.source},
          {"file", m.file},
          {"mode", base::name_of(mode_names(), m.mode)},
          {"picture_scale", m.picture_scale}};
}
json write(const ListVariables&) {
  return {{"message", "list variables"}};
}
json write(const DescribeChain& m) {
  return {{"message", "describe chain"}, {"name", m.name}};
}
json write(const TakeArray& m) {
  return {{"message", "take array"}, {"name", m.name}};
}
json write(const TakeChain&) {
  return {{"message", "take chain"}};
}
json write(const TakePicture&) {
  return {{"message", "take picture"}};
}
json write(const Interrupt& m) {
  return {{"message", "interrupt"}, {"run", m.run}};
}

json write(const Ready& m) {
  const Confinement& c = m.confinement;
  return {{"message", "ready"},
          {"python", m.python},
          {"confinement",
           {{"trusted", c.trusted},
            {"no_privileges", c.no_privileges},
            {"landlock", c.landlock},
            {"system_calls", c.system_calls},
            {"memory", c.memory},
            {"file_size", c.file_size},
            {"open_files", c.open_files}}}};
}
json write(const Refused& m) {
  return {{"message", "refused"}, {"sentence", m.sentence}, {"confinement", m.confinement}};
}
json write(const Output& m) {
  return {
      {"message", "output"}, {"stream", base::name_of(stream_names(), m.stream)}, {"text", m.text}};
}
json write(const Picture& m) {
  return {{"message", "picture"},
          {"text", m.text},
          {"after_value", m.after_value},
          {"width", m.width},
          {"height", m.height}};
}
json write(const Finished& m) {
  json object = {{"message", "finished"}, {"notes", m.notes}};
  if (m.value) object["value"] = *m.value;
  if (m.plain) object["plain"] = *m.plain;
  if (m.error) {
    const CellError& e = *m.error;
    object["error"] = {{"type", e.type},
                       {"message", e.message},
                       {"traceback", e.traceback},
                       {"line", e.line},
                       {"interrupted", e.interrupted},
                       {"exits", e.exits},
                       {"exit_status", e.exit_status}};
  }
  return object;
}
json write(const Variables& m) {
  json list = json::array();
  for (const Variable& v : m.variables) {
    list.push_back({{"name", v.name},
                    {"kind", base::name_of(kind_names(), v.kind)},
                    {"type", v.type},
                    {"shape", v.shape},
                    {"dtype", base::name_of(dtype_names(), v.dtype)},
                    {"stamp", v.stamp}});
  }
  return {{"message", "variables"}, {"variables", std::move(list)}};
}
json write(const Chain& m) {
  json steps = json::array();
  for (const ChainStep& s : m.steps) {
    steps.push_back({{"name", s.name},
                     {"symbol", s.symbol},
                     {"formula", s.formula},
                     {"shape", s.shape},
                     {"run", s.run},
                     {"line", s.line}});
  }
  json object = {{"message", "chain"}, {"steps", std::move(steps)}, {"preset", m.preset}};
  if (const auto* const norm = std::get_if<ops::NormOptions>(&m.options)) {
    object["norm"] = write_options(*norm);
  } else {
    object["softmax"] = write_options(std::get<ops::SoftmaxOptions>(m.options));
  }
  if (m.gamma) object["gamma"] = *m.gamma;
  if (m.beta) object["beta"] = *m.beta;
  return object;
}
json write(const Nothing&) {
  return {{"message", "nothing"}};
}
json write(const Taken& m) {
  return {{"message", "taken"},
          {"dtype", base::name_of(dtype_names(), m.dtype)},
          {"elements", m.elements}};
}
json write(const Failed& m) {
  return {{"message", "failed"}, {"sentence", m.sentence}};
}

RunCell read_run(const JsonReader& in) {
  return {in.small("run"), in.text("source"), in.text("file"), in.named("mode", mode_names()),
          in.number("picture_scale")};
}

Ready read_ready(const JsonReader& in) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const JsonReader c = in.object("confinement");
  return {in.text("python"),
          {c.flag("trusted"), c.flag("no_privileges"), c.small("landlock"), c.flag("system_calls"),
           c.integer("memory", 0, kMost), c.integer("file_size", 0, kMost),
           c.integer("open_files", 0, kMost)}};
}

Finished read_finished(const JsonReader& in) {
  Finished finished{in.optional_text("value"),
                    in.optional_text("plain"),
                    {},
                    in.optional_text("notes").value_or("")};
  if (!in.has("error")) return finished;
  const JsonReader e = in.object("error");
  finished.error = CellError{e.text("type"),
                             e.text("message"),
                             e.text("traceback"),
                             e.small("line"),
                             e.flag("interrupted"),
                             e.flag("exits"),
                             static_cast<int>(e.integer("exit_status", 0, 255))};
  return finished;
}

Picture read_picture(const JsonReader& in) {
  return {in.text("text"), in.flag("after_value"), in.integer("width", 0, kMostPictureSide),
          in.integer("height", 0, kMostPictureSide)};
}

Variables read_variables(const JsonReader& in) {
  Variables all;
  for (const json& item : in.list("variables", kMostVariables)) {
    const JsonReader v = in.item(item);
    all.variables.push_back({v.text("name"), v.named("kind", kind_names()), v.text("type"),
                             v.shape("shape"), v.named("dtype", dtype_names()),
                             v.natural("stamp")});
  }
  return all;
}

Chain read_chain(const JsonReader& in) {
  Chain chain;
  if (in.has("norm")) {
    chain.options = read_norm_options(in.object("norm"));
  } else {
    chain.options = read_softmax_options(in.object("softmax"));
  }
  for (const json& item : in.list("steps", kMostChainSteps)) {
    const JsonReader s = in.item(item);
    chain.steps.push_back({s.text("name"), s.text("symbol"), s.text("formula"), s.shape("shape"),
                           s.small("run"), s.small("line")});
  }
  // The first step is the input, of which every chain has one.
  if (chain.steps.empty()) in.wrong("steps");
  if (in.has("gamma")) chain.gamma = in.shape("gamma");
  if (in.has("beta")) chain.beta = in.shape("beta");
  chain.preset = in.text("preset");
  return chain;
}

std::optional<Request> read_request(const JsonReader& in) {
  const std::string message = in.text("message");
  if (message == "run") return read_run(in);
  if (message == "list variables") return ListVariables{};
  if (message == "describe chain") return DescribeChain{in.text("name")};
  if (message == "take array") return TakeArray{in.text("name")};
  if (message == "take chain") return TakeChain{};
  if (message == "take picture") return TakePicture{};
  if (message == "interrupt") return Interrupt{in.small("run")};
  return std::nullopt;
}

std::optional<Reply> read_reply(const JsonReader& in) {
  const std::string message = in.text("message");
  if (message == "output") return Output{in.named("stream", stream_names()), in.text("text")};
  if (message == "picture") return read_picture(in);
  if (message == "finished") return read_finished(in);
  if (message == "variables") return read_variables(in);
  if (message == "chain") return read_chain(in);
  if (message == "nothing") return Nothing{};
  if (message == "taken") {
    return Taken{in.named("dtype", dtype_names()), in.integer("elements", 0, kMostTakenBytes)};
  }
  if (message == "failed") return Failed{in.text("sentence")};
  if (message == "ready") return read_ready(in);
  if (message == "refused") return Refused{in.text("sentence"), in.flag("confinement")};
  return std::nullopt;
}

template <class Message>
base::Expected<Message> read_message(std::string_view text,
                                     std::optional<Message> (*read)(const JsonReader&)) {
  const auto object = parse_message(text);
  if (!object) return tl::unexpected(object.error());
  std::optional<std::string> fault;
  auto message = read(JsonReader(*object, fault));
  if (!message && !fault) fault = "message";
  if (fault) {
    return base::fail(base::ErrorKind::kMalformed,
                      fmt::format("a message has no right '{}'", *fault));
  }
  return *std::move(message);
}

std::string dumped(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const Request& request) {
  return dumped(std::visit([](const auto& message) { return write(message); }, request));
}

std::string to_json(const Reply& reply) {
  return dumped(std::visit([](const auto& message) { return write(message); }, reply));
}

base::Expected<Request> request_from(std::string_view text) {
  return read_message<Request>(text, read_request);
}

base::Expected<Reply> reply_from(std::string_view text) {
  return read_message<Reply>(text, read_reply);
}

std::size_t taken_steps(const Chain& chain) {
  const auto elements = tensor::element_count(chain.steps.front().shape);
  return elements && *elements <= kMostStepElements ? chain.steps.size() : 1;
}

base::Expected<std::int64_t> picture_bytes(const Picture& picture) {
  const bool has_sides = std::max(picture.width, picture.height) <= kMostPictureSide &&
                         std::min(picture.width, picture.height) >= 0;
  const std::int64_t bytes = has_sides ? picture.width * picture.height * 4 : 0;
  if (has_sides && bytes <= kMostPictureBytes) return bytes;
  return base::fail(base::ErrorKind::kTooLarge, "a picture is too large");
}

base::Expected<std::int64_t> taken_bytes(arrays::Dtype dtype, const tensor::Shape& shape) {
  const auto elements = tensor::element_count(shape);
  if (!elements) return elements;
  // At most 2^40 elements of eight bytes: no overflow.
  const std::int64_t bytes = *elements * arrays::item_size(dtype);
  if (bytes <= kMostTakenBytes) return bytes;
  return base::fail(base::ErrorKind::kTooLarge,
                    fmt::format("it has more than {} bytes", kMostTakenBytes));
}

base::Expected<std::int64_t> chain_elements(const Chain& chain) {
  std::vector<tensor::Shape> shapes;
  for (std::size_t i = 0; i < taken_steps(chain); ++i) shapes.push_back(chain.steps[i].shape);
  if (chain.gamma) shapes.push_back(*chain.gamma);
  if (chain.beta) shapes.push_back(*chain.beta);
  std::int64_t elements = 0;
  for (const tensor::Shape& shape : shapes) {
    const auto bytes = taken_bytes(arrays::Dtype::kFloat32, shape);
    if (!bytes) return bytes;
    elements += *bytes / arrays::item_size(arrays::Dtype::kFloat32);
  }
  if (const auto all = taken_bytes(arrays::Dtype::kFloat32, {elements}); !all) return all;
  return elements;
}

}  // namespace normscope::notebook::protocol
