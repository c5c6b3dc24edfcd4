internal import CEpoll
internal import Glibc
internal import Kernel

/// The address that a server binds: an IP address, never a name to resolve.
enum BindAddress: Sendable {
  case four(in_addr, port: UInt16)
  case six(in6_addr, port: UInt16)

  init(_ host: String, port: UInt16) throws(Problem) {
    var four = in_addr()
    var six = in6_addr()
    let text = host == "localhost" ? "127.0.0.1" : host
    if inet_pton(AF_INET, text, &four) == 1 {
      self = .four(four, port: port)
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self = .six(six, port: port)
    } else {
      throw Problem(
        "bad-address", "“\(host.prefix(60))” is no address of this machine.", safe: "Nothing was started.",
        remedy: "Give 127.0.0.1, ::1, localhost, or the number of one of the machine's own addresses.")
    }
  }

  var isLoopback: Bool {
    switch self {
    case .four(let address, _): UInt32(bigEndian: address.s_addr) >> 24 == 127
    case .six(let address, _):
      withUnsafeBytes(of: address) { bytes in bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 }
    }
  }

  /// Returns a listening socket and its port.
  func listen(backlog: Int32) throws(Problem) -> (socket: Int32, port: UInt16) {
    let socket = troupe_stream_socket(family)
    guard socket >= 0 else { throw failed("no socket", port: asked) }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if family == AF_INET6 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    guard withSocketAddress({ bind(socket, $0, $1) }) == 0, Glibc.listen(socket, backlog) == 0 else {
      let problem = failed(String(cString: strerror(errno)), port: asked)
      close(socket)
      throw problem
    }
    guard let port = BindAddress.port(of: socket) else {
      close(socket)
      throw failed("no port", port: asked)
    }
    return (socket, port)
  }

  private var family: Int32 {
    switch self {
    case .four: AF_INET
    case .six: AF_INET6
    }
  }

  private var asked: UInt16 {
    switch self {
    case .four(_, let port), .six(_, let port): port
    }
  }

  private func withSocketAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    switch self {
    case .four(let address, let port):
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_addr = address
      name.sin_port = port.bigEndian
      return withUnsafeBytes(of: name) { BindAddress.call($0, body) }
    case .six(let address, let port):
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_addr = address
      name.sin6_port = port.bigEndian
      return withUnsafeBytes(of: name) { BindAddress.call($0, body) }
    }
  }

  private static func call(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    guard let start = bytes.baseAddress else { return -1 }
    return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
  }

  private func failed(_ words: String, port: UInt16) -> Problem {
    switch errno {
    case EADDRINUSE:
      Problem(
        "port-in-use", "Another program listens at port \(port).", safe: "Nothing was started.",
        remedy: "Stop that program, or choose another port; port 0 takes one that is free.")
    case EACCES:
      Problem(
        "port-refused", "This program may not listen at port \(port).", safe: "Nothing was started.",
        remedy: "Choose a port above 1023.")
    default:
      Problem(
        "cannot-listen", "The system does not let us listen at port \(port): \(words).", safe: "Nothing was started.",
        remedy: "Check that the address is one of this machine's own.")
    }
  }

  private static func port(of socket: Int32) -> UInt16? {
    guard let bytes = name({ getsockname(socket, $0, $1) }) else { return nil }
    return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
  }

  /// Accepts a connection; returns nil when none is pending.
  static func accept(at listening: Int32) -> (socket: Int32, origin: ConnectionOrigin)? {
    var socket: Int32 = -1
    let peer = name { address, length in
      socket = troupe_accept(listening, address, length)
      return socket
    }
    return peer.map { (socket, ConnectionOrigin(name: $0)) }
  }

  private static func name(
    _ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> [UInt8]? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      guard ask(start.assumingMemoryBound(to: sockaddr.self), &length) >= 0 else { return nil }
      return Array(bytes)
    }
  }
}
