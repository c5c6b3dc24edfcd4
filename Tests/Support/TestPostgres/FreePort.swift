internal import Foundation

/// Finds a port of this machine that no program listens on.
public enum FreePort {
  public static func find() throws -> Int {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withSockaddr(&address) { bind(file, $0, length) == 0 && getsockname(file, $0, &length) == 0 }
    guard isBound else { throw TestPostgresError("no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Whether a program listens on the port.
  public static func isTaken(_ port: Int) -> Bool {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = loopback(port)
    return withSockaddr(&address) { connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 }
  }

  private static func loopback(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func withSockaddr<Result>(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}
