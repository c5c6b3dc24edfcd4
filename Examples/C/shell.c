/*
 * A native shell in C: opens a product, shows the title of its first screen and of those that are named, and closes.
 *
 *     cc -std=gnu11 -Wall -I Apps/Embedding/CTroupe/include Examples/C/shell.c -o shell -L .build/debug -lTroupeC -lpthread
 *     LD_LIBRARY_PATH=.build/debug ./shell '{"product":"yhealth","memory":true}' /insights /settings
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <troupe.h>

/* What the callback hands to the main thread. */
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  char *answer;
  pthread_t thread;
} inbox;

// doc: call
/* Comes on a thread of the library. Copies an answer, since its bytes end with this call. */
static void take(void *context, const troupe_event *event) {
  inbox *it = context;
  if (event->kind != TROUPE_MESSAGE || strstr(event->bytes, "\"method\":") != NULL) return;
  pthread_mutex_lock(&it->mutex);
  free(it->answer);
  it->answer = strndup(event->bytes, event->length);
  it->thread = pthread_self();
  pthread_cond_signal(&it->changed);
  pthread_mutex_unlock(&it->mutex);
}

/* Sends a request and waits for its answer, which belongs to the caller. */
static char *call(troupe_window window, inbox *it, const char *request) {
  if (troupe_send(window, request, strlen(request)) != TROUPE_OK) return NULL;
  pthread_mutex_lock(&it->mutex);
  while (it->answer == NULL) pthread_cond_wait(&it->changed, &it->mutex);
  char *answer = it->answer;
  it->answer = NULL;
  pthread_mutex_unlock(&it->mutex);
  return answer;
}
// doc: end

/* Prints the value of the first member `title`. A real shell has a JSON parser. */
static bool show(char *answer) {
  char *title = answer == NULL ? NULL : strstr(answer, "\"title\":\"");
  if (title == NULL) {
    fprintf(stderr, "%s\n", answer == NULL ? "no answer" : answer);
  } else {
    title += strlen("\"title\":\"");
    printf("%.*s\n", (int)strcspn(title, "\""), title);
  }
  free(answer);
  return title != NULL;
}

int main(int count, char **words) {
  inbox it = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  troupe_window window;
  char *problem;
  if (count < 2) return 2;
  int32_t status = troupe_open(words[1], strlen(words[1]), take, &it, &window, &problem);
  if (status != TROUPE_OK) {
    fprintf(stderr, "%d %s\n", status, problem == NULL ? "" : problem);
    troupe_free(problem);
    return 1;
  }
  bool is_shown = show(call(window, &it, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"screen\"}"));
  for (int at = 2; at < count && is_shown; at += 1) {
    char request[4096];
    snprintf(
        request, sizeof request, "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"open\",\"params\":{\"route\":\"%s\"}}", at, words[at]);
    is_shown = show(call(window, &it, request));
  }
  bool is_another = !pthread_equal(it.thread, pthread_self());
  bool is_closed = troupe_close(window) == TROUPE_OK && troupe_close(window) == TROUPE_CLOSED;
  return is_shown && is_another && is_closed ? 0 : 1;
}
