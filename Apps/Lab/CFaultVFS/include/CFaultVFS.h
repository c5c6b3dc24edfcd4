#ifndef TROUPE_FAULT_VFS_H
#define TROUPE_FAULT_VFS_H

#include <stdint.h>

// A disk in memory for SQLite, which fails, fills up and loses power on demand. Each world is a disk of its own; its
// name is what sqlite3_open_v2 takes as the vfs.
typedef struct fault_world fault_world;

fault_world *fault_world_new(void);
void fault_world_free(fault_world *);
const char *fault_world_name(fault_world *);

// How many operations that change the disk there have been: writes, syncs, truncations, deletions, new files.
int64_t fault_world_count(fault_world *);

// From the n-th on (counted from 1, over all), `times` of them fail with SQLite's code; torn ones write half before.
void fault_world_fail(fault_world *, int64_t from, int64_t times, int code, int torn);

enum fault_loss { FAULT_KEEP_ALL = 0, FAULT_KEEP_SYNCED = 1, FAULT_KEEP_SOME = 2 };

// The machine stops: what was not synced is kept, lost, or kept in pieces as the seed says, and faults are over.
// Files must be closed before.
void fault_world_crash(fault_world *, enum fault_loss, uint64_t seed);

// Changes a byte of the file, as a bad disk does. False when there is no such byte.
int fault_world_flip(fault_world *, const char *suffix, int64_t at);
int64_t fault_world_size(fault_world *, const char *suffix);

#endif
