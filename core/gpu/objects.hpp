// SPDX-License-Identifier: MIT
// RAII wrappers of OpenGL objects. Each object belongs to the context that was current when it was
// created, and that context must be current when it is destroyed; when the context is gone, call
// forget() instead.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/gpu/calls.hpp"

namespace normscope::gpu {

/// Owns an OpenGL object: its number and the function that deletes it.
class Object {
 public:
  using Delete = void (*)(unsigned);
  Object() = default;
  Object(unsigned number, Delete remove) : number_(number), delete_(remove) {}
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  Object(Object&& other) noexcept
      : number_(std::exchange(other.number_, 0)), delete_(other.delete_) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(number_, other.number_);
    std::swap(delete_, other.delete_);
    return *this;
  }
  ~Object() {
    if (number_ != 0) delete_(number_);
  }
  unsigned number() const { return number_; }
  void forget() { number_ = 0; }

 private:
  unsigned number_ = 0;
  Delete delete_ = nullptr;
};

/// Memory of the device that shaders read and write.
class Buffer {
 public:
  explicit Buffer(std::string label) : label_(std::move(label)) {}

  /// Grows the buffer to at least `bytes` bytes, and never to fewer than 4, because binding an
  /// empty buffer is an error. Growing loses the contents; the buffer never shrinks.
  /// errors  as CallChecks::check, here and below
  base::Expected<void> reserve(CallChecks& calls, std::size_t bytes);
  base::Expected<void> upload(CallChecks& calls, std::size_t at, std::span<const std::byte> bytes);
  base::Expected<void> download(CallChecks& calls, std::size_t at, std::span<std::byte> bytes);
  /// Sets the first `bytes` bytes to zero.
  base::Expected<void> clear(CallChecks& calls, std::size_t bytes);
  /// Binds the buffer to a binding point of the shaders.
  void bind(unsigned point) const;
  unsigned number() const { return object_.number(); }
  void free();
  void forget() { object_.forget(); }

 private:
  std::string label_;
  Object object_{};
  std::size_t bytes_ = 0;
};

/// A compute shader, ready to run.
class Program {
 public:
  Program() = default;
  /// Compiles and links one compute shader; `log` receives the compiler's log of a failure.
  /// errors  Unavailable: it does not compile or link; as CallChecks::check
  static base::Expected<Program> build(CallChecks& calls, const std::string& source,
                                       const std::string& label, std::string& log);

  /// Sets a uniform by name; a uniform that the compiler removed as unused is ignored.
  void set(const char* name, std::uint32_t value) const;
  void set(const char* name, std::int32_t value) const;
  void set(const char* name, float value) const;
  void set(const char* name, const std::array<float, 2>& value) const;
  void use() const;
  void forget() { object_.forget(); }

 private:
  Object object_{};
};

/// Measures the device's time between begin and end.
class Stopwatch {
 public:
  base::Expected<void> begin(CallChecks& calls);
  base::Expected<void> end(CallChecks& calls);
  /// The measured time in seconds; waits for the device.
  base::Expected<double> seconds(CallChecks& calls);
  void forget() { object_.forget(); }

 private:
  Object object_{};
  bool running_ = false;
};

/// A point in the device's work that the processor can wait for.
class Fence {
 public:
  static base::Expected<Fence> insert(CallChecks& calls);
  base::Expected<void> wait(CallChecks& calls) const;
  void forget() { (void)sync_.release(); }

 private:
  std::unique_ptr<void, void (*)(void*)> sync_{nullptr, nullptr};
};

}  // namespace normscope::gpu
