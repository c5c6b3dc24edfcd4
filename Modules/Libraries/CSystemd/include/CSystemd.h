#pragma once
#include <stdbool.h>
#include <systemd/sd-bus.h>

/// Returns whether libsystemd could be opened; must be called before any other of its functions.
bool systemd_is_available(void);
