#pragma once
#include <postgresql/libpq-fe.h>
#include <stdbool.h>

/// Whether libpq is there; asked before anything else of it is called.
bool postgres_is_available(void);
