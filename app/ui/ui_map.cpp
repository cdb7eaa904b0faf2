// SPDX-License-Identifier: MIT
// The UI map and its file.
#include "app/ui/ui_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

using Json = nlohmann::ordered_json;

// Coordinates are rounded to a tenth of a pixel, to keep the lines short.
Json to_json(const Rect& rect) {
  const auto tenths = [](float v) { return std::round(static_cast<double>(v) * 10) / 10; };
  return {tenths(rect.x), tenths(rect.y), tenths(rect.w), tenths(rect.h)};
}

// Texts from files and the clipboard may hold invalid UTF-8; such bytes become U+FFFD.
std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The rectangle around two.
Rect both(const Rect& a, const Rect& b) {
  const float x = std::min(a.x, b.x);
  const float y = std::min(a.y, b.y);
  return {x, y, std::max(a.x + a.w, b.x + b.w) - x, std::max(a.y + a.h, b.y + b.h) - y};
}

bool write_whole(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  return file.good();
}

}  // namespace

std::string to_json_line(const Widget& widget) {
  Json json = {{"id", widget.id}, {"rect", to_json(widget.rect)}};
  if (!widget.kind.empty()) json["kind"] = widget.kind;
  if (!widget.text.empty()) json["text"] = widget.text;
  json["enabled"] = widget.enabled;
  json["visible"] = widget.visible;
  if (widget.cut) json["cut"] = true;
  json["focused"] = widget.focused;
  if (widget.checked) json["checked"] = *widget.checked;
  if (widget.selected) json["selected"] = *widget.selected;
  if (!widget.mark.empty()) json["mark"] = widget.mark;
  if (widget.value) json["value"] = *widget.value;
  if (!widget.name.empty()) json["name"] = widget.name;
  return dump(json);
}

bool holds_value(const Widget& widget) {
  return widget.text.empty() || widget.kind == "choice" || widget.kind == "slider" ||
         ((widget.kind == "text" || widget.kind == "number" || widget.kind == "code") &&
          widget.value.has_value());
}

void UiMap::begin_frame() {
  widgets_.clear();
  label_.clear();
  whole_ = -1;
}

void UiMap::add(Widget widget) {
  if (!on()) return;
  widget.whole = whole_;
  if (!label_.empty()) take_label(widget);
  widgets_.push_back(std::move(widget));
}

void UiMap::label(std::string_view text) {
  label_ = text;
  labelled_.clear();
}

void UiMap::take_label(Widget& widget) {
  if (widget.id.empty() || (widget.kind == "text" && !holds_value(widget))) return;
  if (labelled_.empty()) labelled_ = widget.id;
  const bool part = widget.id == labelled_ || widget.id.starts_with(labelled_ + '/');
  if (!part) label_.clear();
  if (part && holds_value(widget)) widget.name = label_;
}

UiMap::Part::Part(UiMap& map, std::string_view id) : map_(map), outer_(map.whole_) {
  if (!map.on() || map.widgets_.empty() || map.widgets_.back().id != id) return;
  map.whole_ = static_cast<int>(map.widgets_.size()) - 1;
}

UiMap::Part::Part(UiMap& map, Widget whole) : map_(map), outer_(map.whole_), measures_(map.on()) {
  if (!measures_) return;
  map.add(std::move(whole));
  map.whole_ = static_cast<int>(map.widgets_.size()) - 1;
}

UiMap::Part::~Part() {
  if (measures_) {
    const auto at = static_cast<std::size_t>(map_.whole_);
    std::optional<Rect> around;
    for (std::size_t i = at + 1; i < map_.widgets_.size(); ++i) {
      const Widget& part = map_.widgets_[i];
      if (part.whole == map_.whole_) around = around ? both(*around, part.rect) : part.rect;
    }
    map_.widgets_[at].rect = around.value_or(Rect{});
  }
  map_.whole_ = outer_;
}

const Widget* UiMap::find(std::string_view id) const {
  const auto found = std::find_if(widgets_.begin(), widgets_.end(),
                                  [&](const Widget& widget) { return widget.id == id; });
  return found == widgets_.end() ? nullptr : &*found;
}

base::Expected<void> UiMap::end_frame(std::uint64_t frames, Rect window, float scale) {
  if (file_.empty()) return {};
  std::string lines = dump(Json{{"id", "window"},
                                {"rect", to_json(window)},
                                {"frames", frames},
                                {"scale", std::round(static_cast<double>(scale) * 1000) / 1000}});
  lines += '\n';
  for (const auto& widget : widgets_) {
    if (!widget.id.empty()) lines += to_json_line(widget) + '\n';
  }

  // A reader sees the old frame or the new one, never half of one.
  auto temporary = file_;
  temporary += ".new";
  std::error_code error;
  if (write_whole(temporary, lines)) {
    std::filesystem::rename(temporary, file_, error);
    if (!error) return {};
  }
  std::filesystem::remove(temporary, error);
  return base::fail(base::ErrorKind::kUnwritable,
                    tr("the UI map {path} cannot be written", arg("path", file_.string())),
                    tr("NORMSCOPE_UI_MAP names a file in a folder that can be written to"));
}

}  // namespace normscope::ui
