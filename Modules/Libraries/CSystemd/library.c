#include "CSystemd.h"
#include <CLibrary.h>

// Forwards the functions of sd-bus that are used, under their own names; the compiler checks each against its header.
#define LIBRARY(of) \
  of(int, sd_bus_new, (sd_bus **bus), (bus)) \
  of(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address)) \
  of(int, sd_bus_set_bus_client, (sd_bus *bus, int is), (bus, is)) \
  of(int, sd_bus_set_method_call_timeout, (sd_bus *bus, uint64_t patience), (bus, patience)) \
  of(int, sd_bus_start, (sd_bus *bus), (bus)) \
  of(int, sd_bus_is_ready, (sd_bus *bus), (bus)) \
  of(int, sd_bus_process, (sd_bus *bus, sd_bus_message **came), (bus, came)) \
  of(int, sd_bus_wait, (sd_bus *bus, uint64_t patience), (bus, patience)) \
  of(int, sd_bus_call, (sd_bus *bus, sd_bus_message *question, uint64_t patience, sd_bus_error *error, \
     sd_bus_message **answer), (bus, question, patience, error, answer)) \
  of(sd_bus *, sd_bus_close_unref, (sd_bus *bus), (bus)) \
  of(void, sd_bus_error_free, (sd_bus_error *error), (error)) \
  of(int, sd_bus_message_new_method_call, (sd_bus *bus, sd_bus_message **made, const char *service, const char *path, \
     const char *interface, const char *member), (bus, made, service, path, interface, member)) \
  of(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message)) \
  of(int, sd_bus_message_sensitive, (sd_bus_message *message), (message)) \
  of(int, sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value), (message, type, value)) \
  of(int, sd_bus_message_append_array, (sd_bus_message *message, char type, const void *bytes, size_t count), \
     (message, type, bytes, count)) \
  of(int, sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents), \
     (message, type, contents)) \
  of(int, sd_bus_message_close_container, (sd_bus_message *message), (message)) \
  of(int, sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value)) \
  of(int, sd_bus_message_read_array, (sd_bus_message *message, char type, const void **bytes, size_t *count), \
     (message, type, bytes, count)) \
  of(int, sd_bus_message_at_end, (sd_bus_message *message, int is_whole), (message, is_whole)) \
  of(int, sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents), \
     (message, type, contents)) \
  of(int, sd_bus_message_exit_container, (sd_bus_message *message), (message)) \
  of(int, sd_bus_message_skip, (sd_bus_message *message, const char *types), (message, types)) \
  of(int, sd_bus_message_is_signal, (sd_bus_message *message, const char *interface, const char *member), \
     (message, interface, member)) \
  of(const char *, sd_bus_message_get_path, (sd_bus_message *message), (message))

LIBRARY(LIBRARY_FORWARD)
static const library_function functions[] = {LIBRARY(LIBRARY_ENTRY){0}};
static library systemd = {"libsystemd.so.0", functions, 0};

bool systemd_is_available(void) { return library_is_open(&systemd); }
