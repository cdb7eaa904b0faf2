// SPDX-License-Identifier: MIT
#include "app/cli/compare/side.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/operation_options.hpp"
#include "app/cli/parameter_files.hpp"
#include "core/io/tensor_file.hpp"
#include "core/ops/presets.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

constexpr std::array<base::Name<SideKind>, 3> kSideKinds{{
    {SideKind::kPreset, "preset"},
    {SideKind::kOperation, "operation"},
    {SideKind::kFile, "file"},
}};

OrFailure<trace::TensorRef> read_shared(const std::string& path) {
  auto values = io::read_tensor(path);
  if (!values) return tl::unexpected(Failure{path, values.error()});
  return std::make_shared<const tensor::Tensor>(*std::move(values));
}

OrFailure<Side> read_operation(const std::string& argument, const std::vector<std::string>& words,
                               const GivenOperation& given, const Command& grammar) {
  std::vector<const char*> arguments{"normscope", "compute"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const Parsed parsed = parse(grammar, static_cast<int>(arguments.size()), arguments.data());
  if (parsed.wrong || parsed.help) {
    return tl::unexpected(Failure{
        argument,
        {base::ErrorKind::kInvalidArgument,
         parsed.wrong ? parsed.wrong->sentence : tr("a compared operation has no help of its own"),
         parsed.wrong ? parsed.wrong->hint : see("normscope help compute " + words.front())},
        Exit::kUsage});
  }
  Side side{SideKind::kOperation, argument, "", {given.operation, nullptr}};
  side.request.precision = given.precision;
  if (auto taken = take_running(side.request.operation, given.paths); !taken) {
    return tl::unexpected(taken.error());
  }
  if (auto read = read_parameters(side.request, given.paths); !read) {
    return tl::unexpected(read.error());
  }
  return side;
}

}  // namespace

std::span<const base::Name<SideKind>> side_kind_names() {
  return kSideKinds;
}

OrFailure<Side> read_side(const std::string& argument) {
  if (const ops::Preset* preset = ops::find_preset(argument)) {
    return Side{SideKind::kPreset, argument, std::string(preset->name), {preset->options, nullptr}};
  }
  std::vector<std::string> words;
  std::istringstream text(argument);
  for (std::string word; text >> word;) words.push_back(std::move(word));

  GivenOperation given;
  Command grammar{"normscope"};
  grammar.commands = {{.name = "compute", .commands = operation_commands(given)}};
  if (!words.empty() && ops::find_operation(words.front())) {
    return read_operation(argument, words, given, grammar);
  }
  auto output = read_shared(argument);
  if (!output && output.error().error.kind == base::ErrorKind::kNotFound) {
    const std::string meant =
        words.empty() ? ""
                      : text::nearest(words.front(), names_of(grammar.commands.front().commands));
    output.error().error.hint = text::in_a_row(
        text::did_you_mean(meant),
        tr("A and B are presets, {first} to {last}, operations such as \"layer-norm --eps 1e-3\", "
           "or files",
           arg("first", ops::presets().front().id), arg("last", ops::presets().back().id)));
  }
  if (!output) return tl::unexpected(output.error());
  Side side{SideKind::kFile, argument, ""};
  side.output = *std::move(output);
  return side;
}

}  // namespace normscope::cli
