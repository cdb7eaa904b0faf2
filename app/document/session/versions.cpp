// SPDX-License-Identifier: MIT
// A step writes what the next version wrote when it was new, in its own words: names that change
// later are changed by a later step.
#include "app/document/session/versions.hpp"

#include <array>
#include <string>

#include "app/document/session/session.hpp"

namespace normscope::document {
namespace {

using nlohmann::json;

// The object of a key; null where there is none.
json* object_in(json& parent, const char* key) {
  const auto found = parent.is_object() ? parent.find(key) : parent.end();
  return found == parent.end() || !found->is_object() ? nullptr : &*found;
}

// The list of a key; an empty one where there is none.
json& list_in(json& parent, const char* key, json& none) {
  const auto found = parent.is_object() ? parent.find(key) : parent.end();
  return found == parent.end() || !found->is_array() ? none : *found;
}

// The name of the square root of a step.
std::string root_of(const std::string& step) {
  return step.starts_with("mean square") ? "root mean square" : "standard deviation";
}

// The name in version 2 of a hand-written step, from that of the step before. Version 1 calls the
// square root of a variance or a mean square "root".
std::string step_name(const std::string& name, const std::string& before) {
  if (name == "root") return root_of(before);
  if (name == "root + eps") return before + " + eps";
  if (name != "inverse root") return name;
  const bool root_is_step =
      before.starts_with("standard deviation") || before.starts_with("root mean square");
  return "reciprocal " + (root_is_step ? before : root_of(before));
}

// Version 2 keeps what the stage shows, and names the steps of hand-written operations in full.
void from_version_1(json& session, SessionNode::Fault& fault) {
  SessionNode(session, "", fault).at("view").expect_keys({"digits", "outer", "figure"});
  if (fault) return;
  session["view"]["layout"] = "sheet";
  session["view"]["step"] = "";
  json none = json::array();
  for (json& input : list_in(session, "inputs", none)) {
    json* const origin = object_in(input, "origin");
    if (origin == nullptr) continue;
    std::string before;
    for (json& step : list_in(*origin, "steps", none)) {
      if (!step.is_object() || !step.contains("name") || !step["name"].is_string()) continue;
      before = step_name(step["name"].get<std::string>(), before);
      step["name"] = before;
    }
  }
}

// The step from version i + 1 to the next.
using VersionStep = void (*)(json&, SessionNode::Fault&);
constexpr std::array<VersionStep, kSessionVersion - 1> kSteps{from_version_1};

}  // namespace

void migrate(json& session, int version, SessionNode::Fault& fault) {
  for (auto at = static_cast<std::size_t>(version) - 1; at < kSteps.size() && !fault; ++at) {
    kSteps.at(at)(session, fault);
  }
}

}  // namespace normscope::document
