internal import COpenSSL

/// The hash of FIPS 180-4, as OpenSSL computes it.
public enum SHA256 {
  public static let length = 32

  public static func hash(of bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: length)
    var written: CUnsignedInt = 0
    let done = EVP_Digest(bytes, bytes.count, &hash, &written, EVP_sha256(), nil)
    // It fails for want of memory only; zeroes would be everybody's hash.
    precondition(done == 1 && written == length, "OpenSSL computes no SHA-256")
    return hash
  }
}
