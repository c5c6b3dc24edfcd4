internal import Glibc

/// The network by which rates are limited: an IPv4 address, or an IPv6 /64, since a client usually controls all of its
/// addresses.
enum ClientNetwork {
  static func name(_ address: String) -> String {
    guard address.contains(":") else { return address }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return address }
    return withUnsafeBytes(of: six) { bytes in
      // An IPv4 address mapped to IPv6.
      if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
        return bytes[12...].map { "\($0)" }.joined(separator: ".")
      }
      return bytes[..<8].map { "\($0)" }.joined(separator: ":")
    }
  }
}
