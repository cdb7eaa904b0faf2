// SPDX-License-Identifier: MIT
#include "app/cli/gradient_files.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "app/cli/input_files.hpp"
#include "app/cli/output_table.hpp"
#include "app/document/descriptions.hpp"
#include "core/io/read_file.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/translate.hpp"

namespace normscope::cli {

namespace {

bool to_standard_output(const GradientFiles& files) {
  return files.of_input.empty() || files.of_input == "-";
}

// PyTorch gives integers no gradient; here they are the numbers that they are.
void note_integers(const std::string& path, const Console& console) {
  const io::ArrayPlace place = io::array_place(path);
  std::error_code failed;
  if (!std::filesystem::is_regular_file(place.file, failed)) return;  // a pipe is read once
  const auto source = io::ByteSource::open(place.file);
  const auto arrays =
      source.and_then([&](const io::ByteSource& open) { return io::arrays_in(open, place.file); });
  if (!arrays || !*arrays) return;
  for (const io::ArrayEntry& entry : (*arrays)->entries) {
    const bool meant = place.array.empty() || entry.name == place.array;
    const bool real = entry.type.starts_with("float") || entry.type.starts_with("bfloat");
    if (!meant || real) continue;
    say(console.err,
        tr("note: {file}: {type} has no gradient in PyTorch; the numbers are taken as float32\n",
           arg("file", path), arg("type", entry.type)));
  }
}

OrFailure<void> write(const std::vector<io::TensorOutput>& outputs) {
  const auto written = io::write_tensors(outputs);
  if (!written) return tl::unexpected(Failure{written.error().path, written.error().error});
  return {};
}

}  // namespace

OrFailure<void> check_gradient(const GradientFiles& files) {
  if (!files.of_output.empty()) return {};
  for (const auto& [name, file] : {std::pair("--input-gradient", &files.of_input),
                                   std::pair("--weight-gradient", &files.of_weight),
                                   std::pair("--bias-gradient", &files.of_bias)}) {
    if (file->empty()) continue;
    return tl::unexpected(Failure{
        "",
        {base::ErrorKind::kInvalidArgument, tr("{name} needs --gradient", arg("name", name)),
         std::string(
             tr("--gradient DY.npy is the gradient of the output, which all others follow from"))},
        Exit::kUsage});
  }
  return {};
}

OrFailure<tensor::Tensor> read_gradient(const ComputeOptions& options, const Console& console) {
  const GradientFiles& files = options.gradient;
  auto dy = read_input(files.of_output, {});
  if (!dy) return dy;
  for (const std::string& file : {options.input, files.of_output}) note_integers(file, console);
  const auto values = std::as_const(*dy).values();
  const auto nan = std::ranges::find_if(values, [](float value) { return std::isnan(value); });
  if (nan != values.end()) {
    say(console.err, tr("note: {file}: nan at {place}: the gradients of its group are nan\n",
                        arg("file", files.of_output),
                        arg("place", document::place_name(dy->shape(), nan - values.begin()))));
  }
  return dy;
}

OrFailure<void> write_input_gradient(const GradientFiles& files, const tensor::Tensor& dx,
                                     const Console& console) {
  if (!to_standard_output(files)) return write({{files.of_input, &dx}});
  say(console.out, output_table(dx));
  return {};
}

OrFailure<compute::Gradients> write_gradients(const ComputeOptions& options,
                                              const ViewedRequest& request,
                                              const Console& console) {
  const GradientFiles& files = options.gradient;
  auto dy = read_gradient(options, console);
  if (!dy) return tl::unexpected(dy.error());
  ViewOptions view = options.view;
  view.mask.clear();
  view.causal = false;
  const auto seen = viewed(view, options.given.operation, *std::move(dy), files.of_output);
  if (!seen) return tl::unexpected(seen.error());
  auto gradients = gradients_viewed(request, seen->request.x, !files.of_weight.empty(),
                                    !files.of_bias.empty(), options.settings);
  if (!gradients) return tl::unexpected(Failure{files.of_output, gradients.error()});
  std::vector<io::TensorOutput> outputs;
  if (!to_standard_output(files)) outputs.push_back({files.of_input, &gradients->dx});
  if (gradients->dgamma) outputs.push_back({files.of_weight, &*gradients->dgamma});
  if (gradients->dbeta) outputs.push_back({files.of_bias, &*gradients->dbeta});
  if (auto written = write(outputs); !written) return tl::unexpected(written.error());
  if (to_standard_output(files)) say(console.out, output_table(gradients->dx));
  return *std::move(gradients);
}

}  // namespace normscope::cli
