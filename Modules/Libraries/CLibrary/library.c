// For dladdr.
#define _GNU_SOURCE
#include "CLibrary.h"
#include <dlfcn.h>
#include <pthread.h>

enum { unknown, missing, there };

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static bool found(const library *it) {
  void *handle = dlopen(it->name, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return false;
  for (const library_function *function = it->functions; function->name; function++) {
    *function->place = dlsym(handle, function->name);
    if (!*function->place) return false;
  }
  return true;
}

bool library_is_open(library *it) {
  pthread_mutex_lock(&opening);
  if (it->state == unknown) it->state = found(it) ? there : missing;
  bool is_open = it->state == there;
  pthread_mutex_unlock(&opening);
  return is_open;
}

const char *library_at(const void *address) {
  Dl_info found;
  return dladdr(address, &found) != 0 ? found.dli_fname : NULL;
}
