#pragma once
#include <stdbool.h>
#include <systemd/sd-bus.h>

/// Whether libsystemd is there; asked before anything else of it is called.
bool systemd_is_available(void);
