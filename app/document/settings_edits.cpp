// SPDX-License-Identifier: MIT
// Edits of what is done to the numbers: layers, operation, options, gamma and beta.

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/document/checks.hpp"
#include "app/document/descriptions.hpp"
#include "app/document/edits.hpp"
#include "app/document/hand_written.hpp"
#include "app/document/settings.hpp"
#include "core/text/translate.hpp"

namespace normscope::document {

MaybeEdit set_layers(const Document& document, std::vector<Layer> layers) {
  const auto checked = check_layers(document.inputs[document.input].values.shape(), layers);
  if (!checked) return tl::unexpected(checked.error());
  Edit edit{layers_change_description(document, layers), document,
            [layers](const Document& start) { return layers_change_description(start, layers); }};
  edit.after.layers = std::move(layers);
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit choose_subject(const Document& document, Subject subject) {
  if (subject == Subject::kChain && !has_chain(document)) {
    return fail(ErrorKind::kInvalidArgument, tr("no cell wrote steps of this input"));
  }
  Edit edit{"", document};
  edit.after.subject = subject;
  edit.after = fitted(std::move(edit.after));
  edit.description = tr("switch to {operation}", arg("operation", operation_name(edit.after)));
  return edit;
}

MaybeEdit choose_preset(const Document& document, std::string_view id) {
  const ops::Preset* preset = ops::find_preset(id);
  if (preset == nullptr) {
    return fail(ErrorKind::kNotFound, tr("there is no preset {id}", arg("id", id)),
                tr("presets are {ops} to {back_id}", arg("ops", ops::presets().front().id),
                   arg("back_id", ops::presets().back().id)));
  }
  Document normalizing = document;
  normalizing.subject = Subject::kNorm;
  NormSettings settings = document.norm;
  take_preset(settings, *preset);
  auto edit = set_norm(normalizing, settings);
  if (!edit) return edit;
  edit->description = tr("preset {id}: {name}", arg("id", preset->id), arg("name", preset->name));
  edit->description_since = {};
  return edit;
}

MaybeEdit set_norm(const Document& document, NormSettings settings) {
  if (!ops::same_operation(settings, document.norm)) settings = ops::of_own_kind(settings);
  // Gamma and beta of a relative stand with settings that need not suit its input.
  const auto plan = ops::plan_norm(shape_after_layers(document), settings.options);
  if (!plan && document.subject != Subject::kRelative) return tl::unexpected(plan.error());
  Edit edit{change_description(document.norm, settings), document,
            [settings](const Document& start) { return change_description(start.norm, settings); }};
  edit.after.norm = settings;
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit set_softmax(const Document& document, const ops::SoftmaxOptions& options) {
  const auto plan = ops::plan_softmax(shape_after_layers(document), options);
  if (!plan) return tl::unexpected(plan.error());
  Edit edit{
      change_description(document.softmax, options), document,
      [options](const Document& start) { return change_description(start.softmax, options); }};
  edit.after.softmax = options;
  return edit;
}

MaybeEdit set_relative(const Document& document, const ops::RelativeOptions& options) {
  const auto plan = ops::plan_relative(shape_after_layers(document), nullptr, nullptr, options);
  if (!plan) return tl::unexpected(plan.error());
  Edit edit{
      change_description(document.relative, options), document,
      [options](const Document& start) { return change_description(start.relative, options); }};
  edit.after.relative = options;
  edit.after = fitted(std::move(edit.after));
  return edit;
}

MaybeEdit reset_parameter(const Document& document, Target target) {
  const ParameterRow* const row = parameter_row(target);
  if (row == nullptr) {
    return fail(ErrorKind::kInvalidArgument, tr("an input has no default to go back to"),
                tr("fill it with a recipe"));
  }
  Edit edit{tr("reset {name} to {fresh}", arg("name", row->name), arg("fresh", row->fresh)),
            document};
  Parameter& parameter = edit.after.norm.*row->values;
  auto values = tensor::Tensor::full(parameter.values.shape(), row->fresh);
  if (!values) return tl::unexpected(values.error());
  parameter.values = Array(*std::move(values));
  parameter.file.reset();
  return edit;
}

MaybeEdit set_parameter(const Document& document, Target target, Parameter parameter) {
  const ParameterRow& row = *parameter_row(target);
  const auto needed = affine_shape(document);
  if (!needed) return tl::unexpected(needed.error());
  // A table has two dimensions, of which a list fills one.
  const tensor::Shape shape = parameter.values.shape();
  const bool list = std::ranges::count_if(shape, [](std::int64_t size) { return size != 1; }) < 2;
  if (list && needed->size() == 1 && parameter.values.size() == needed->front()) {
    auto values = parameter.values.reshaped(*needed);
    if (!values) return tl::unexpected(values.error());
    if (shape != *needed) parameter = {parameter.on, *std::move(values), parameter.file};
  }
  if (parameter.values.shape() != *needed) {
    return fail(
        ErrorKind::kInvalidArgument,
        tr("{name} must have the shape {shape} here, but has {own}", arg("name", row.name),
           arg("shape", tensor::shape_to_text(*needed)), arg("own", tensor::shape_to_text(shape))));
  }
  const std::string from =
      parameter.file ? std::filesystem::path(parameter.file->path).filename().string() : "";
  Edit edit{tr("take {name} from {from}", arg("name", row.name), arg("from", from)), document};
  edit.after.norm.*row.values = std::move(parameter);
  return edit;
}

MaybeEdit set_precision(const Document& document, const precision::Plan& plan) {
  Edit edit{tr("compute in {format}", arg("format", precision::name_or_text(plan))), document};
  edit.after.precision = plan;
  return edit;
}

MaybeEdit take_parameters(const Document& document, std::optional<Parameter> gamma,
                          std::optional<Parameter> beta) {
  NormSettings settings = document.norm;
  const Parameter* const first = gamma ? &*gamma : beta ? &*beta : nullptr;
  if (first == nullptr) return Edit{"", document};
  Document taking = document;
  if (!ops::has_parameters(core_operation(document))) taking.subject = Subject::kNorm;
  if (taking.subject == Subject::kNorm &&
      ops::rule_of(settings.options.kind).grouping == ops::Grouping::kTrailing) {
    settings.options.normalized_shape = first->values.shape();
  }
  taking.norm.options = settings.options;
  const auto needed = affine_shape(taking);
  if (!needed) return tl::unexpected(needed.error());
  taking.norm.options = document.norm.options;
  const auto take = [&needed](std::string_view name, std::optional<Parameter>& from,
                              Parameter& to) -> base::Expected<void> {
    if (!from) return {};
    if (from->values.shape() != *needed) {
      return fail(ErrorKind::kInvalidArgument,
                  tr("{name} must have the shape {shape} here, but has {own}", arg("name", name),
                     arg("shape", tensor::shape_to_text(*needed)),
                     arg("own", tensor::shape_to_text(from->values.shape()))));
    }
    to = *std::move(from);
    return {};
  };
  if (auto taken = take("gamma", gamma, settings.gamma); !taken) {
    return tl::unexpected(taken.error());
  }
  if (auto taken = take("beta", beta, settings.beta); !taken) {
    return tl::unexpected(taken.error());
  }
  return set_norm(taking, std::move(settings));
}

}  // namespace normscope::document
