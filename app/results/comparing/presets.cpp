// SPDX-License-Identifier: MIT
#include "app/results/comparing/presets.hpp"

#include <memory>
#include <new>
#include <utility>

#include "app/document/edits.hpp"
#include "app/results/errors.hpp"
#include "core/base/limits.hpp"
#include "core/ops/presets.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

PresetTable preset_table(const document::Document& document, const trace::TensorRef& activations) {
  PresetTable table;
  std::vector<compute::Operation> operations;
  trace::TensorRef gamma;
  trace::TensorRef beta;
  for (const ops::Preset& preset : ops::presets()) {
    const auto edit = document::choose_preset(document, preset.id);
    if (!edit) {
      table.failure = edit.error();
      return table;
    }
    // All presets share their axes, so that gamma and beta are the same for each.
    compute::Request request = operation_request(edit->after, activations);
    operations.push_back(request.operation);
    gamma = request.gamma;
    beta = request.beta;
  }
  const bool keep = activations->size() <= base::kWholeStepElements;
  const auto compute_output = [&](const compute::Request& request) {
    auto output = variants::output_of(request);
    table.outputs.push_back(output && keep ? std::make_shared<const tensor::Tensor>(output->y)
                                           : nullptr);
    return output;
  };
  try {
    auto differences =
        variants::all_differences(operations, activations, gamma, beta, compute_output);
    if (differences) {
      table.differences = *std::move(differences);
    } else {
      table.failure = differences.error();
    }
  } catch (const std::bad_alloc&) {
    table.failure = {base::ErrorKind::kTooLarge, tr("there is no memory left for ten outputs"),
                     tr("try a smaller batch")};
  }
  return table;
}

}  // namespace normscope::results
