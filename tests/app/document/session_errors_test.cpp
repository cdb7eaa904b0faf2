// SPDX-License-Identifier: MIT
// Invalid sessions: each error names the place of the fault.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/document/comparison.hpp"
#include "app/document/session/session.hpp"
#include "core/base/memory.hpp"
#include "tests/app/document/documents.hpp"
#include "tests/app/lecture_document.hpp"

namespace normscope::document::session_errors_test {

using nlohmann::json;

// A session with every kind of origin, layer and setting.
json whole_session() {
  Document document = testing::lecture_document();
  document = NORMSCOPE_VALUE_OR_FAIL(add_input(document, "typed", Typed{}, counting({2, 3}))).after;
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 0, 4)).after;
  for (const Origin& origin : {Origin(Constant{1}), Origin(Ramp{0, 1})}) {
    const auto name = "input " + std::to_string(document.inputs.size());
    auto values = NORMSCOPE_VALUE_OR_FAIL(make_values(origin, {2, 3}));
    document = NORMSCOPE_VALUE_OR_FAIL(add_input(document, name, origin, std::move(values))).after;
  }
  document = NORMSCOPE_VALUE_OR_FAIL(set_value(document, Target::kInput, 0, 4)).after;
  return json::parse(to_session(document));
}

// The same with each kind of comparison; the first one compares nothing.
std::vector<json> whole_sessions() {
  const Document document = NORMSCOPE_VALUE_OR_FAIL(from_session(whole_session().dump()));
  const GivenOutput given{"y", Typed{}, Array(counting(shape_after_layers(document)))};
  std::vector<json> sessions{whole_session()};
  for (const auto& edit :
       {compare_with_preset(document, "V6"), compare_with(document, Comparison{}),
        compare_with(document, {.b = given})}) {
    sessions.push_back(json::parse(to_session(NORMSCOPE_VALUE_OR_FAIL(edit).after)));
  }
  return sessions;
}

std::string sentence_of_text(const std::string& text) {
  const auto document = from_session(text);
  return document ? "no error" : document.error().sentence;
}

std::string sentence_of_json(const json& session) {
  return sentence_of_text(session.dump());
}

std::string dotted(const json::json_pointer& at) {
  std::string place;
  std::istringstream steps(at.to_string().substr(1));
  for (std::string step; std::getline(steps, step, '/');) {
    const bool index = step.find_first_not_of("0123456789") == std::string::npos;
    place += index ? "[" + step + "]" : (place.empty() ? "" : ".") + step;
  }
  return place;
}

// Calls visit(pointer) for each member of each object of the session, recursively.
template <class Visit>
void for_each_key(const json& node, const json::json_pointer& at, const Visit& visit) {
  if (node.is_object()) {
    for (const auto& [key, child] : node.items()) {
      visit(at / key);
      for_each_key(child, at / key, visit);
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) for_each_key(node[i], at / i, visit);
  }
}

TEST(SessionErrors, TheWholeSessionIsOne) {
  for (const json& session : whole_sessions()) EXPECT_EQ(sentence_of_json(session), "no error");
}

TEST(SessionErrors, EachMissingKeyIsNamed) {
  for (const json& session : whole_sessions()) {
    int keys = 0;
    for_each_key(session, json::json_pointer(), [&](const json::json_pointer& at) {
      if (at == json::json_pointer("/comparison")) return;  // no session needs one
      json broken = session;
      broken[at.parent_pointer()].erase(at.back());
      EXPECT_EQ(sentence_of_json(broken), dotted(at) + " is missing");
      ++keys;
    });
    EXPECT_GT(keys, 60);
  }
}

TEST(SessionErrors, EachWrongTypeIsNamed) {
  for (const json& session : whole_sessions()) {
    for_each_key(session, json::json_pointer(), [&](const json::json_pointer& at) {
      json broken = session;
      broken[at] = nullptr;
      const std::string sentence = sentence_of_json(broken);
      EXPECT_TRUE(sentence.starts_with(dotted(at) + " must be ")) << sentence;
      EXPECT_TRUE(sentence.ends_with("is null")) << sentence;
    });
  }
}

TEST(SessionErrors, EachUnknownKeyIsNamed) {
  for (const json& session : whole_sessions()) {
    const auto expect_unknown = [&](const json::json_pointer& at) {
      if (!session[at].is_object()) return;
      json broken = session;
      broken[at]["colour"] = 1;
      const std::string place = at.empty() ? "" : dotted(at) + ".";
      EXPECT_EQ(sentence_of_json(broken), place + "colour is no key that this program knows");
    };
    expect_unknown(json::json_pointer());
    for_each_key(session, json::json_pointer(), expect_unknown);
  }
}

TEST(SessionErrors, EachTruncationIsAnError) {
  const std::string text = to_session(testing::lecture_document());
  const auto end = text.rfind('}');
  for (std::size_t size = 0; size <= end; ++size) {
    const auto document = from_session(text.substr(0, size));
    ASSERT_FALSE(document) << size;
    EXPECT_EQ(document.error().kind, base::ErrorKind::kMalformed);
  }
  EXPECT_EQ(sentence_of_text(text.substr(0, end)), "the text ends before its JSON does");
}

// Twenty inputs of a tenth of the memory each: every one of them could be had, all cannot.
TEST(SessionErrors, NumbersBeyondTheMemoryAreRefusedBeforeAnyIsMade) {
  json session = json::parse(to_session(testing::lecture_document()));
  const std::uint64_t tenth = base::physical_memory() / sizeof(float) / 10;
  if (tenth > std::uint64_t{1} << 40) GTEST_SKIP() << "this machine does not tell its memory";
  json input = session["inputs"][0];
  input["origin"] = {{"kind", "constant"}, {"value", 1}};
  input["shape"] = {tenth};
  for (int i = 0; i < 20; ++i) {
    input["name"] = "input " + std::to_string(i);
    session["inputs"].push_back(input);
  }
  const auto refused = from_session(session.dump());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_TRUE(refused.error().sentence.starts_with("a session of ")) << refused.error().sentence;
  // Inputs of a file bring their numbers with them.
  for (json& each : session["inputs"]) each["origin"] = {{"kind", "file"}, {"path", "/none.npy"}};
  EXPECT_TRUE(sentence_of_json(session).starts_with("inputs[0]")) << sentence_of_json(session);
}

TEST(SessionErrors, WhatIsNoSessionAtAllSaysSo) {
  EXPECT_EQ(sentence_of_text(""), "the text ends before its JSON does");
  EXPECT_EQ(sentence_of_text("{\n  \"a\": 1,\n  oops"), "not JSON from line 3, column 3 on");
  EXPECT_EQ(sentence_of_text("[]"), "a session must be an object, but is a list");
  EXPECT_EQ(sentence_of_text("{}"), "normscope_session is missing");
  EXPECT_EQ(sentence_of_text(R"({"a": 1, "b": {"a": 2}, "a": 3})"),
            "the key a stands twice in one object");
  EXPECT_EQ(sentence_of_text(R"({"a": 1e999})"), "a number in the text is beyond double precision");
  EXPECT_EQ(sentence_of_text(std::string(100'000, '[')),
            "its lists and objects nest deeper than 64 levels");
}

TEST(SessionErrors, ANewerVersionIsUnsupported) {
  json session = whole_session();
  session["normscope_session"] = 3;
  session["what version 3 adds"] = true;
  const auto document = from_session(session.dump());
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().kind, base::ErrorKind::kUnsupported);
  EXPECT_EQ(document.error().sentence,
            "the session is of version 3, and this program knows versions up to 2");
  session["normscope_session"] = 0;
  EXPECT_EQ(sentence_of_json(session), "normscope_session must be 1 or more");
}

TEST(SessionErrors, ValuesThatContradictEachOtherAreNamed) {
  struct Case {
    const char* pointer;
    json value;
    const char* sentence;
  };
  const json session = whole_session();
  for (const Case& c : std::vector<Case>{
           {"/input", 4, "input must be below 4, the number of inputs"},
           {"/input", -1, "input must be a whole number of 0 or more, but is -1"},
           {"/inputs", json::array(), "inputs must hold at least one input"},
           {"/inputs/1/name", "batch", "inputs[1].name: there is an input called batch already"},
           {"/inputs/1/name", "", "inputs[1].name: an input needs a name"},
           {"/inputs/1/shape",
            {2, 4},
            "inputs[1].values: shape (2, 4) needs 8 values, but 6 were given"},
           {"/inputs/1/shape", {2, -3}, "inputs[1].shape: shape (2, -3) has a negative size"},
           {"/inputs/1/shape/0", 1.5, "inputs[1].shape[0] must be a whole number, but is 1.5"},
           {"/inputs/1/values/2", 1e39, "inputs[1].values[2] is beyond float32: 1e+39"},
           {"/inputs/1/values/2", "1",
            "inputs[1].values[2] must be a number or one of nan, inf, -inf"},
           {"/inputs/1/values/2", "nan(7f800000)",
            "inputs[1].values[2] must be a number or one of nan, inf, -inf"},
           {"/inputs/3/changes/0/0", 6,
            "inputs[3].changes[0][0] must be one of 6 positions, 0 first"},
           {"/inputs/3/changes/0/0", -1,
            "inputs[3].changes[0][0] must be one of 6 positions, 0 first"},
           {"/inputs/3/changes/0",
            {1, 2, 3},
            "inputs[3].changes[0] must be a position and a value"},
           {"/inputs/0/origin/kind", "dice",
            "inputs[0].origin.kind must be one of typed, random, constant, ramp, file, variable"},
           {"/inputs/0/origin/position", std::uint64_t{1} << 60,
            nullptr},  // the generator's own sentence
           {"/layers/0/out_features", 0,
            "layers[0]: a linear layer needs 1 to 268435456 outputs, but got 0"},
           {"/norm/epsilon", -1, "norm.epsilon must be a finite number, zero or more"},
           {"/norm/epsilon", "nan", "norm.epsilon must be a finite number, zero or more"},
           {"/norm/normalized_shape",
            {5},
            "norm.normalized_shape is (5), which is not what the shape (2, 6) ends with"},
           {"/norm/gamma/shape", {5}, "norm.gamma.shape is (5), but gamma must have (6) here"},
           {"/softmax/temperature", 0, "softmax.temperature must be a finite number above zero"},
           {"/selection/row", 2, "selection lies outside of the input"},
           {"/view/outer", {0}, "view.outer is no slice of the input"},
           {"/lesson/step", -1, "lesson.step must be the number of a step, 0 or more"},
       }) {
    json broken = session;
    broken[json::json_pointer(c.pointer)] = c.value;
    const std::string sentence = sentence_of_json(broken);
    if (c.sentence != nullptr) {
      EXPECT_EQ(sentence, c.sentence) << c.pointer;
    } else {
      EXPECT_TRUE(sentence.starts_with("inputs[0]: ")) << sentence;
    }
  }
}

}  // namespace normscope::document::session_errors_test
