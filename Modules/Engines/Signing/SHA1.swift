internal import COpenSSL

/// The older hash of FIPS 180-4. It protects nothing any more: it is for protocols that merely compare by it, as the
/// handshake of a WebSocket does.
public enum SHA1 {
  public static let length = 20

  public static func hash(of bytes: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: length)
    var written: CUnsignedInt = 0
    let done = EVP_Digest(bytes, bytes.count, &hash, &written, EVP_sha1(), nil)
    precondition(done == 1 && written == length, "OpenSSL computes no SHA-1")
    return hash
  }
}
