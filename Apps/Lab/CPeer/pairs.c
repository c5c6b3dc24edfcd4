#include "CPeer.h"

#include <sqlite3.h>
#include <stddef.h>
#include <time.h>

static const char *table =
    "CREATE TABLE recordings(start REAL, elapsed REAL, distance REAL, sport INTEGER);";

// The rule of the peers that is nearest: starts within three minutes, lengths within a tenth, the same sport. The plus keeps SQLite
// from an index by sport of its own, with which it takes minutes.
static const char *join =
    "SELECT count(*) FROM recordings AS a CROSS JOIN recordings AS b ON b.start BETWEEN a.start AND a.start + 180"
    " AND b.rowid <> a.rowid AND (b.start > a.start OR b.rowid > a.rowid) AND +b.sport = a.sport"
    " AND min(a.elapsed, b.elapsed) >= 0.9 * max(a.elapsed, b.elapsed)";

static int one(sqlite3 *db, const char *sql, int64_t *count) {
  sqlite3_stmt *s = NULL;
  if (sqlite3_prepare_v2(db, sql, -1, &s, NULL)) return 1;
  int result = sqlite3_step(s);
  if (result == SQLITE_ROW && count != NULL) *count = sqlite3_column_int64(s, 0);
  sqlite3_finalize(s);
  return result == SQLITE_ROW || result == SQLITE_DONE ? 0 : 1;
}

static double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int64_t peer_pairs(const double *rows, int64_t count, double *joining) {
  sqlite3 *db = NULL;
  sqlite3_stmt *add = NULL;
  int64_t found = -1;
  if (sqlite3_open(":memory:", &db) || sqlite3_exec(db, table, NULL, NULL, NULL) ||
      sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) ||
      sqlite3_prepare_v2(db, "INSERT INTO recordings VALUES (?1, ?2, ?3, ?4)", -1, &add, NULL)) {
    goto done;
  }
  for (int64_t i = 0; i < count; i++) {
    for (int column = 0; column < 4; column++) sqlite3_bind_double(add, column + 1, rows[4 * i + column]);
    if (sqlite3_step(add) != SQLITE_DONE) goto done;
    sqlite3_reset(add);
  }
  if (sqlite3_exec(db, "COMMIT; CREATE INDEX starts ON recordings(start, elapsed, sport)", NULL, NULL, NULL)) goto done;
  double start = seconds();
  if (one(db, join, &found)) found = -1;
  *joining = seconds() - start;
done:
  sqlite3_finalize(add);
  sqlite3_close(db);
  return found;
}
