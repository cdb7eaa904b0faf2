// SPDX-License-Identifier: MIT
// A value of the language: 16 bytes, a tag and either the number itself or a counted reference to
// an object. Small numbers need no memory of their own, which is where a loop's time would go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace normscope::notebook::runtime {

class DictObject;
class Heap;
class TypeObject;

enum class Tag : std::uint8_t {
  kEmpty,  // no value: a name that is not bound, or a call that raised
  kNone,
  kNotImplemented,
  kEllipsis,
  kBool,
  kInt,
  kFloat,
  kObject,
};

/// What an object is made of. Instances of user classes keep the kind of the built-in type they
/// derive from.
enum class Kind : std::uint8_t {
  kStr,
  kBigInt,
  kNumber,  // of a class that derives from int or float
  kTuple,
  kList,
  kDict,
  kSet,
  kRange,
  kSlice,
  kCode,
  kFunction,
  kNativeFunction,
  kMethod,
  kType,
  kModule,
  kInstance,
  kException,
  kGenerator,
  kIterator,
  kDescriptor,
  kSuper,
  kCell,
  kNativeObject,
};

/// Everything that is counted. Objects belong to one engine and to one thread at a time.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object();

  Kind kind() const { return kind_; }
  TypeObject* type() const { return type_; }
  void set_type(TypeObject& type);
  std::uint32_t references() const { return references_; }
  void retain() { ++references_; }
  void release() {
    if (--references_ == 0) destroy(this);
  }

 protected:
  /// A type that is its own type passes null and sets it later.
  Object(Kind kind, TypeObject* type);

 private:
  friend class Heap;
  static void destroy(Object* object);

  std::uint32_t references_ = 0;
  Kind kind_;
  TypeObject* type_;
};

/// A counted pointer to an object of a known class.
template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->release();
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref& other) const { return object_ == other.object_; }
  void reset() { *this = Ref(); }

 private:
  T* object_ = nullptr;
};

/// What raising returns: becomes the "nothing" of whatever a function returns.
struct Raised {};

class Value {
 public:
  Value() noexcept : integer_(0) {}
  Value(Raised) noexcept : Value() {}
  Value(const Value& other) noexcept : tag_(other.tag_), integer_(other.integer_) {
    if (tag_ == Tag::kObject) object_->retain();
  }
  Value(Value&& other) noexcept
      : tag_(std::exchange(other.tag_, Tag::kEmpty)), integer_(other.integer_) {}
  Value& operator=(const Value& other) noexcept {
    Value copy(other);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    Value moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Value() {
    if (tag_ == Tag::kObject) object_->release();
  }
  explicit Value(Object* object) : tag_(Tag::kObject), object_(object) { object_->retain(); }
  /// Empty where the pointer is null.
  template <class T>
  Value(const Ref<T>& object) : Value() {
    if (!object) return;
    tag_ = Tag::kObject;
    object_ = object.get();
    object_->retain();
  }

  static Value none() { return Value(Tag::kNone, 0); }
  static Value not_implemented() { return Value(Tag::kNotImplemented, 0); }
  static Value ellipsis() { return Value(Tag::kEllipsis, 0); }
  static Value boolean(bool value) { return Value(Tag::kBool, value ? 1 : 0); }
  static Value integer(std::int64_t value) { return Value(Tag::kInt, value); }
  static Value real(double value) {
    Value result(Tag::kFloat, 0);
    result.real_ = value;
    return result;
  }

  Tag tag() const { return tag_; }
  /// False for the value of a call that raised.
  explicit operator bool() const { return tag_ != Tag::kEmpty; }
  bool is_none() const { return tag_ == Tag::kNone; }
  bool is_not_implemented() const { return tag_ == Tag::kNotImplemented; }
  bool is_ellipsis() const { return tag_ == Tag::kEllipsis; }
  bool is_bool() const { return tag_ == Tag::kBool; }
  bool is_int() const { return tag_ == Tag::kInt; }
  bool is_float() const { return tag_ == Tag::kFloat; }
  bool is_object() const { return tag_ == Tag::kObject; }

  bool as_bool() const { return integer_ != 0; }
  /// The number of an int or bool.
  std::int64_t as_int() const { return integer_; }
  double as_float() const { return real_; }
  Object* object() const { return object_; }

  bool is_kind(Kind kind) const { return tag_ == Tag::kObject && object_->kind() == kind; }
  /// The object where it is of this class (by its kind), else null.
  template <class T>
  T* as() const {
    return is_kind(T::kKind) ? static_cast<T*>(object_) : nullptr;
  }
  /// The object, known to be of this class.
  template <class T>
  T& get() const {
    return *static_cast<T*>(object_);
  }
  /// The same thing (`is`), not an equal one.
  bool same(const Value& other) const { return tag_ == other.tag_ && integer_ == other.integer_; }
  void swap(Value& other) noexcept {
    std::swap(tag_, other.tag_);
    std::swap(integer_, other.integer_);
  }
  /// In place, for the arithmetic of loops: this value must be an int already.
  void set_int(std::int64_t value) { integer_ = value; }
  void set_float(double value) { real_ = value; }

 private:
  Value(Tag tag, std::int64_t bits) : tag_(tag), integer_(bits) {}

  Tag tag_ = Tag::kEmpty;
  union {
    std::int64_t integer_;
    double real_;
    Object* object_;
  };
};

static_assert(sizeof(Value) == 16);

}  // namespace normscope::notebook::runtime
