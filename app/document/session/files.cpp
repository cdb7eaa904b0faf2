// SPDX-License-Identifier: MIT
#include "app/document/session/files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/document/file_digest.hpp"
#include "app/document/session/node.hpp"

namespace normscope::document {
namespace {

// Calls visit(file) for the file of each input, of a compared output, and of gamma and beta.
// Other faults are ignored here; from_session reports them.
template <class Visit>
void for_each_file(nlohmann::json& session, Visit visit) {
  const auto visit_input = [&visit](nlohmann::json& input) {
    if (!input.is_object() || !input.contains("origin")) return;
    nlohmann::json& origin = input["origin"];
    if (origin.is_object() && origin.contains("path") && origin["path"].is_string()) visit(origin);
  };
  if (!session.is_object() || !session.contains("inputs")) return;
  for (nlohmann::json& input : session["inputs"]) visit_input(input);
  const nlohmann::json::json_pointer output("/comparison/b/output");
  if (session.contains(output)) visit_input(session[output]);
  for (const char* const place :
       {"/norm/gamma/file", "/norm/beta/file", "/comparison/b/norm/gamma/file",
        "/comparison/b/norm/beta/file"}) {
    const nlohmann::json::json_pointer pointer(place);
    if (!session.contains(pointer)) continue;
    nlohmann::json& file = session[pointer];
    if (file.is_object() && file.contains("path") && file["path"].is_string()) visit(file);
  }
}

}  // namespace

std::vector<File> session_files(std::string_view session) {
  std::vector<File> files;
  auto json = parse_json(session);
  if (!json) return files;
  for_each_file(*json, [&](const nlohmann::json& origin) {
    File file{origin["path"].get<std::string>()};
    if (origin.contains("sha256") && origin["sha256"].is_string()) {
      file.sha256 = origin["sha256"].get<std::string>();
    }
    if (std::ranges::find(files, file) == files.end()) files.push_back(std::move(file));
  });
  return files;
}

std::vector<File> missing_files(std::string_view session, const FilePlaces& places) {
  std::vector<File> files = session_files(session);
  std::erase_if(files, [&](const File& file) {
    const auto place = places.find(file.path);
    const std::string& path = place == places.end() ? file.path : place->second;
    return check_file({path, file.sha256}).has_value();
  });
  return files;
}

base::Expected<std::string> with_files(std::string_view session, const FilePlaces& places) {
  if (places.empty()) return std::string(session);
  auto json = parse_json(session);
  if (!json) return tl::unexpected(json.error());
  for_each_file(*json, [&](nlohmann::json& origin) {
    const auto found = places.find(origin["path"].get<std::string>());
    if (found != places.end()) origin["path"] = found->second;
  });
  return json->dump();
}

}  // namespace normscope::document
