#pragma once
#include <stddef.h>

/// Allocates memory, to be released with free. Large blocks use huge pages if the system has them: a picture is written
/// once from start to end, and with small pages the page fault for every 4 kB takes longer than the writing.
void *room_for(size_t bytes);
