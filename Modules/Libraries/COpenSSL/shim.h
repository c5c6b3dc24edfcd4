#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

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

// A client that verifies its server, and whose writes may be partial and repeated from another buffer.
static inline void troupe_tls_client(SSL *session) {
  SSL_set_verify(session, SSL_VERIFY_PEER, NULL);
  SSL_set_mode(session, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

// Accepts only a certificate for this host: an IP address, or a name, which is also sent for servers with several.
static inline int troupe_tls_expect(SSL *session, const char *host) {
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host) == 1) return 1;
  return SSL_set1_host(session, host) == 1 && SSL_set_tlsext_host_name(session, host) == 1;
}
