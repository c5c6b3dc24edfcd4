#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/// Memory of one parse, with a limit. Passing the limit, in bytes or in seconds of the processor, jumps to `refused`.
typedef struct {
  void *first;
  int64_t left;
  uint64_t calls;
  double end;
  jmp_buf refused;
} page_memory;

void memory_begin(page_memory *it, int64_t most, double longest);
void *memory_take(void *context, size_t size);
void memory_give(void *context, void *place);
void memory_end(page_memory *it);
