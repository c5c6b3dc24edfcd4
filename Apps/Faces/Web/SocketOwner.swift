internal import Glibc
internal import Transport

/// Determines the user at the other end of a loopback connection, from the kernel's tables.
///
/// Every user of a machine can reach a loopback port. The user who started Troupe needs no pass; others do.
enum SocketOwner {
  static func isOurs(_ peer: Peer, port: UInt16) -> Bool {
    guard peer.address == "127.0.0.1" || peer.address == "::1" else { return false }
    let table = peer.address == "::1" ? "/proc/net/tcp6" : "/proc/net/tcp"
    // A line may be missing from what is read while other connections come and go.
    for _ in 0..<3 {
      if let user = user(of: peer.port, to: port, in: text(of: table)) { return user == geteuid() }
    }
    return false
  }

  /// The largest table read, in bytes; files in `/proc` report no size. A client beyond this limit needs a pass.
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

  /// Finds the user of a connection in lines such as `1: 0100007F:8ABC 0100007F:2253 01 00000000:00000000 00:00000000
  /// 00000000  1000 ...`: local address, remote address, state, queues, timer, retries, user.
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

  /// Compares with the kernel's notation of 127.0.0.1 and ::1, on little-endian and on big-endian machines.
  fileprivate var isLoopback: Bool {
    let address = split(separator: ":").first ?? ""
    return [
      "0100007F", "7F000001", "00000000000000000000000001000000", "00000000000000000000000000000001",
    ].contains(address)
  }
}
