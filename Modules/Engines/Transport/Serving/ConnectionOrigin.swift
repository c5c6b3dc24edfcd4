internal import Glibc

/// The source address of a connection.
struct ConnectionOrigin: Sendable {
  /// The address in text form.
  let text: String
  let bytes: [UInt8]
  /// The key for limits per peer. For IPv6 it is the /64 network, all of whose addresses belong to one peer.
  let machine: [UInt8]
  let isLoopback: Bool
  private(set) var port: UInt16 = 0

  /// Reads an address in text form; an IPv4 address mapped to IPv6 becomes the former.
  init?(text: some StringProtocol) {
    var four = in_addr()
    var six = in6_addr()
    guard text.utf8.count < Int(INET6_ADDRSTRLEN) else { return nil }
    let text = String(text)
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(four: withUnsafeBytes(of: four) { Array($0) })
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      let bytes = withUnsafeBytes(of: six) { Array($0) }
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
      if isMapped { self.init(four: Array(bytes.suffix(4))) } else { self.init(six: bytes) }
    } else {
      return nil
    }
  }

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
    self.bytes = bytes
    self.machine = machine
    self.isLoopback = isLoopback
  }
}
