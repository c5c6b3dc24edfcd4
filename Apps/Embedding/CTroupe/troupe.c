// The functions are written in Swift, in Embedding. This file makes the header a module.
#include "troupe.h"

_Static_assert(sizeof(troupe_event) == 48, "Programs in other languages declare this struct by hand.");
