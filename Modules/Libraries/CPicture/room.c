// Declares functions beyond the C standard.
#define _DEFAULT_SOURCE
#include "room.h"
#include <stdlib.h>
#include <sys/mman.h>

void *room_for(size_t bytes) {
  const size_t large = (size_t)1 << 21;
  if (bytes < large / 2) return malloc(bytes);
  const size_t whole = (bytes + large - 1) & ~(large - 1);
  void *room = aligned_alloc(large, whole);
  // Without huge pages the system uses small ones.
  if (room) madvise(room, whole, MADV_HUGEPAGE);
  return room;
}
