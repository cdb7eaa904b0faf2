// SPDX-License-Identifier: MIT
#include "app/document/settings.hpp"

#include <utility>
#include <vector>

namespace normscope::document {
namespace {

using SettingRow = ops::OptionOf<NormSettings>;

SettingRow setting_row(const ops::OptionOf<ops::NormOptions>& option) {
  SettingRow row{static_cast<const ops::OptionInfo&>(option)};
  row.get = [&option](const NormSettings& norm) { return option.get(norm.options); };
  row.set = [&option](NormSettings& norm, const ops::OptionValue& value) {
    option.set(norm.options, value);
  };
  row.of_kind = [&option](const NormSettings& norm) { return option.belongs_to(norm.options); };
  row.counts = [&option](const NormSettings& norm) { return option.matters(norm.effective()); };
  return row;
}

std::vector<SettingRow> make_setting_rows() {
  std::vector<SettingRow> rows;
  for (const auto& option : ops::option_list(ops::NormOptions())) {
    rows.push_back(setting_row(option));
    if (option.key != "epsilon") continue;
    rows.push_back(ops::option_row<&NormSettings::epsilon_on>({.key = "epsilon_on",
                                                               .title = option.title,
                                                               .control = option.name,
                                                               .widget = "eps/on",
                                                               .label = option.title,
                                                               .card = option.card}));
  }
  return rows;
}

}  // namespace

std::span<const ops::OptionOf<NormSettings>> option_list(const NormSettings& /*settings*/) {
  static const std::vector<SettingRow> rows = make_setting_rows();
  return rows;
}

void set_options(NormSettings& settings, ops::NormOptions options) {
  settings.epsilon_on = ops::take_epsilon_off(options);
  settings.options = std::move(options);
}

void take_preset(NormSettings& settings, const ops::Preset& preset) {
  set_options(settings, ops::with_groups_of(preset.options, settings.options));
}

NormSettings settings_of(const ops::NormOptions& options) {
  NormSettings settings;
  set_options(settings, ops::with_effect(options));
  return settings;
}

void take_operation(Document& document, const ops::Operation& operation) {
  if (const auto* const norm = std::get_if<ops::NormOptions>(&operation)) {
    document.subject = Subject::kNorm;
    document.norm = settings_of(*norm);
  } else if (const auto* const softmax = std::get_if<ops::SoftmaxOptions>(&operation)) {
    document.subject = Subject::kSoftmax;
    document.softmax = *softmax;
  } else {
    document.subject = Subject::kRelative;
    document.relative = std::get<ops::RelativeOptions>(operation);
    document.norm.gamma.on = false;
    document.norm.beta.on = false;
  }
}

}  // namespace normscope::document
