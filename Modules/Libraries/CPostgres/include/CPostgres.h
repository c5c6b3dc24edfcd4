#pragma once
#include <postgresql/libpq-fe.h>
#include <stdbool.h>

/// Returns whether libpq could be opened; must be called before any other of its functions.
bool postgres_is_available(void);
