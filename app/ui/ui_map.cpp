// SPDX-License-Identifier: MIT
// The UI map and its file.
#include "app/ui/ui_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

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
  return dump(json);
}

void UiMap::add(Widget widget) {
  if (on_) widgets_.push_back(std::move(widget));
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
  for (const auto& widget : widgets_) lines += to_json_line(widget) + '\n';

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
                    fmt::format("the UI map {} cannot be written", file_.string()),
                    "NORMSCOPE_UI_MAP names a file in a folder that can be written to");
}

}  // namespace normscope::ui
