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
// The peer of the benchmark of matching: the same gates and the same score in SQL, over a table in memory.
typedef struct peer_ranking peer_ranking;

peer_ranking *peer_ranking_open(void);
void peer_ranking_close(peer_ranking *);
// The numbers are role (0 sponsee, 1 sponsor, 2 both), visible, the day of sobriety, times, completeness, capacity, sponsees
// and requests. Returns 0 on success.
int peer_ranking_add(peer_ranking *, const char *id, const char *program, const char *region, const char *country,
                     const int64_t numbers[8]);
// Reads all rows in their order for a sponsee; returns their number and the sum of their scores.
int64_t peer_ranking_rank(peer_ranking *, const char *id, const char *program, int64_t today, const char *region,
                          const char *country, int64_t times, int64_t completeness, int64_t *points);

// The peer of the benchmark of duplicates: fills a table in memory, indexes it and joins it with itself. A row has start,
// elapsed, distance and sport. Returns the number of pairs, or -1, and the seconds of the join alone.
int64_t peer_pairs(const double *rows, int64_t count, double *joining);

// The peer of the benchmark of syncs: sends the requests of a file one after the other over one connection. Each has a line of
// method, path and number of bytes, and then its body. Returns the number of good answers, or -1 at the first other one.
int64_t peer_replay(const char *file, const char *origin, const char *token);

// Returns freed memory to the system, so that the next measurement starts low.
void peer_trim(void);

#endif
