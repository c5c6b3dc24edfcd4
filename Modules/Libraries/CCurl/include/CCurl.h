#pragma once
#include <curl/curl.h>
#include <stddef.h>

/// Opens and initialises libcurl; must succeed before any function below is called. Returns CURLE_FAILED_INIT if the
/// library is missing.
CURLcode troupe_curl_start(void);

// Swift does not import variadic functions.
CURLcode troupe_curl_long(CURL *handle, CURLoption option, long value);
CURLcode troupe_curl_pointer(CURL *handle, CURLoption option, const void *value);
CURLcode troupe_curl_size(CURL *handle, CURLoption option, curl_off_t value);
CURLMcode troupe_curl_multi_long(CURLM *multi, CURLMoption option, long value);
long troupe_curl_number(CURL *handle, CURLINFO info);
CURLcode troupe_curl_opening(CURL *handle, curl_opensocket_callback open);

/// The socket of a handle made with CURLOPT_CONNECT_ONLY, or CURL_SOCKET_BAD.
curl_socket_t troupe_curl_active(CURL *handle);

/// Sets the progress callback, which can abort a transfer; NULL removes it.
void troupe_curl_asking(CURL *handle, curl_xferinfo_callback progress, void *context);

typedef size_t (*troupe_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

/// Sets the callbacks for received and sent data and for opening sockets; each gets the same context.
void troupe_curl_callbacks(CURL *handle, troupe_curl_bytes head, troupe_curl_bytes body, troupe_curl_bytes upload,
                           curl_opensocket_callback open, void *context);

/// Opens a socket that child processes do not inherit.
curl_socket_t troupe_curl_socket(const struct curl_sockaddr *address);
const unsigned char *troupe_curl_name(const struct curl_sockaddr *address);

/// Returns a finished transfer with its result, which libcurl stores in a union that Swift cannot read easily.
CURL *troupe_curl_ended(CURLM *multi, CURLcode *result);
