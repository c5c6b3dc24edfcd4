#pragma once
#include <stddef.h>

/// One file that the web face serves, as it stands in `files`.
typedef struct {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t count;
} WebFile;

/// All of them; the array ends with `webfiles_count`.
extern const WebFile webfiles[];
extern const size_t webfiles_count;

/// Swift sees no array whose length it does not know.
static inline const WebFile *_Nonnull webfile_at(size_t index) { return &webfiles[index]; }
