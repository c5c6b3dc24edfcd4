internal import Glibc

/// The source address of a connection.
struct ConnectionOrigin: Sendable {
  /// The address in text form.
  let text: String
  /// The key for limits per peer. For IPv6 it is the /64 network, all of whose addresses belong to one peer.
  let machine: [UInt8]
  let isLoopback: Bool
  private(set) var port: UInt16 = 0

  init(four bytes: [UInt8]) { self.init(bytes, AF_INET, machine: bytes, isLoopback: bytes.first == 127) }

  init(six bytes: [UInt8]) {
    let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    self.init(bytes, AF_INET6, machine: Array(bytes.prefix(8)), isLoopback: isLoopback)
  }

  /// Reads the bytes of a `sockaddr`.
  init(name: [UInt8]) {
    if name[0] == UInt8(AF_INET) { self.init(four: Array(name[4..<8])) } else { self.init(six: Array(name[8..<24])) }
    port = UInt16(name[2]) << 8 | UInt16(name[3])
  }

  private init(_ bytes: [UInt8], _ family: Int32, machine: [UInt8], isLoopback: Bool) {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(family, bytes, &text, socklen_t(text.count))
    self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.machine = machine
    self.isLoopback = isLoopback
  }
}
