#ifndef TROUPE_PEER_H
#define TROUPE_PEER_H

#include <stdint.h>

// What the store is measured against: the same rows in the same tables with the same pragmas, written and read by bare C,
// unsealed and without a coding.
typedef struct peer peer;

peer *peer_open(const char *path);
void peer_close(peer *);

// One transaction each: a record and its outbox row, bodies of these sizes. 0 when all went well.
int peer_save(peer *, int64_t transactions, int body, int fields);
// All in one transaction.
int peer_batch(peer *, int64_t rows, int body, int fields);
// Steps over the newest rows of the file and touches their bytes; how many there were.
int64_t peer_newest(peer *, int collection, int64_t rows);
// Gives freed memory back, so that what is measured next starts from little.
void peer_trim(void);

#endif
