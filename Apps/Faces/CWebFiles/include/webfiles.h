#pragma once
#include <stddef.h>

/// A static file of the web face, embedded from `files`.
typedef struct {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} WebFile;

/// All embedded files; `webfiles_count` is their number.
extern const WebFile webfiles[];
extern const size_t webfiles_count;

/// Returns one file. Swift does not import C arrays of unknown length.
static inline const WebFile *_Nonnull webfile_at(size_t index) { return &webfiles[index]; }
