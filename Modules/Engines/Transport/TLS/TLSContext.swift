internal import COpenSSL
internal import Kernel

/// The TLS settings that all connections of a server share: certificate, key, protocol versions. OpenSSL does its own
/// locking, and the context is not changed after it is made.
final class TLSContext: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ files: TLSFiles) throws(Problem) {
    guard let pointer = SSL_CTX_new(TLS_server_method()) else { throw TLSContext.failed("begin") }
    self.pointer = pointer
    guard troupe_tls_floor(pointer, TLS1_2_VERSION) == 1,
      // For TLS 1.2 only authenticated ciphers with forward secrecy; all of those of TLS 1.3 are.
      SSL_CTX_set_cipher_list(pointer, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
    else { throw TLSContext.failed("set its ciphers") }
    troupe_tls_options(pointer)
    troupe_tls_release_buffers(pointer)
    SSL_CTX_set_alpn_select_cb(pointer, TLSContext.select, nil)
    guard SSL_CTX_use_certificate_chain_file(pointer, files.certificate) == 1 else {
      throw TLSContext.unreadable("certificate", files.certificate)
    }
    guard SSL_CTX_use_PrivateKey_file(pointer, files.key, SSL_FILETYPE_PEM) == 1 else {
      throw TLSContext.unreadable("key", files.key)
    }
    guard SSL_CTX_check_private_key(pointer) == 1 else {
      throw Problem(
        "tls-mismatch", "The key does not belong to the certificate.", safe: "Nothing was started.",
        remedy: "Give the key with which the certificate was made.")
    }
  }

  deinit { SSL_CTX_free(pointer) }

  /// Selects the ALPN protocol. A client that offers none we support is refused, since it would not understand us (RFC
  /// 7301, 3.2).
  private static let select:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, CUnsignedInt, UnsafeMutableRawPointer?
    ) -> CInt = { _, chosen, length, offered, count, _ in
      let spoken = Array("http/1.1".utf8)
      var rest = UnsafeBufferPointer(start: offered, count: Int(count))[...]
      while let size = rest.first, rest.count > Int(size) {
        let name = rest.dropFirst().prefix(Int(size))
        if name.elementsEqual(spoken) {
          // The result must point into memory that outlives the call, such as the client's list.
          chosen?.pointee = offered.map { $0 + name.startIndex }
          length?.pointee = size
          return SSL_TLSEXT_ERR_OK
        }
        rest = rest.dropFirst(Int(size) + 1)
      }
      return SSL_TLSEXT_ERR_ALERT_FATAL
    }

  private static func failed(_ what: StaticString) -> Problem {
    ERR_clear_error()
    return Problem(
      "tls-failed", "OpenSSL could not \(what).", safe: "Nothing was started.",
      remedy: "Check that libssl 3 is installed, and try again.")
  }

  private static func unreadable(_ what: StaticString, _ path: String) -> Problem {
    ERR_clear_error()
    return Problem(
      "tls-unreadable", "The \(what) at \(path) cannot be read as PEM.", safe: "Nothing was started.",
      remedy: "Check the path, that this program may read it, and that it has no password.")
  }
}
