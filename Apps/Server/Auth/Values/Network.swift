internal import Glibc

/// Who asks, as far as rates go: an address of version 4, or a network (/64) of version 6, since whoever has one address
/// of it has all.
enum Network {
  static func name(_ address: String) -> String {
    guard address.contains(":") else { return address }
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1 else { return address }
    return withUnsafeBytes(of: six) { bytes in
      // Version 4 in the clothes of version 6.
      if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
        return bytes[12...].map { "\($0)" }.joined(separator: ".")
      }
      return bytes[..<8].map { "\($0)" }.joined(separator: ":")
    }
  }
}
