internal import COpenSSL
internal import Glibc
internal import Kernel

/// TLS on the connected, non-blocking socket of a NATS client. The server's certificate and name are verified.
///
/// OpenSSL writes to the socket itself, so the thread must block SIGPIPE.
final class NatsTLS {
  /// The state of the socket with which a handshake continues.
  enum Wait { case readable, writable }

  private let session: OpaquePointer

  /// `authorities` is a file of certificates in place of the system's.
  init(_ socket: Int32, _ address: NatsAddress, authorities: String?) throws(Problem) {
    ERR_clear_error()
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw NatsTLS.failed(address) }
    // The session keeps a reference to its context.
    defer { SSL_CTX_free(context) }
    let isTrusting =
      authorities.map { SSL_CTX_load_verify_locations(context, $0, nil) } ?? SSL_CTX_set_default_verify_paths(context)
    guard isTrusting == 1, troupe_tls_floor(context, TLS1_2_VERSION) == 1,
      let session = SSL_new(context)
    else { throw NatsTLS.failed(address) }
    self.session = session
    troupe_tls_client(session)
    guard troupe_tls_expect(session, address.host) == 1, SSL_set_fd(session, socket) == 1 else {
      throw NatsTLS.failed(address)
    }
  }

  deinit { SSL_free(session) }

  /// Continues the handshake. Returns what it waits for, or nil when it is complete.
  func shakeHands(_ address: NatsAddress) throws(Problem) -> Wait? {
    ERR_clear_error()
    let code = SSL_connect(session)
    if code == 1 { return nil }
    switch SSL_get_error(session, code) {
    case SSL_ERROR_WANT_READ: return .readable
    case SSL_ERROR_WANT_WRITE: return .writable
    default:
      let reason = SSL_get_verify_result(session)
      guard reason != X509_V_OK else { throw NatsTLS.failed(address) }
      throw NatsTLS.untrusted(address, String(cString: X509_verify_cert_error_string(reason)))
    }
  }

  /// Returns the available bytes, of one record at most; nil when the peer is gone.
  func read() -> [UInt8]? {
    let most = 65_536
    var count: Int32 = 0
    ERR_clear_error()
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, length in
      count = SSL_read(session, buffer.baseAddress, Int32(most))
      length = max(0, Int(count))
    }
    return count > 0 || isWaiting(count) ? bytes : nil
  }

  /// Returns the number of bytes written; nil when the peer is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    ERR_clear_error()
    let count = bytes.withUnsafeBytes { SSL_write(session, $0.baseAddress, Int32(clamping: $0.count)) }
    return count > 0 ? Int(count) : isWaiting(count) ? 0 : nil
  }

  private func isWaiting(_ code: Int32) -> Bool {
    [SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE].contains(SSL_get_error(session, code))
  }

  private static func failed(_ address: NatsAddress) -> Problem {
    Problem(
      "bus-tls", "No TLS connection to NATS at \(address).", safe: "Nothing was sent.",
      remedy: "Check the server's TLS settings, and the file of trusted certificates if one is given.")
  }

  private static func untrusted(_ address: NatsAddress, _ reason: String) -> Problem {
    Problem(
      "bus-untrusted", "The certificate of NATS at \(address) is not trusted: \(reason).", safe: "Nothing was sent.",
      remedy: "Use the name in its certificate, and give its authority in the file that SSL_CERT_FILE names.")
  }
}
