#ifndef TROUPE_PEER_H
#define TROUPE_PEER_H

#include <stdint.h>

// The peer of the storage benchmarks: the same rows in the same tables with the same pragmas, written and read by bare
// C, without encryption and coding.
typedef struct peer peer;

peer *peer_open(const char *path);
void peer_close(peer *);

// Writes a record and its outbox row per transaction, with bodies of these sizes. Returns 0 on success.
int peer_save(peer *, int64_t transactions, int body, int fields);
// Writes all rows in one transaction. Returns 0 on success.
int peer_batch(peer *, int64_t rows, int body, int fields);
// Steps over the newest rows, touches their bytes, and returns their number.
int64_t peer_newest(peer *, int collection, int64_t rows);
// Returns freed memory to the system, so that the next measurement starts low.
void peer_trim(void);

#endif
