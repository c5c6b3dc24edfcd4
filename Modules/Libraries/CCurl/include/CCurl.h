#pragma once
#include <curl/curl.h>
#include <stddef.h>

/// Opens libcurl and makes it ready, and must have succeeded before anything else below is called; CURLE_FAILED_INIT where
/// it is not there.
CURLcode troupe_curl_start(void);

// Swift does not import variadic functions.
CURLcode troupe_curl_long(CURL *handle, CURLoption option, long value);
CURLcode troupe_curl_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode troupe_curl_size(CURL *handle, CURLoption option, curl_off_t value);
CURLMcode troupe_curl_multi_long(CURLM *multi, CURLMoption option, long value);
long troupe_curl_number(CURL *handle, CURLINFO info);
CURLcode troupe_curl_opening(CURL *handle, curl_opensocket_callback open);

/// The socket of a handle that is connected and no more, or CURL_SOCKET_BAD.
curl_socket_t troupe_curl_active(CURL *handle);

/// Who is asked now and then whether to go on; nobody when that is NULL.
void troupe_curl_asking(CURL *handle, curl_xferinfo_callback progress, void *context);

typedef size_t (*troupe_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

/// Who is told what comes, and asked for what goes; each with the same context.
void troupe_curl_callbacks(CURL *handle, troupe_curl_bytes head, troupe_curl_bytes body, troupe_curl_bytes upload,
                           curl_opensocket_callback open, void *context);

/// A socket that no program started beside us inherits.
curl_socket_t troupe_curl_socket(const struct curl_sockaddr *address);
const unsigned char *troupe_curl_name(const struct curl_sockaddr *address);

/// What has ended; its result lies in a union, which Swift reads unwillingly.
CURL *troupe_curl_ended(CURLM *multi, CURLcode *result);
