/*
 * Troupe as a library: the products behind an interface of C.
 *
 * A window is one view of one person's profile in one product. A program opens it, sends it JSON-RPC 2.0 messages, and gets
 * answers and notifications through a callback. The messages are those of `troupe rpc`; `rpc.discover` describes them.
 * Documentation/Embedding.md has examples in C, Python and Swift.
 *
 * THREADS
 *   Every function may be called from any thread, and at the same time as others. `troupe_send`, `troupe_read_file` and
 *   `troupe_version` return at once. `troupe_open` and `troupe_close` block while they read and write; call them neither on a
 *   thread that draws nor on one of Swift's concurrency.
 *   Callbacks of one window come one after another, in order, on a thread of the library. Callbacks of several windows may
 *   come at the same time. A callback may send, read files, and take its time: only its own window waits. It must not open or
 *   close a window; those calls return TROUPE_IN_CALLBACK.
 *   The library must not be used after `fork` in the child.
 *
 * OWNERSHIP
 *   The library copies what it is given before a function returns. An event and its bytes are valid until the callback returns.
 *   A problem from `troupe_open` belongs to the caller, who ends it with `troupe_free`. `context` is handed back unchanged and
 *   must be valid until `troupe_close` has returned, or `troupe_open` has failed. No callback comes after that.
 *
 * ERRORS
 *   A function returns one of the numbers below. What goes wrong with a message is its JSON-RPC error, and comes through the
 *   callback. No input ends the process.
 *
 * THE PROCESS
 *   The library writes nothing to standard output or standard error. Of the environment it reads TROUPE_PROVIDERS,
 *   TROUPE_CONTENT and TROUPE_ANALYTICS, as the program does, and what the keyring and HTTP need of the desktop. Opening the first profile in a folder
 *   sets handlers for SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV and SIGSYS that note a crash in the profile and then let it
 *   end the process. A signal that the program, or a Java machine, handles already is left to it; a program that sets handlers of
 *   its own later calls those that were there.
 */
#ifndef TROUPE_H
#define TROUPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes when a program that was built for the one before would fail. */
#define TROUPE_INTERFACE 1

/* Results. */
enum {
  TROUPE_OK = 0,
  /* An argument is null, empty or too long. */
  TROUPE_INVALID = 1,
  /* The window was not opened; the problem says why. */
  TROUPE_REFUSED = 2,
  /* Another process has the profile open; the problem names it. */
  TROUPE_IN_USE = 3,
  /* The window is closed, or there never was one with this number. */
  TROUPE_CLOSED = 4,
  /* 64 messages, or 8 files, wait for this window. Nothing was taken; send again after the next answer. */
  TROUPE_BUSY = 5,
  /* A callback must not open or close a window. */
  TROUPE_IN_CALLBACK = 6
};

/* Kinds of events. A program ignores kinds that it does not know. */
enum {
  /* `bytes` is one JSON-RPC 2.0 message: an answer, a batch of answers, or a notification such as `frame`. A zero follows it. */
  TROUPE_MESSAGE = 1,
  /* `bytes` is a piece of the file `file`, of `total` bytes in all, from `offset` on. The last piece ends at `total`. */
  TROUPE_FILE = 2,
  /* The file `file` cannot be read; `bytes` is a problem as in `troupe_open`. A zero follows it. */
  TROUPE_FILE_FAILED = 3,
  /* `bytes` is a line for a log of operators, never with what a person entered:
     {"level":"warning","source":"sync","text":"..."}. A zero follows it. */
  TROUPE_LOG = 4,
  /* The last event: the callback took too long, and too much was waiting for it. `bytes` is a problem. What was entered is kept;
     close the window and open another. */
  TROUPE_ENDED = 5
};

/* Later versions add members at the end; `size` is that of the struct in the library. */
typedef struct troupe_event {
  uint32_t size;
  int32_t kind;
  const char *bytes;
  size_t length;
  int64_t file;
  uint64_t offset;
  uint64_t total;
} troupe_event;

typedef void (*troupe_callback)(void *context, const troupe_event *event);

/* The number of an open window. 0 is none, and no number is used twice in a process. */
typedef uint64_t troupe_window;

/*
 * Opens a window and returns when its first screen is known. `options` is a JSON object of `length` bytes, at most 65,536:
 *
 *   product     "yhealth", "syncwell", "cadence", "volvox" or "dailypa"
 *   data        the absolute path of the folder for everything, made if it is missing; or
 *   memory      true: nothing is stored, and all is lost when the window closes
 *   profile     whose profile; "me" if it is missing
 *   locale      how numbers and days are written, such as "de-DE"
 *   zone        the time zone, such as "Europe/Rome"
 *   clock       an instant such as "2026-03-02T08:00:00Z": time stands still and is moved by `clock`; for tests
 *   seed        a whole number, or its digits as a string: the same identifiers in every run; for tests
 *   key         what seals the profile: "file" (the default), "keyring", or {"passphrase": "..."}
 *   backend     the server: {"address": "https://project.example.org", "key": "its public key"}; without one, all stays here
 *   demo        true: adds the data of a demonstration person
 *
 * Windows of one profile in one process share it, and `clock`, `seed`, `key`, `backend` and `demo` must be those of the first.
 * `*window` is set before the first callback. `problem` may be null; unless the result is TROUPE_OK, `*problem` is set to
 * {"code":"...","what":"...","safe":"...","remedy":"..."} where there is one to tell, and to null else.
 */
int32_t troupe_open(
    const char *options, size_t length, troupe_callback callback, void *context, troupe_window *window, char **problem);

/*
 * Takes one JSON-RPC message, or a batch of them, for the window. Messages are carried out in order, except `wait`, which holds up
 * nothing. A message of more than a megabyte is answered with an error.
 */
int32_t troupe_send(troupe_window window, const char *message, size_t length);

/*
 * Reads a file that the window offered by the notification `file_offered`, and hands it out in pieces of a megabyte at most, the
 * next one when the callback has returned. Send `delivered` when the file is where the person wanted it.
 */
int32_t troupe_read_file(troupe_window window, int64_t file);

/*
 * Closes the window and, with its last window, the profile. Messages that were taken are carried out and answered first; calls of
 * `wait` end at once. Blocks until the last callback has returned. What was entered is stored whether a window is closed or not.
 */
int32_t troupe_close(troupe_window window);

/* Ends a problem. Null is allowed. */
void troupe_free(char *problem);

/* A JSON object that is valid for ever: {"version":"0.1.0","interface":1,"products":["yhealth", ...]}. */
const char *troupe_version(void);

#ifdef __cplusplus
}
#endif

#endif
