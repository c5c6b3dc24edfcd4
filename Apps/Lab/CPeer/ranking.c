#include "CPeer.h"

#include <sqlite3.h>
#include <stdlib.h>

struct peer_ranking {
  sqlite3 *db;
  sqlite3_stmt *add, *rank;
};

#define BIT(x, n) "((" x " >> " #n ") & 1)"
#define COUNT(x) "(" BIT(x, 0) " + " BIT(x, 1) " + " BIT(x, 2) " + " BIT(x, 3) " + " BIT(x, 4) " + " BIT(x, 5) ")"

static const char *candidates =
    "CREATE TABLE candidates(id TEXT PRIMARY KEY, role INTEGER, visible INTEGER, program TEXT COLLATE NOCASE,"
    " sober_since INTEGER, region TEXT COLLATE NOCASE, country TEXT COLLATE NOCASE, times INTEGER, completeness INTEGER,"
    " capacity INTEGER, sponsees INTEGER, requests INTEGER)";

// The viewer is a sponsee: ?1 id, ?2 program, ?3 today, ?4 region, ?5 country, ?6 times, ?7 completeness.
static const char *ranking =
    "SELECT id, program_points, times_points, region_points, experience_points, completeness_points, room_points,"
    " program_points + times_points + region_points + experience_points + completeness_points + room_points AS score"
    " FROM (SELECT id,"
    " CASE WHEN program = ?2 THEN 35 WHEN program IS NULL THEN 8 ELSE 0 END AS program_points,"
    " CASE WHEN min(" COUNT("times") ", " COUNT("?6") ") = 0 THEN 0 ELSE"
    " 25 * " COUNT("(times & ?6)") " / min(" COUNT("times") ", " COUNT("?6") ") END AS times_points,"
    " CASE WHEN region = ?4 THEN 10 WHEN country = ?5 THEN 5 ELSE 0 END AS region_points,"
    " 10 * min(1825, ?3 - sober_since) / 1825 AS experience_points,"
    " (completeness + ?7) / 20 AS completeness_points,"
    " 10 * max(0, capacity - sponsees - requests) / max(1, capacity) AS room_points"
    " FROM candidates WHERE visible = 1 AND role <> 0 AND id <> ?1 AND sponsees < capacity AND ?3 - sober_since >= 365)"
    " ORDER BY score DESC, id";

peer_ranking *peer_ranking_open(void) {
  peer_ranking *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  if (sqlite3_open(":memory:", &p->db) || sqlite3_exec(p->db, candidates, NULL, NULL, NULL) ||
      sqlite3_prepare_v2(p->db, "INSERT INTO candidates VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)", -1,
                         &p->add, NULL) ||
      sqlite3_prepare_v2(p->db, ranking, -1, &p->rank, NULL)) {
    peer_ranking_close(p);
    return NULL;
  }
  return p;
}

void peer_ranking_close(peer_ranking *p) {
  sqlite3_finalize(p->add);
  sqlite3_finalize(p->rank);
  sqlite3_close(p->db);
  free(p);
}

static void text(sqlite3_stmt *s, int place, const char *value) {
  if (value == NULL || *value == 0) {
    sqlite3_bind_null(s, place);
  } else {
    sqlite3_bind_text(s, place, value, -1, SQLITE_TRANSIENT);
  }
}

int peer_ranking_add(peer_ranking *p, const char *id, const char *program, const char *region, const char *country,
                     const int64_t numbers[8]) {
  text(p->add, 1, id);
  sqlite3_bind_int64(p->add, 2, numbers[0]);
  sqlite3_bind_int64(p->add, 3, numbers[1]);
  text(p->add, 4, program);
  sqlite3_bind_int64(p->add, 5, numbers[2]);
  text(p->add, 6, region);
  text(p->add, 7, country);
  for (int i = 3; i < 8; i++) sqlite3_bind_int64(p->add, i + 5, numbers[i]);
  int result = sqlite3_step(p->add);
  sqlite3_reset(p->add);
  return result == SQLITE_DONE ? 0 : result;
}

int64_t peer_ranking_rank(peer_ranking *p, const char *id, const char *program, int64_t today, const char *region,
                          const char *country, int64_t times, int64_t completeness, int64_t *points) {
  text(p->rank, 1, id);
  text(p->rank, 2, program);
  sqlite3_bind_int64(p->rank, 3, today);
  text(p->rank, 4, region);
  text(p->rank, 5, country);
  sqlite3_bind_int64(p->rank, 6, times);
  sqlite3_bind_int64(p->rank, 7, completeness);
  int64_t rows = 0, sum = 0;
  while (sqlite3_step(p->rank) == SQLITE_ROW) {
    rows++;
    sum += sqlite3_column_int64(p->rank, 7);
  }
  sqlite3_reset(p->rank);
  *points = sum;
  return rows;
}
