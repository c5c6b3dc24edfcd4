#include <curl/curl.h>

// Swift does not import variadic functions.
static inline CURLcode troupe_curl_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode troupe_curl_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}
