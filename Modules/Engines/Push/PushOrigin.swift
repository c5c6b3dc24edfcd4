internal import Kernel

/// The addresses to which a device's token and its notifications may be sent.
enum PushOrigin {
  /// Refuses an address to which requests would go unencrypted. A service on this machine may be without TLS: that of a test.
  static func check(_ address: String) throws(Problem) {
    guard !isSecure(address) else { return }
    throw Problem(
      "push-insecure", "The address of a push service begins with https://.", safe: "Nothing was sent.",
      remedy: "Correct the address, or leave it out for that of Apple or Google.")
  }

  private static func isSecure(_ address: String) -> Bool {
    if address.hasPrefix("https://") { return true }
    let local = "http://127.0.0.1:"
    guard address.hasPrefix(local) else { return false }
    let port = address.dropFirst(local.count).prefix { $0 != "/" }
    return UInt16(port) != nil
  }
}
