internal import COpenSSL

/// SHA-256 of FIPS 180-4, computed by OpenSSL.
public enum SHA256 {
  public static let length = 32

  /// Keeps OpenSSL from freeing its state when the process exits, while other threads may still compute.
  private static let isReady = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  public static func hash(of bytes: [UInt8]) -> [UInt8] {
    precondition(isReady, "OpenSSL cannot be initialised")
    var hash = [UInt8](repeating: 0, count: length)
    var written: CUnsignedInt = 0
    let done = EVP_Digest(bytes, bytes.count, &hash, &written, EVP_sha256(), nil)
    // OpenSSL fails only when out of memory. Returning zeroes would give every input the same hash.
    precondition(done == 1 && written == length, "OpenSSL computes no SHA-256")
    return hash
  }
}
