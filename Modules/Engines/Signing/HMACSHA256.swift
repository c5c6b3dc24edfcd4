internal import COpenSSL
package import Kernel

/// The keyed hash of RFC 2104 with SHA-256, computed by OpenSSL. Accepts keys of any length, which the RFC's test
/// vectors need; `SigningKey` allows one length only.
package enum HMACSHA256 {
  package static func code(of message: [UInt8], key: [UInt8]) throws(Problem) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: CUnsignedInt = 0
    let done = HMAC(EVP_sha256(), key, CInt(key.count), message, message.count, &code, &length)
    guard done != nil else {
      throw Problem(
        "signing-failed", "OpenSSL could not compute a signature.", safe: "Nothing was signed.",
        remedy: "Check that libcrypto 3 is installed, and try again.")
    }
    return Array(code.prefix(Int(length)))
  }
}
