// Disables curl's checks of variadic arguments, which are macros with the names below.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"
#include <CLibrary.h>
#include <pthread.h>
#include <sys/socket.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Forwards the functions of libcurl that Swift calls, under their own names; the compiler checks each line against its
// header.
#define LIBRARY(of) \
  of(CURL *, curl_easy_init, (void), ()) \
  of(void, curl_easy_cleanup, (CURL *handle), (handle)) \
  of(void, curl_easy_reset, (CURL *handle), (handle)) \
  of(CURLcode, curl_easy_perform, (CURL *handle), (handle)) \
  of(CURLcode, curl_easy_recv, (CURL *handle, void *bytes, size_t room, size_t *count), (handle, bytes, room, count)) \
  of(CURLcode, curl_easy_send, (CURL *handle, const void *bytes, size_t room, size_t *count), (handle, bytes, room, count)) \
  of(CURLM *, curl_multi_init, (void), ()) \
  of(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi)) \
  of(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle)) \
  of(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle)) \
  of(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running)) \
  of(CURLMcode, curl_multi_poll, (CURLM *multi, struct curl_waitfd others[], unsigned int count, int patience, int *ready), \
     (multi, others, count, patience, ready)) \
  of(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi)) \
  of(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text)) \
  of(void, curl_slist_free_all, (struct curl_slist *list), (list))

// Functions that are called only in this file.
#define OURS(of) \
  of(curl_global_init) \
  of(curl_easy_setopt) \
  of(curl_easy_getinfo) \
  of(curl_multi_setopt) \
  of(curl_multi_info_read)

#define DECLARE(name) static __typeof__(&name) found_##name;
#define ENTRY(name) {#name, (void **)&found_##name},
LIBRARY(LIBRARY_FORWARD)
OURS(DECLARE)
static const library_function functions[] = {LIBRARY(LIBRARY_ENTRY) OURS(ENTRY){0}};
static library curl = {"libcurl.so.4", functions, 0};

static CURLcode started = CURLE_FAILED_INIT;
static pthread_once_t starting = PTHREAD_ONCE_INIT;

static void start(void) {
  if (library_is_open(&curl)) started = found_curl_global_init(CURL_GLOBAL_ALL);
}

CURLcode troupe_curl_start(void) {
  pthread_once(&starting, start);
  return started;
}

CURLcode troupe_curl_long(CURL *handle, CURLoption option, long value) {
  return found_curl_easy_setopt(handle, option, value);
}

CURLcode troupe_curl_pointer(CURL *handle, CURLoption option, const void *value) {
  return found_curl_easy_setopt(handle, option, value);
}

CURLcode troupe_curl_size(CURL *handle, CURLoption option, curl_off_t value) {
  return found_curl_easy_setopt(handle, option, value);
}

CURLMcode troupe_curl_multi_long(CURLM *multi, CURLMoption option, long value) {
  return found_curl_multi_setopt(multi, option, value);
}

long troupe_curl_number(CURL *handle, CURLINFO info) {
  long value = 0;
  return found_curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

CURLcode troupe_curl_opening(CURL *handle, curl_opensocket_callback open) {
  return found_curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
}

curl_socket_t troupe_curl_active(CURL *handle) {
  curl_socket_t socket = CURL_SOCKET_BAD;
  return found_curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? socket : CURL_SOCKET_BAD;
}

void troupe_curl_asking(CURL *handle, curl_xferinfo_callback progress, void *context) {
  found_curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, progress);
  found_curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  found_curl_easy_setopt(handle, CURLOPT_NOPROGRESS, progress ? 0L : 1L);
}

void troupe_curl_callbacks(CURL *handle, troupe_curl_bytes head, troupe_curl_bytes body, troupe_curl_bytes upload,
                           curl_opensocket_callback open, void *context) {
  found_curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
  found_curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  found_curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  found_curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  found_curl_easy_setopt(handle, CURLOPT_READFUNCTION, upload);
  found_curl_easy_setopt(handle, CURLOPT_READDATA, context);
  found_curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
  found_curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

curl_socket_t troupe_curl_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

const unsigned char *troupe_curl_name(const struct curl_sockaddr *address) {
  return (const unsigned char *)&address->addr;
}

CURL *troupe_curl_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = found_curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
