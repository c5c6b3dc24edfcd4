#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// glibc declares accept4 only under _GNU_SOURCE, which must not be defined here: it changes the types of
// <sys/socket.h>, which would then differ from those of Swift's own Glibc module.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// The flags are an enum in C, which Swift imports with varying integer types.
static const unsigned int troupe_readable = EPOLLIN;
static const unsigned int troupe_writable = EPOLLOUT;
static const unsigned int troupe_hung_up = EPOLLHUP;
static const unsigned int troupe_failed = EPOLLERR;

static inline int troupe_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int troupe_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int troupe_accept(int listening, struct sockaddr *peer, socklen_t *length) {
  return accept4(listening, peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int troupe_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}
