internal import COpenSSL

/// The TLS state of one connection, as a filter of bytes; it does no I/O.
///
/// If OpenSSL wrote to the socket itself, a client that has left would raise SIGPIPE, and after a partial write it
/// would need the same buffer again.
final class TLSSession {
  enum Opened {
    case bytes([UInt8])
    /// The peer sent a close notification.
    case end
    case broken
  }

  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  init?(_ context: TLSContext) {
    guard let session = SSL_new(context.pointer) else { return nil }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      return nil
    }
    troupe_bio_never_ends(incoming)
    troupe_bio_never_ends(outgoing)
    // From here on the session owns them.
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_accept_state(session)
    (self.session, self.incoming, self.outgoing) = (session, incoming, outgoing)
  }

  deinit { SSL_free(session) }

  var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

  /// Decrypts input from the socket. It may produce output to `send`.
  func open(_ sealed: UnsafeRawBufferPointer) -> Opened {
    if let start = sealed.baseAddress, !sealed.isEmpty {
      guard BIO_write(incoming, start, CInt(sealed.count)) == CInt(sealed.count) else { return .broken }
    }
    var opened: [UInt8] = []
    while true {
      // OpenSSL keeps errors per thread, and an old one would be taken for this call's.
      ERR_clear_error()
      let room = 16_384
      var count: CInt = 0
      let before = opened.count
      opened.append(contentsOf: repeatElement(0, count: room))
      count = opened.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { SSL_read(session, $0 + before, CInt(room)) } ?? -1
      }
      opened.removeLast(room - Int(max(0, count)))
      if count > 0 { continue }
      switch SSL_get_error(session, count) {
      case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .bytes(opened)
      case SSL_ERROR_ZERO_RETURN: return opened.isEmpty ? .end : .bytes(opened)
      default: return .broken
      }
    }
  }

  /// Returns false when encryption fails; the session is then unusable.
  func seal(_ plain: [UInt8]) -> Bool {
    guard !plain.isEmpty else { return true }
    ERR_clear_error()
    var written = 0
    return SSL_write_ex(session, plain, plain.count, &written) == 1 && written == plain.count
  }

  /// Sends a close notification, so that a truncated response is detected.
  func sayEnd() {
    guard isEstablished else { return }
    ERR_clear_error()
    SSL_shutdown(session)
  }

  /// Returns the bytes to write to the socket.
  func takeOutgoing() -> [UInt8] {
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      filled = Int(max(0, BIO_read(outgoing, bytes.baseAddress, CInt(count))))
    }
  }
}
