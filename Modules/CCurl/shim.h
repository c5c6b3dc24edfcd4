#include <curl/curl.h>
#include <sys/socket.h>

// Swift does not import variadic functions.
static inline CURLcode troupe_curl_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode troupe_curl_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode troupe_curl_size(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode troupe_curl_multi_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long troupe_curl_number(CURL *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

typedef size_t (*troupe_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

// Who is told what comes, and asked for what goes; each with the same context.
static inline void troupe_curl_callbacks(CURL *handle, troupe_curl_bytes head, troupe_curl_bytes body,
                                         troupe_curl_bytes upload, curl_opensocket_callback open, void *context) {
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, upload);
  curl_easy_setopt(handle, CURLOPT_READDATA, context);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
}

// A socket that no program started beside us inherits.
static inline curl_socket_t troupe_curl_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline const unsigned char *troupe_curl_name(const struct curl_sockaddr *address) {
  return (const unsigned char *)&address->addr;
}

// What has ended; its result lies in a union, which Swift reads unwillingly.
static inline CURL *troupe_curl_ended(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

static inline CURLcode troupe_curl_start(void) { return curl_global_init(CURL_GLOBAL_ALL); }
