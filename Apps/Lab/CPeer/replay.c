#include "CPeer.h"

#include <CCurl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t ignored(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

int64_t peer_replay(const char *file, const char *origin, const char *token) {
  static char line[4096], address[8192], authorization[512], body[1 << 16];
  FILE *requests = fopen(file, "rb");
  if (requests == NULL || troupe_curl_start() != CURLE_OK) return -1;
  CURL *curl = curl_easy_init();
  snprintf(authorization, sizeof authorization, "authorization: Bearer %s", token);
  struct curl_slist *headers = curl_slist_append(NULL, authorization);
  headers = curl_slist_append(headers, "content-type: application/json");
  troupe_curl_pointer(curl, CURLOPT_HTTPHEADER, headers);
  troupe_curl_pointer(curl, CURLOPT_WRITEFUNCTION, (const void *)ignored);
  int64_t answered = 0;
  while (answered >= 0 && fgets(line, sizeof line, requests) != NULL) {
    char *path = strchr(line, ' '), *length = path == NULL ? NULL : strchr(path + 1, ' ');
    if (length == NULL) {
      answered = -1;
      break;
    }
    *path++ = 0;
    *length++ = 0;
    size_t bytes = strtoul(length, NULL, 10);
    if (bytes > sizeof body || fread(body, 1, bytes, requests) != bytes) {
      answered = -1;
      break;
    }
    snprintf(address, sizeof address, "%s%s", origin, path);
    troupe_curl_pointer(curl, CURLOPT_URL, address);
    if (strcmp(line, "GET") == 0) {
      troupe_curl_long(curl, CURLOPT_HTTPGET, 1);
      troupe_curl_pointer(curl, CURLOPT_CUSTOMREQUEST, NULL);
    } else {
      troupe_curl_long(curl, CURLOPT_POST, 1);
      troupe_curl_pointer(curl, CURLOPT_CUSTOMREQUEST, line);
      troupe_curl_pointer(curl, CURLOPT_POSTFIELDS, body);
      troupe_curl_long(curl, CURLOPT_POSTFIELDSIZE, (long)bytes);
    }
    long status = curl_easy_perform(curl) == CURLE_OK ? troupe_curl_number(curl, CURLINFO_RESPONSE_CODE) : 0;
    answered = status >= 200 && status < 300 ? answered + 1 : -1;
  }
  curl_easy_cleanup(curl);
  curl_slist_free_all(headers);
  fclose(requests);
  return answered;
}
