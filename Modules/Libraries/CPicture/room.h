#pragma once
#include <stddef.h>

/// Room for many bytes, to be freed as any. Where there is a lot of it, it lies in large pages if the system has them: a
/// picture is written once from one end to the other, and with small pages that is a fault for each 4 kB of it, which take
/// longer than the writing.
void *room_for(size_t bytes);
