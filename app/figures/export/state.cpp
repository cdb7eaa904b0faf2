// SPDX-License-Identifier: MIT
// Only the <metadata> elements of an SVG are parsed: the tree of a whole hostile file could be many
// times as large as the file, and would need custom entities.
#include "app/figures/export/state.hpp"

#include <algorithm>
#include <pugixml.hpp>

#include "app/figures/export/pdf_state.hpp"
#include "app/figures/export/png_state.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::figures {

namespace {

constexpr std::string_view kOpening = "<metadata";
constexpr std::string_view kClosing = "</metadata>";

/// Most elements in <metadata> that is parsed: ours has none, other programs add a few.
constexpr std::ptrdiff_t kMostElements = 10000;

/// Most bytes of <metadata> that is parsed: a state with every character escaped.
constexpr std::size_t kMostMetadataBytes = 6 * kMostStateBytes;

tl::unexpected<base::Error> broken(std::string_view what) {
  return base::fail(base::ErrorKind::kMalformed,
                    tr("the SVG file is damaged: {what}", arg("what", what)));
}

/// The text of our <metadata>; empty for those of other programs.
base::Expected<std::string> text_of(std::string_view metadata) {
  if (metadata.size() > kMostMetadataBytes) return state_too_large();
  if (std::count(metadata.begin(), metadata.end(), '<') > kMostElements) {
    return base::fail(base::ErrorKind::kTooLarge,
                      tr("the metadata of the SVG file have more elements than a figure's"));
  }
  pugi::xml_document document;
  // Keeps white space at the ends, which belongs to the state; resolves only XML's five entities
  // and character references.
  const auto parsed =
      document.load_buffer(metadata.data(), metadata.size(),
                           pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_utf8);
  // pugixml ignores namespaces, so prefixes declared outside of <metadata> are accepted.
  if (!parsed) return broken(parsed.description());
  const pugi::xml_node node = document.first_child();
  if (std::string_view(node.attribute("id").value()) != "normscope") return {};
  std::string text;
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
      text += child.value();
    }
  }
  if (text.size() > kMostStateBytes) return state_too_large();
  return text;
}

base::Expected<std::string> read_svg_state(std::string_view file) {
  if (file.find("<svg") == std::string_view::npos) {
    return base::fail(base::ErrorKind::kUnsupported,
                      tr("this is neither an SVG, a PDF nor a PNG file"));
  }
  const std::size_t end = file.rfind("</svg");
  if (end == std::string_view::npos) return broken(tr("it ends before its end"));
  for (std::size_t at = file.find(kOpening); at < end; at = file.find(kOpening, at)) {
    const std::size_t close = file.find(kClosing, at);
    if (close == std::string_view::npos) break;  // <metadata/>, which holds no state
    auto text = text_of(file.substr(at, close + kClosing.size() - at));
    if (!text || !text->empty()) return text;
    at = close + kClosing.size();
  }
  return no_state();
}

}  // namespace

tl::unexpected<base::Error> no_state() {
  return base::fail(
      base::ErrorKind::kNotFound, tr("the file does not carry what made the figure"),
      std::string(
          tr("figures that Normscope exported carry it, unless another program saved them")));
}

tl::unexpected<base::Error> state_too_large() {
  return base::fail(base::ErrorKind::kTooLarge,
                    tr("what made the figure is larger than {mebibytes} MiB, the most that a "
                       "figure's file carries",
                       arg("mebibytes", kMostStateBytes >> 20U)));
}

base::Expected<void> check_state(std::string_view state) {
  if (state.size() > kMostStateBytes) return state_too_large();
  while (!state.empty()) {
    const auto character = text::first_character(state);
    const bool broken_text = character.code == 0xFFFD && character.bytes == 1;
    const bool blank = character.code == '\t' || character.code == '\n' || character.code == '\r';
    if (broken_text || (character.code < 0x20 && !blank) || (character.code & 0xFFFEU) == 0xFFFEU) {
      return base::fail(
          base::ErrorKind::kInvalidArgument,
          std::string(
              tr("what made the figure is not a text that a file can carry: it holds broken "
                 "UTF-8 or a control character")));
    }
    state.remove_prefix(character.bytes);
  }
  return {};
}

base::Expected<std::string> read_state(std::string_view file) {
  constexpr std::string_view kPng("\x89PNG\r\n\x1a\n", 8);
  // Some programs put other bytes before the first line of a PDF; readers allow 1024.
  constexpr std::size_t kPdfWithin = 1024;
  if (file.starts_with(kPng)) return read_png_state(file);
  if (file.substr(0, kPdfWithin).find("%PDF-") != std::string_view::npos) {
    return read_pdf_state(file);
  }
  return read_svg_state(file);
}

}  // namespace normscope::figures
