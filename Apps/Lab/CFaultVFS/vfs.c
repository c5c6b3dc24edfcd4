#include "CFaultVFS.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 16, SECTOR = 512 };

// An unsynced operation: a write of these bytes, or with bytes NULL a truncation to `at`.
typedef struct pending {
  struct pending *next;
  int64_t at;
  int64_t count;
  unsigned char *bytes;
} pending;

typedef struct image {
  unsigned char *bytes;
  int64_t size;
} image;

typedef struct file {
  char path[512];
  int exists, isDurable;
  image now, durable;
  pending *first, **last;
} file;

struct fault_world {
  sqlite3_vfs vfs;
  char name[64];
  file files[MOST_FILES];
  int64_t count, from, times;
  int code, torn;
};

typedef struct handle {
  sqlite3_file base;
  fault_world *world;
  file *file;
} handle;

static void put(image *to, int64_t at, const unsigned char *bytes, int64_t count) {
  if (at + count > to->size) {
    to->bytes = realloc(to->bytes, at + count);
    memset(to->bytes + to->size, 0, at + count - to->size);
    to->size = at + count;
  }
  memcpy(to->bytes + at, bytes, count);
}

static void cut(image *to, int64_t size) {
  if (size < to->size) to->size = size;
}

static void note(file *f, int64_t at, const unsigned char *bytes, int64_t count) {
  pending *p = calloc(1, sizeof *p);
  p->at = at;
  p->count = count;
  if (bytes) {
    p->bytes = malloc(count ? count : 1);
    memcpy(p->bytes, bytes, count);
  }
  *f->last = p;
  f->last = &p->next;
}

static void forget(file *f) {
  for (pending *p = f->first, *next; p; p = next) {
    next = p->next;
    free(p->bytes);
    free(p);
  }
  f->first = NULL;
  f->last = &f->first;
}

static void copy(image *to, const image *from) {
  free(to->bytes);
  to->size = from->size;
  to->bytes = malloc(from->size ? from->size : 1);
  if (from->size) memcpy(to->bytes, from->bytes, from->size);
}

// Counts an operation; returns SQLITE_OK or the code with which it fails.
static int step(fault_world *w) {
  w->count++;
  return w->from > 0 && w->count >= w->from && w->count - w->from < w->times ? w->code : SQLITE_OK;
}

static int fClose(sqlite3_file *f) { return SQLITE_OK; }

static int fRead(sqlite3_file *sf, void *out, int n, sqlite3_int64 at) {
  image *i = &((handle *)sf)->file->now;
  int64_t there = at < i->size ? (i->size - at < n ? i->size - at : n) : 0;
  if (there) memcpy(out, i->bytes + at, there);
  if (there == n) return SQLITE_OK;
  memset((char *)out + there, 0, n - there);
  return SQLITE_IOERR_SHORT_READ;
}

static int fWrite(sqlite3_file *sf, const void *bytes, int n, sqlite3_int64 at) {
  handle *h = (handle *)sf;
  int code = step(h->world);
  if (code && !h->world->torn) return code;
  if (code) n /= 2;
  put(&h->file->now, at, bytes, n);
  note(h->file, at, bytes, n);
  return code;
}

static int fTruncate(sqlite3_file *sf, sqlite3_int64 size) {
  handle *h = (handle *)sf;
  int code = step(h->world);
  if (code) return code;
  cut(&h->file->now, size);
  note(h->file, size, NULL, 0);
  return SQLITE_OK;
}

static int fSync(sqlite3_file *sf, int flags) {
  handle *h = (handle *)sf;
  int code = step(h->world);
  if (code) return code;
  // The pending operations turn the durable image into the current one: no need to copy all of it.
  for (pending *p = h->file->first; p; p = p->next)
    if (p->bytes)
      put(&h->file->durable, p->at, p->bytes, p->count);
    else
      cut(&h->file->durable, p->at);
  h->file->isDurable = 1;
  forget(h->file);
  return SQLITE_OK;
}

static int fSize(sqlite3_file *sf, sqlite3_int64 *size) {
  *size = ((handle *)sf)->file->now.size;
  return SQLITE_OK;
}

static int fLock(sqlite3_file *f, int level) { return SQLITE_OK; }
static int fCheck(sqlite3_file *f, int *out) {
  *out = 0;
  return SQLITE_OK;
}
static int fControl(sqlite3_file *f, int op, void *arg) { return SQLITE_NOTFOUND; }
static int fSector(sqlite3_file *f) { return SECTOR; }
static int fTraits(sqlite3_file *f) { return 0; }

// Version 1 has no shared memory, so WAL works in exclusive mode only, which the store uses.
static const sqlite3_io_methods methods = {1,       fClose, fRead, fWrite,   fTruncate, fSync,  fSize,
                                           fLock,   fLock,  fCheck, fControl, fSector,   fTraits};

static file *find(fault_world *w, const char *path) {
  for (int i = 0; i < MOST_FILES; i++)
    if (w->files[i].path[0] && !strcmp(w->files[i].path, path)) return &w->files[i];
  return NULL;
}

static int vOpen(sqlite3_vfs *v, const char *path, sqlite3_file *sf, int flags, int *out) {
  fault_world *w = v->pAppData;
  handle *h = (handle *)sf;
  h->base.pMethods = NULL;
  char unnamed[32];
  if (!path) {
    snprintf(unnamed, sizeof unnamed, "/temporary-%lld", (long long)w->count);
    path = unnamed;
  }
  file *f = find(w, path);
  if (!f || !f->exists) {
    if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
    int code = step(w);
    if (code) return code == SQLITE_FULL ? SQLITE_FULL : SQLITE_CANTOPEN;
    for (int i = 0; !f && i < MOST_FILES; i++)
      if (!w->files[i].path[0]) f = &w->files[i];
    if (!f) return SQLITE_CANTOPEN;
    snprintf(f->path, sizeof f->path, "%s", path);
    f->exists = 1;
    forget(f);
  }
  h->world = w;
  h->file = f;
  h->base.pMethods = &methods;
  if (out) *out = flags;
  return SQLITE_OK;
}

static void erase(file *f) {
  forget(f);
  cut(&f->now, 0);
  cut(&f->durable, 0);
  f->exists = f->isDurable = 0;
}

static int vDelete(sqlite3_vfs *v, const char *path, int sync) {
  file *f = find(v->pAppData, path);
  int code = step(v->pAppData);
  if (code) return SQLITE_IOERR_DELETE;
  if (!f || !f->exists) return SQLITE_IOERR_DELETE_NOENT;
  erase(f);
  return SQLITE_OK;
}

static int vAccess(sqlite3_vfs *v, const char *path, int flags, int *out) {
  file *f = find(v->pAppData, path);
  *out = f && f->exists;
  return SQLITE_OK;
}

static int vFull(sqlite3_vfs *v, const char *path, int n, char *out) {
  snprintf(out, n, "%s", path);
  return SQLITE_OK;
}

static sqlite3_vfs *real(void) { return sqlite3_vfs_find("unix"); }
static int vRandom(sqlite3_vfs *v, int n, char *out) { return real()->xRandomness(real(), n, out); }
static int vSleep(sqlite3_vfs *v, int us) { return us; }
static int vTime(sqlite3_vfs *v, double *out) { return real()->xCurrentTime(real(), out); }
static int vError(sqlite3_vfs *v, int n, char *out) { return 0; }

fault_world *fault_world_new(void) {
  fault_world *w = calloc(1, sizeof *w);
  snprintf(w->name, sizeof w->name, "fault-%p", (void *)w);
  for (int i = 0; i < MOST_FILES; i++) w->files[i].last = &w->files[i].first;
  w->vfs = (sqlite3_vfs){.iVersion = 1, .szOsFile = sizeof(handle), .mxPathname = 500, .zName = w->name,
                         .pAppData = w, .xOpen = vOpen, .xDelete = vDelete, .xAccess = vAccess,
                         .xFullPathname = vFull, .xRandomness = vRandom, .xSleep = vSleep, .xCurrentTime = vTime,
                         .xGetLastError = vError};
  sqlite3_vfs_register(&w->vfs, 0);
  return w;
}

void fault_world_free(fault_world *w) {
  sqlite3_vfs_unregister(&w->vfs);
  for (int i = 0; i < MOST_FILES; i++) {
    forget(&w->files[i]);
    free(w->files[i].now.bytes);
    free(w->files[i].durable.bytes);
  }
  free(w);
}

const char *fault_world_name(fault_world *w) { return w->name; }
int64_t fault_world_count(fault_world *w) { return w->count; }

void fault_world_fail(fault_world *w, int64_t from, int64_t times, int code, int torn) {
  w->from = from;
  w->times = times;
  w->code = code;
  w->torn = torn;
}

static uint64_t next(uint64_t *seed) {
  *seed += 0x9E3779B97F4A7C15;
  uint64_t z = *seed;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

// Applies a random subset of a write's sectors.
static void some(image *to, const pending *p, uint64_t *seed) {
  if (!p->bytes) {
    if (next(seed) & 1) cut(to, p->at);
    return;
  }
  for (int64_t done = 0; done < p->count;) {
    int64_t part = SECTOR - (p->at + done) % SECTOR;
    if (part > p->count - done) part = p->count - done;
    if (next(seed) & 1) put(to, p->at + done, p->bytes + done, part);
    done += part;
  }
}

void fault_world_crash(fault_world *w, enum fault_loss loss, uint64_t seed) {
  w->from = 0;
  if (loss == FAULT_KEEP_ALL) return;
  for (int i = 0; i < MOST_FILES; i++) {
    file *f = &w->files[i];
    if (!f->exists) continue;
    if (!f->isDurable && loss == FAULT_KEEP_SYNCED) {
      erase(f);
      continue;
    }
    image left = {0};
    copy(&left, &f->durable);
    if (loss == FAULT_KEEP_SOME)
      for (pending *p = f->first; p; p = p->next) some(&left, p, &seed);
    copy(&f->now, &left);
    copy(&f->durable, &left);
    free(left.bytes);
    f->isDurable = 1;
    forget(f);
  }
}

static file *ending(fault_world *w, const char *suffix) {
  for (int i = 0; i < MOST_FILES; i++) {
    size_t n = strlen(w->files[i].path), m = strlen(suffix);
    if (w->files[i].exists && n >= m && !strcmp(w->files[i].path + n - m, suffix)) return &w->files[i];
  }
  return NULL;
}

int fault_world_flip(fault_world *w, const char *suffix, int64_t at) {
  file *f = ending(w, suffix);
  if (!f || at < 0 || at >= f->now.size) return 0;
  f->now.bytes[at] ^= 0x20;
  return 1;
}

int64_t fault_world_size(fault_world *w, const char *suffix) {
  file *f = ending(w, suffix);
  return f ? f->now.size : 0;
}
