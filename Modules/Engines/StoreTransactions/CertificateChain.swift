internal import COpenSSL

/// Holds chains of certificates to the pinned roots of a store, and gives the key of the first certificate.
///
/// Sendable though it holds a pointer: the store of certificates is filled once and only read afterwards, which OpenSSL
/// allows from several threads.
final class CertificateChain: @unchecked Sendable {
  /// Certificates of a chain, with its root.
  static let length = 3
  static let largest = 8192
  /// Apple's marks of the certificate that signs for the App Store, and of the one that signs that.
  static let leafMark = "1.2.840.113635.100.6.11.1"
  static let middleMark = "1.2.840.113635.100.6.2.1"

  private let roots: OpaquePointer
  private let rootBytes: Set<[UInt8]>

  /// Nil without a root that can be read.
  init?(roots: [[UInt8]]) {
    guard let store = X509_STORE_new() else { return nil }
    var count = 0
    for root in roots {
      guard let certificate = CertificateChain.read(root) else { continue }
      if X509_STORE_add_cert(store, certificate) == 1 { count += 1 }
      X509_free(certificate)
    }
    guard count == roots.count, count > 0 else {
      X509_STORE_free(store)
      ERR_clear_error()
      return nil
    }
    self.roots = store
    rootBytes = Set(roots)
  }

  deinit { X509_STORE_free(roots) }

  /// The key of the first certificate, if the chain leads to a pinned root and was valid at that time.
  func key(of chain: [[UInt8]], at seconds: Int) -> StoreKey? {
    guard chain.count == CertificateChain.length, chain.allSatisfy({ $0.count <= CertificateChain.largest }),
      // The root is compared, not trusted because it is in the chain.
      rootBytes.contains(chain[2]), let leaf = CertificateChain.read(chain[0])
    else { return nil }
    defer { X509_free(leaf) }
    guard let middle = CertificateChain.read(chain[1]) else { return nil }
    defer { X509_free(middle) }
    guard CertificateChain.has(leaf, CertificateChain.leafMark),
      CertificateChain.has(middle, CertificateChain.middleMark),
      leads(leaf, by: middle, at: seconds)
    else { return nil }
    return StoreKey(of: leaf)
  }

  private func leads(_ leaf: OpaquePointer, by middle: OpaquePointer, at seconds: Int) -> Bool {
    guard let context = X509_STORE_CTX_new() else { return false }
    defer { X509_STORE_CTX_free(context) }
    guard let others = OPENSSL_sk_new_null() else { return false }
    defer { OPENSSL_sk_free(others) }
    guard OPENSSL_sk_push(others, UnsafeRawPointer(middle)) == 1,
      X509_STORE_CTX_init(context, roots, leaf, others) == 1
    else {
      ERR_clear_error()
      return false
    }
    X509_STORE_CTX_set_time(context, 0, seconds)
    let isGood = X509_verify_cert(context) == 1
    if !isGood { ERR_clear_error() }
    return isGood
  }

  private static func has(_ certificate: OpaquePointer, _ mark: String) -> Bool {
    guard let object = OBJ_txt2obj(mark, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(certificate, object, -1) >= 0
  }

  private static func read(_ bytes: [UInt8]) -> OpaquePointer? {
    let read = bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      guard let certificate = d2i_X509(nil, &start, bytes.count) else { return nil }
      // Nothing may stand behind it.
      guard start == bytes.baseAddress.map({ $0 + bytes.count }) else {
        X509_free(certificate)
        return nil
      }
      return certificate
    }
    if read == nil { ERR_clear_error() }
    return read
  }
}
