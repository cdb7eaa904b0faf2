// SPDX-License-Identifier: MIT
// Jupyter's notebooks. Whatever nbformat 4 does not say is refused with the cell it stands in, so
// that nothing is shown which the file does not hold.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/notebook/ipynb/notebook_file.hpp"
#include "core/io/read_file.hpp"
#include "core/text/json.hpp"
#include "core/text/translate.hpp"

namespace normscope::notebook::ipynb {

using base::Error;
using base::ErrorKind;
using base::Expected;
using base::fail;
using nlohmann::json;
using text::arg;
using text::tr;

namespace {

constexpr text::JsonSentences kBeyondBounds{
    .levels = text::tr_later("the notebook's lists and objects nest deeper than {most} levels"),
    .containers = text::tr_later("the notebook's lists and objects are more than {most}"),
    .values = text::tr_later("the notebook's values are more than {most}"),
    .text = text::tr_later("the notebook's texts are longer than {most} bytes")};

// Thrown inside this file, caught by read_notebook.
[[noreturn]] void refuse(ErrorKind kind, std::string sentence, std::string hint = {}) {
  throw Error{kind, std::move(sentence), std::move(hint)};
}

[[noreturn]] void malformed(std::string_view where, std::string_view what) {
  refuse(ErrorKind::kMalformed, fmt::format("{}: {}", where, what));
}

const json& member(const json& object, const char* key, std::string_view where) {
  const auto found = object.find(key);
  if (found == object.end()) malformed(where, tr("'{key}' is missing", arg("key", key)));
  return *found;
}

std::string text_of(const json& object, const char* key, std::string_view where) {
  const json& value = member(object, key, where);
  if (!value.is_string()) malformed(where, tr("'{key}' is no string", arg("key", key)));
  return value.get<std::string>();
}

// A string, or a list of its lines with their line ends.
std::string joined(const json& value, const char* key, std::string_view where) {
  if (value.is_string()) return value.get<std::string>();
  const auto wrong = [&] {
    malformed(where, tr("'{key}' is neither a string nor a list of strings", arg("key", key)));
  };
  if (!value.is_array()) wrong();
  std::string text;
  for (const json& line : value) {
    if (!line.is_string()) wrong();
    text += line.get_ref<const std::string&>();
  }
  return text;
}

std::optional<std::int64_t> count_of(const json& cell, std::string_view where) {
  const auto found = cell.find("execution_count");
  if (found == cell.end() || found->is_null()) return std::nullopt;
  if (!found->is_number_integer()) malformed(where, tr("'execution_count' is no whole number"));
  return found->get<std::int64_t>();
}

StoredOutput stored_text(OutputKind kind, const json& output, const std::string& where) {
  const json& data = member(output, "data", where);
  if (!data.is_object()) malformed(where, tr("'data' is no object"));
  StoredOutput result;
  result.kind = kind;
  const auto plain = data.find("text/plain");
  result.has_text = plain != data.end();
  result.only_text = result.has_text && data.size() == 1;
  if (result.has_text) result.text = joined(*plain, "text/plain", where);
  return result;
}

StoredOutput stored_error(const json& output, const std::string& where) {
  StoredOutput result;
  result.kind = OutputKind::kError;
  result.error_name = text_of(output, "ename", where);
  result.error_value = text_of(output, "evalue", where);
  result.text = result.error_name;
  if (!result.error_value.empty()) result.text += ": " + result.error_value;
  const json& traceback = member(output, "traceback", where);
  if (!traceback.is_array()) malformed(where, tr("'traceback' is no list"));
  for (const json& line : traceback) {
    if (!line.is_string()) malformed(where, tr("'traceback' holds what is no string"));
    result.traceback.push_back(line.get<std::string>());
  }
  return result;
}

StoredOutput read_output(const json& output, const std::string& where) {
  if (!output.is_object()) malformed(where, tr("an output is no object"));
  const std::string type = text_of(output, "output_type", where);
  if (type == "stream") {
    StoredOutput result;
    result.kind = OutputKind::kStream;
    result.stream = text_of(output, "name", where);
    result.text = joined(member(output, "text", where), "text", where);
    return result;
  }
  if (type == "execute_result") return stored_text(OutputKind::kResult, output, where);
  if (type == "display_data") return stored_text(OutputKind::kDisplay, output, where);
  if (type == "error") return stored_error(output, where);
  malformed(where, tr("there is no output_type '{type}'", arg("type", type)));
}

CellKind kind_of(const json& cell, const std::string& where) {
  const std::string type = text_of(cell, "cell_type", where);
  if (type == "code") return CellKind::kCode;
  if (type == "markdown") return CellKind::kMarkdown;
  if (type == "raw") return CellKind::kRaw;
  malformed(where, tr("there is no cell_type '{type}'", arg("type", type)));
}

NotebookCell read_cell(const json& cell, const std::string& where) {
  if (!cell.is_object())
    refuse(ErrorKind::kMalformed, tr("{where}: is no object", arg("where", where)));
  NotebookCell result;
  result.kind = kind_of(cell, where);
  result.source = joined(member(cell, "source", where), "source", where);
  if (result.kind != CellKind::kCode) return result;
  result.execution_count = count_of(cell, where);
  const auto outputs = cell.find("outputs");
  if (outputs == cell.end()) return result;
  if (!outputs->is_array()) malformed(where, tr("'outputs' is no list"));
  for (const json& output : *outputs) result.outputs.push_back(read_output(output, where));
  return result;
}

void check_version(const json& root) {
  if (!root.is_object() || !root.contains("nbformat") || !root.at("nbformat").is_number_integer()) {
    refuse(ErrorKind::kMalformed,
           std::string(tr("this is no Jupyter notebook: it does not say its 'nbformat'")));
  }
  const auto version = root.at("nbformat").get<std::int64_t>();
  if (version == 4) return;
  refuse(ErrorKind::kUnsupported,
         tr("the notebook is of nbformat {version}, and only nbformat 4 is read",
            arg("version", version)),
         version < 4 ? std::string(tr("jupyter nbconvert --to notebook writes it anew")) : "");
}

// A notebook may say its language in two places, or in neither.
void check_language(const json& root) {
  const auto found_metadata = root.find("metadata");
  if (found_metadata == root.end()) return;
  const json& metadata = *found_metadata;
  if (!metadata.is_object())
    refuse(ErrorKind::kMalformed, tr("{where}: is no object", arg("where", "metadata")));
  for (const auto& [place, key] :
       {std::pair{"kernelspec", "language"}, std::pair{"language_info", "name"}}) {
    const auto found = metadata.find(place);
    if (found == metadata.end() || !found->is_object() || !found->contains(key)) continue;
    const json& language = found->at(key);
    if (!language.is_string()) continue;
    const auto& name = language.get_ref<const std::string&>();
    if (name.find("ython") != std::string::npos) continue;
    refuse(ErrorKind::kUnsupported,
           tr("the notebook's language is {language}, and only Python runs here",
              arg("language", name)));
  }
}

NotebookFile read_root(const json& root) {
  check_version(root);
  check_language(root);
  const json& cells = member(root, "cells", tr("the notebook"));
  if (!cells.is_array()) malformed(tr("the notebook"), tr("'cells' is no list"));
  if (cells.size() > kMostCells) {
    refuse(ErrorKind::kTooLarge, tr("the notebook has {n} cells, more than {most}",
                                    arg("n", cells.size()), arg("most", kMostCells)));
  }
  NotebookFile file{FileKind::kNotebook, {}};
  for (const json& cell : cells) {
    file.cells.push_back(read_cell(cell, tr("cell {n}", arg("n", file.cells.size() + 1))));
  }
  return file;
}

}  // namespace

Expected<NotebookFile> read_notebook(std::string_view bytes, const std::stop_token& stop) {
  if (bytes.size() > kMostBytes) {
    return fail(ErrorKind::kTooLarge, tr("the notebook has {n} bytes, more than {most}",
                                         arg("n", bytes.size()), arg("most", kMostBytes)));
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const text::JsonBounds bounds{.stop = stop, .unique_keys = false};
  const auto root = text::read_json(bytes, bounds);
  if (!root) {
    const text::JsonFault& fault = root.error();
    if (fault.beyond_bounds()) {
      return fail(ErrorKind::kMalformed, fault.sentence(bounds, kBeyondBounds));
    }
    if (fault.kind == text::JsonFault::Kind::kStopped) {
      return fail(ErrorKind::kCancelled, std::string(tr("reading was stopped")));
    }
    return fail(ErrorKind::kMalformed,
                tr("the notebook is no JSON from byte {n} on", arg("n", fault.byte + 1)));
  }
  try {
    return read_root(*root);
  } catch (const json::exception& error) {
    return fail(ErrorKind::kMalformed,
                tr("the notebook cannot be read: {reason}", arg("reason", error.what())));
  } catch (const Error& error) {
    return tl::unexpected(error);
  }
}

Expected<NotebookFile> read_notebook_file(const std::filesystem::path& path) {
  const auto bytes = io::read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return path.extension() == ".ipynb" ? read_notebook(*bytes) : read_script(*bytes);
}

}  // namespace normscope::notebook::ipynb
