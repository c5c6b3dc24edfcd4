#include <sqlite3.h>

// Swift does not import variadic functions, nor macros with a cast.
static inline int troupe_sqlite_config_flag(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

static inline int troupe_sqlite_bind_copy(sqlite3_stmt *s, int at, const void *bytes, int count) {
  return sqlite3_bind_blob(s, at, bytes, count, SQLITE_TRANSIENT);
}

// The caller must keep the bytes until the statement is reset.
static inline int troupe_sqlite_bind_kept(sqlite3_stmt *s, int at, const void *bytes, int count) {
  return sqlite3_bind_blob(s, at, count ? bytes : (const void *)"", count, SQLITE_STATIC);
}

static inline int troupe_sqlite_bind_text(sqlite3_stmt *s, int at, const char *bytes, int count) {
  return sqlite3_bind_text(s, at, bytes, count, SQLITE_TRANSIENT);
}

// As `troupe_sqlite_bind_kept`, for text.
static inline int troupe_sqlite_bind_text_kept(sqlite3_stmt *s, int at, const void *bytes, int count) {
  return sqlite3_bind_text(s, at, count ? (const char *)bytes : "", count, SQLITE_STATIC);
}

static inline void troupe_sqlite_result_text(sqlite3_context *c, const char *bytes, int count) {
  sqlite3_result_text(c, bytes, count, SQLITE_TRANSIENT);
}

static inline void troupe_sqlite_result_blob(sqlite3_context *c, const void *bytes, int count) {
  sqlite3_result_blob(c, count ? bytes : (const void *)"", count, SQLITE_TRANSIENT);
}

// Disables memory statistics, which take a global lock at every allocation. Only before the first use of SQLite.
static inline int troupe_sqlite_count_no_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
