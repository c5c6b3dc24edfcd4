internal import Glibc
internal import Transport

/// Whose program is at the other end of a connection on this machine, as the kernel says it.
///
/// A loopback port is open to every user of a machine. The one who started Troupe needs no pass; the others do.
enum SocketOwner {
  static func isOurs(_ peer: Peer, port: UInt16) -> Bool {
    guard peer.address == "127.0.0.1" || peer.address == "::1" else { return false }
    let table = peer.address == "::1" ? "/proc/net/tcp6" : "/proc/net/tcp"
    return user(of: peer.port, to: port, in: text(of: table)) == geteuid()
  }

  /// A file of the kernel's has no size beforehand. A table longer than this is not read to its end: then a pass is needed.
  private static let longest = 4 << 20

  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < longest {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lines such as `1: 0100007F:8ABC 0100007F:2253 01 00000000:00000000 00:00000000 00000000  1000 ...`: the end's own
  /// address, the other's, the state, queues, timer, retries, user.
  static func user(of near: UInt16, to far: UInt16, in table: String) -> UInt32? {
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count > 7, fields[1].port == near, fields[2].port == far, fields[1].isLoopback else { continue }
      return UInt32(fields[7])
    }
    return nil
  }
}

extension Substring {
  fileprivate var port: UInt16? { split(separator: ":").last.flatMap { UInt16($0, radix: 16) } }

  /// As the kernel writes 127.0.0.1 and ::1 on a machine whose lowest byte comes first, and on the other kind.
  fileprivate var isLoopback: Bool {
    let address = split(separator: ":").first ?? ""
    return [
      "0100007F", "7F000001", "00000000000000000000000001000000", "00000000000000000000000000000001",
    ].contains(address)
  }
}
