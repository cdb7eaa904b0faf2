// SPDX-License-Identifier: MIT
// The members of each message with their names in JSON and their bounds: one list, which the writer
// and the reader walk over.
#pragma once

#include "app/notebook/protocol/json_reader.hpp"
#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::protocol {

/// A message to be read, or the same to be written.
template <class T, class Message>
concept Is = std::same_as<std::remove_const_t<T>, Message>;

template <class Message>
requires std::is_empty_v<Message>
void members(const auto&, Message&) {}

void members(const auto& walk, Is<RunCell> auto& m) {
  walk("run", m.run);
  walk.text("source", m.source, kMostMessageBytes);
  walk.text("file", m.file);
  walk.named("mode", m.mode, kCellModeNames);
  walk("picture_scale", m.picture_scale);
}
void members(const auto& walk, Is<DescribeRecords> auto& m) {
  walk("name", m.name);
}
void members(const auto& walk, Is<TakeArray> auto& m) {
  walk("name", m.name);
}
void members(const auto& walk, Is<TakeRecords> auto& m) {
  walk.positions("records", m.records, 1, kMostRecords);
}
void members(const auto& walk, Is<DrawPicture> auto& m) {
  walk("run", m.run);
  walk("number", m.number);
  walk("scale", m.scale);
}
void members(const auto& walk, Is<Interrupt> auto& m) {
  walk("run", m.run);
}
void members(const auto& walk, Is<TypedLine> auto& m) {
  walk("number", m.number);
  walk.text("text", m.text);
}

void members(const auto& walk, Is<Confinement> auto& m) {
  walk("trusted", m.trusted);
  walk("no_privileges", m.no_privileges);
  walk("landlock", m.landlock);
  walk("system_calls", m.system_calls);
  walk("memory", m.memory);
  walk("file_size", m.file_size);
  walk("open_files", m.open_files);
}
void members(const auto& walk, Is<Ready> auto& m) {
  walk("python", m.python);
  walk("confinement", m.confinement);
}
void members(const auto& walk, Is<Refused> auto& m) {
  walk.text("sentence", m.sentence);
  walk("confinement", m.confinement);
}
void members(const auto& walk, Is<Output> auto& m) {
  walk.named("stream", m.stream, kStreamNames);
  walk.text("text", m.text);
}
void members(const auto& walk, Is<Picture> auto& m) {
  walk.text("text", m.text);
  walk("after_value", m.after_value);
  walk.within("width", m.width, 0, kMostPictureSide);
  walk.within("height", m.height, 0, kMostPictureSide);
  walk("number", m.number);
  walk("scale", m.scale);
}
void members(const auto& walk, Is<CellError> auto& m) {
  walk.text("type", m.type);
  walk.text("message", m.message);
  walk.text("traceback", m.traceback);
  walk("line", m.line);
  walk("interrupted", m.interrupted);
  walk("exits", m.exits);
  walk.within("exit_status", m.exit_status, 0, 255);
  walk("lacks_file", m.lacks_file);
}
void members(const auto& walk, Is<Finished> auto& m) {
  walk.text("value", m.value);
  walk.text("plain", m.plain);
  walk("error", m.error);
  walk.text("notes", m.notes);
}
void members(const auto& walk, Is<Variable> auto& m) {
  walk("name", m.name);
  walk.named("kind", m.kind, kVariableKindNames);
  walk("type", m.type);
  walk("shape", m.shape);
  walk.named("dtype", m.dtype, arrays::kDtypeNames);
  walk("stamp", m.stamp);
}
void members(const auto& walk, Is<Variables> auto& m) {
  walk.list("variables", m.variables, 0, kMostVariables);
}
void members(const auto& walk, Is<RecordAttribute> auto& m) {
  walk.word("name", m.name, attribute_name);
  walk.value("value", m.value);
}
void members(const auto& walk, Is<Arrived> auto& m) {
  walk("record", m.record);
  walk.named("grad", m.grad, standing_names());
  walk("whole", m.whole);
}
void members(const auto& walk, Is<Record> auto& m) {
  walk.word("operation", m.operation, operation_name);
  walk.positions("operands", m.operands, 0, kMostRecords);
  walk.list("attributes", m.attributes, 0, kMostAttributes);
  walk.named("dtype", m.dtype, arrays::kDtypeNames);
  walk("shape", m.shape);
  walk.numbers("strides", m.strides);
  walk("run", m.run);
  walk("line", m.line);
  walk("held", m.held);
  walk("parameter", m.parameter);
  walk("number", m.number);
  walk("arrived", m.arrived);
  walk.rest(m);
}
void members(const auto& walk, Is<RecordGraph> auto& m) {
  walk.list("records", m.records, 1, kMostRecords);
}
void members(const auto& walk, Is<Taken> auto& m) {
  walk.named("dtype", m.dtype, arrays::kDtypeNames);
  walk.within("elements", m.elements, 0, kMostTakenBytes);
}
void members(const auto& walk, Is<Failed> auto& m) {
  walk.text("sentence", m.sentence);
}
void members(const auto& walk, Is<Asked> auto& m) {
  walk("number", m.number);
}

}  // namespace normscope::notebook::protocol
