#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>

// Wraps macros of OpenSSL, which Swift does not import.

static inline int troupe_tls_floor(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

// Frees the buffers of idle connections, which otherwise take 34 KB each.
static inline void troupe_tls_release_buffers(SSL_CTX *context) { SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS); }

static inline void troupe_tls_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}

// Makes an empty memory BIO mean "more will come" rather than "end of file".
static inline void troupe_bio_never_ends(BIO *memory) { BIO_set_mem_eof_return(memory, -1); }
