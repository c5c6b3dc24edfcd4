#define _GNU_SOURCE  // clock_gettime
#include "memory.h"
#include <stdlib.h>
#include <time.h>

// The functions that the parser allocates with. It does not expect them to fail, so the one that refuses leaves the
// parser by longjmp; all blocks are in one list, and are released together.

typedef struct block {
  struct block *before, *after;
  size_t size, unused;
} block;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void memory_begin(page_memory *it, int64_t most, double longest) {
  it->first = NULL;
  it->left = most;
  it->calls = 0;
  it->end = seconds() + longest;
}

void *memory_take(void *context, size_t size) {
  page_memory *it = context;
  it->left -= (int64_t)(size + sizeof(block));
  if (it->left < 0 || (++it->calls % 1024 == 0 && seconds() > it->end)) longjmp(it->refused, 1);
  block *made = malloc(sizeof(block) + size);
  if (!made) longjmp(it->refused, 1);
  made->before = NULL;
  made->after = it->first;
  made->size = size;
  if (it->first) ((block *)it->first)->before = made;
  it->first = made;
  return made + 1;
}

void memory_give(void *context, void *place) {
  if (!place) return;
  page_memory *it = context;
  block *made = (block *)place - 1;
  it->left += (int64_t)(made->size + sizeof(block));
  if (made->before) made->before->after = made->after;
  if (made->after) made->after->before = made->before;
  if (it->first == made) it->first = made->after;
  free(made);
}

void memory_end(page_memory *it) {
  while (it->first) memory_give(it, (block *)it->first + 1);
}
