internal import COpenSSL

/// SHA-1 of FIPS 180-4, for protocols that only compare by it, such as the WebSocket handshake. Not secure; protects
/// nothing.
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
