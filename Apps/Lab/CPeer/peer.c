#include "CPeer.h"

#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct peer {
  sqlite3 *db;
  sqlite3_stmt *begin, *commit, *record, *outbox, *newest;
  int64_t next;
};

static const char *schema =
    "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON;"
    "PRAGMA cache_size = -8192; PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY;"
    "PRAGMA journal_size_limit = 4194304;"
    "CREATE TABLE IF NOT EXISTS records(version INTEGER PRIMARY KEY, collection INTEGER NOT NULL, id BLOB NOT NULL,"
    " moment REAL NOT NULL, edited_at REAL NOT NULL, state INTEGER NOT NULL, rev TEXT, base BLOB, sealed BLOB NOT NULL);"
    "CREATE UNIQUE INDEX IF NOT EXISTS records_id ON records(collection, id);"
    "CREATE INDEX IF NOT EXISTS records_moment ON records(collection, moment);"
    "CREATE TABLE IF NOT EXISTS outbox(seq INTEGER PRIMARY KEY, op_id BLOB NOT NULL UNIQUE, collection INTEGER NOT NULL,"
    " id BLOB NOT NULL, kind INTEGER NOT NULL, priority INTEGER NOT NULL, base TEXT, attempts INTEGER NOT NULL,"
    " not_before REAL NOT NULL, state INTEGER NOT NULL, sent INTEGER NOT NULL, reason BLOB, edited_at REAL NOT NULL,"
    " sealed BLOB NOT NULL);"
    "CREATE INDEX IF NOT EXISTS outbox_entity ON outbox(collection, id, seq);"
    "CREATE INDEX IF NOT EXISTS outbox_order ON outbox(state, priority, seq);";

static sqlite3_stmt *prepare(peer *p, const char *sql) {
  sqlite3_stmt *s = NULL;
  sqlite3_prepare_v3(p->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s, NULL);
  return s;
}

peer *peer_open(const char *path) {
  peer *p = calloc(1, sizeof *p);
  if (sqlite3_open_v2(path, &p->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) ||
      sqlite3_exec(p->db, schema, NULL, NULL, NULL)) {
    peer_close(p);
    return NULL;
  }
  p->begin = prepare(p, "BEGIN IMMEDIATE");
  p->commit = prepare(p, "COMMIT");
  p->record = prepare(p, "INSERT OR REPLACE INTO records(version, collection, id, moment, edited_at, state, sealed)"
                         " VALUES (?1, 1, ?2, ?3, ?3, 1, ?4)");
  p->outbox = prepare(p, "INSERT OR REPLACE INTO outbox(seq, op_id, collection, id, kind, priority, attempts, not_before,"
                         " state, sent, edited_at, sealed) VALUES (?1, ?2, 1, ?3, 0, 0, 0, 0, 0, 0, ?4, ?5)");
  p->newest = prepare(p, "SELECT id, version, moment, state, sealed FROM records WHERE collection = ?1 AND moment >= ?2"
                         " AND moment < ?3 ORDER BY moment DESC, version DESC LIMIT ?4");
  return p;
}

void peer_close(peer *p) {
  sqlite3_stmt *all[] = {p->begin, p->commit, p->record, p->outbox, p->newest};
  for (int i = 0; i < 5; i++) sqlite3_finalize(all[i]);
  sqlite3_close(p->db);
  free(p);
}

static int run(sqlite3_stmt *s) {
  int code = sqlite3_step(s);
  sqlite3_reset(s);
  return code == SQLITE_DONE ? 0 : code;
}

static int insert(peer *p, int body, int fields) {
  static unsigned char bytes[65536];
  unsigned char id[16], op[16];
  int64_t n = ++p->next;
  sqlite3_randomness(16, id);
  sqlite3_randomness(16, op);
  // Version 7: ordered by creation.
  for (int i = 0; i < 6; i++) id[i] = op[i] = (unsigned char)(n >> (8 * (5 - i)));
  sqlite3_bind_int64(p->record, 1, n);
  sqlite3_bind_blob(p->record, 2, id, 16, SQLITE_TRANSIENT);
  sqlite3_bind_double(p->record, 3, (double)n);
  sqlite3_bind_blob(p->record, 4, bytes, body, SQLITE_TRANSIENT);
  int code = run(p->record);
  sqlite3_bind_int64(p->outbox, 1, n);
  sqlite3_bind_blob(p->outbox, 2, op, 16, SQLITE_TRANSIENT);
  sqlite3_bind_blob(p->outbox, 3, id, 16, SQLITE_TRANSIENT);
  sqlite3_bind_double(p->outbox, 4, (double)n);
  sqlite3_bind_blob(p->outbox, 5, bytes, fields, SQLITE_TRANSIENT);
  return code ? code : run(p->outbox);
}

int peer_save(peer *p, int64_t transactions, int body, int fields) {
  for (int64_t i = 0; i < transactions; i++) {
    int code = run(p->begin);
    if (!code) code = insert(p, body, fields);
    if (!code) code = run(p->commit);
    if (code) return code;
  }
  return 0;
}

int peer_batch(peer *p, int64_t rows, int body, int fields) {
  int code = run(p->begin);
  for (int64_t i = 0; !code && i < rows; i++) code = insert(p, body, fields);
  return code ? code : run(p->commit);
}

int64_t peer_newest(peer *p, int collection, int64_t rows) {
  int64_t count = 0;
  volatile int64_t sum = 0;
  sqlite3_bind_int(p->newest, 1, collection);
  sqlite3_bind_double(p->newest, 2, -1e300);
  sqlite3_bind_double(p->newest, 3, 1e300);
  sqlite3_bind_int64(p->newest, 4, rows);
  while (sqlite3_step(p->newest) == SQLITE_ROW) {
    const unsigned char *bytes = sqlite3_column_blob(p->newest, 4);
    int length = sqlite3_column_bytes(p->newest, 4);
    if (bytes && length) sum += bytes[0] + bytes[length - 1];
    count++;
  }
  sqlite3_reset(p->newest);
  return count;
}

void peer_trim(void) { malloc_trim(0); }
