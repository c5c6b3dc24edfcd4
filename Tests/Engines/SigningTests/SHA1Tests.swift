import Signing
import Testing

@Suite("SHA-1")
struct SHA1Tests {
  @Test(
    "is the hash of FIPS 180-4",
    arguments: [
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"), ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
    ])
  func known(_ text: String, _ hash: String) {
    let hex = SHA1.hash(of: Array(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    #expect(hex.joined() == hash)
  }
}
