#pragma once
#include <stdbool.h>

/// A function of a library, and where it is kept once it was found.
typedef struct {
  const char *name;
  void **place;
} library_function;

/// A library of the system that is opened at first use; its functions end with one that has no name.
typedef struct {
  const char *name;
  const library_function *functions;
  int state;
} library;

/// Whether the library is there with all of these functions. Looked for once, and never closed: there is no moment at which
/// nobody uses it any more.
bool library_is_open(library *it);

// For lists of functions, `of(type, name, parameters, arguments)`: a definition under the library's own name, which the
// compiler compares with the library's header, and its entry.
#define LIBRARY_FORWARD(type, name, parameters, arguments) \
  static type(*found_##name) parameters; \
  type name parameters { return found_##name arguments; }
#define LIBRARY_ENTRY(type, name, parameters, arguments) {#name, (void **)&found_##name},
