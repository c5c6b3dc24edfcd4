// Dispatch sources are thread-safe; their module is not annotated yet.
@preconcurrency internal import Dispatch
internal import Glibc
public import Kernel

/// Observes whether this machine has a default route. It listens to the kernel until it is deinitialized.
public final class Machine: Sendable {
  /// Whether there is a route; nil while unknown.
  public let network: Current<Bool?>

  private let source: Current<Bool?>.Source
  private let listening: (any DispatchSourceRead)?

  private init(_ network: Bool?) {
    source = Current.Source(network)
    self.network = source.current
    listening = nil
  }

  /// A machine that is always connected, for example with a local server.
  public static var connected: Machine { Machine(true) }

  /// Starts listening. Where the kernel denies the socket, the state stays unknown.
  public init(log: Log = .silent) {
    source = Current.Source(nil)
    network = source.current
    guard let socket = RouteSocket() else {
      log.warning("the machine does not say whether it has a network")
      listening = nil
      return
    }
    let routes = Locked(Routes())
    let source = source
    let queue = DispatchQueue(label: "routes")
    let listening = DispatchSource.makeReadSource(fileDescriptor: socket.file, queue: queue)
    listening.setEventHandler {
      let leadOut = routes.withLock { routes in
        if let question = socket.read(into: &routes) { socket.send(question) }
        return routes.leadOut
      }
      if leadOut != source.current.value { source.publish(leadOut) }
    }
    // The socket is closed when its source has been cancelled.
    listening.setCancelHandler { withExtendedLifetime(socket) {} }
    self.listening = listening
    if let question = routes.withLock({ $0.ask() }) { socket.send(question) }
    listening.resume()
  }

  deinit { listening?.cancel() }

  /// Whether the kernel socket could be opened.
  var isListening: Bool { listening != nil }
}

/// A netlink socket that reports routes, links and addresses.
private final class RouteSocket: Sendable {
  let file: Int32

  /// Multicast groups for links, addresses and routes of IPv4 and IPv6.
  private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
  private static let family: UInt16 = 16

  /// Returns nil where the socket cannot be opened.
  init?() {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let made = socket(Int32(RouteSocket.family), kind, 0)
    guard made >= 0 else { return nil }
    // The kernel's `sockaddr_nl`, which is not imported into Swift: family, padding, number, groups.
    let name: [UInt32] = [UInt32(RouteSocket.family), 0, RouteSocket.groups]
    let isBound = name.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return bind(made, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
    guard isBound else {
      close(made)
      return nil
    }
    file = made
  }

  deinit { close(file) }

  func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { Glibc.send(file, $0.baseAddress, $0.count, 0) } }

  /// Reads all pending messages and returns the next request, if any.
  func read(into routes: inout Routes) -> [UInt8]? {
    var question: [UInt8]?
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(file, &chunk, chunk.count, 0)
      if count > 0 {
        question = routes.take(RouteMessage.read(Array(chunk.prefix(count)))) ?? question
      } else if count < 0, errno == ENOBUFS {
        // The receive buffer overflowed and messages were lost, possibly the end of a list.
        routes.restart()
        question = routes.ask() ?? question
      } else if count == 0 || errno != EINTR {
        return question
      }
    }
  }
}
