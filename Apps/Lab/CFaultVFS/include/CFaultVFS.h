#ifndef TROUPE_FAULT_VFS_H
#define TROUPE_FAULT_VFS_H

#include <stdint.h>

// An in-memory VFS for SQLite that fails, fills up and loses power on demand. Each world is a separate disk; its name
// is the vfs argument of sqlite3_open_v2.
typedef struct fault_world fault_world;

fault_world *fault_world_new(void);
void fault_world_free(fault_world *);
const char *fault_world_name(fault_world *);

// Number of operations that changed the disk: writes, syncs, truncations, deletions, new files.
int64_t fault_world_count(fault_world *);

// From the n-th operation on (counted from 1, over all), `times` operations fail with SQLite's code; torn writes write
// the first half.
void fault_world_fail(fault_world *, int64_t from, int64_t times, int code, int torn);

enum fault_loss { FAULT_KEEP_ALL = 0, FAULT_KEEP_SYNCED = 1, FAULT_KEEP_SOME = 2 };

// Power loss: unsynced data are kept, lost, or partly kept depending on the seed; faults are cleared. Close all files
// before.
void fault_world_crash(fault_world *, enum fault_loss, uint64_t seed);

// Flips a byte of the file, like a bad disk. Returns 0 when there is no such byte.
int fault_world_flip(fault_world *, const char *suffix, int64_t at);
int64_t fault_world_size(fault_world *, const char *suffix);

#endif
