#pragma once
#include <stdbool.h>

/// A function of a library, and the variable that receives its address.
typedef struct {
  const char *name;
  void **place;
} library_function;

/// A system library that is opened at first use. The list of functions ends with an entry without a name.
typedef struct {
  const char *name;
  const library_function *functions;
  int state;
} library;

/// Returns whether the library was opened with all of these functions. Tries once, and never closes the library, since
/// its last use cannot be determined.
bool library_is_open(library *it);

/// Returns the path of the library or the program that holds an address; null for none.
const char *library_at(const void *address);

// For lists of functions, `of(type, name, parameters, arguments)`: a definition under the library's own name, which the
// compiler checks against the library's header, and its entry in the list.
#define LIBRARY_FORWARD(type, name, parameters, arguments) \
  static type(*found_##name) parameters; \
  type name parameters { return found_##name arguments; }
#define LIBRARY_ENTRY(type, name, parameters, arguments) {#name, (void **)&found_##name},
