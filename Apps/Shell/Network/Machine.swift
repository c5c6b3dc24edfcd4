// Sources of events may be used from everywhere; their module does not say so yet.
@preconcurrency internal import Dispatch
internal import Glibc
public import Kernel

/// What this machine says of its own network: whether any way leads out of it. It listens to the kernel for as long as it
/// is kept.
public final class Machine: Sendable {
  /// Nil while it is not known.
  public let network: Current<Bool?>

  private let source: Current<Bool?>.Source
  private let listening: (any DispatchSourceRead)?

  private init(_ network: Bool?) {
    source = Current.Source(network)
    self.network = source.current
    listening = nil
  }

  /// One that has all it needs, such as a server of its own.
  public static var connected: Machine { Machine(true) }

  /// Where the kernel does not let us listen, nothing is ever known.
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
    // The socket is closed when it is no longer looked at.
    listening.setCancelHandler { withExtendedLifetime(socket) {} }
    self.listening = listening
    if let question = routes.withLock({ $0.ask() }) { socket.send(question) }
    listening.resume()
  }

  deinit { listening?.cancel() }

  /// Whether the kernel lets it listen.
  var isListening: Bool { listening != nil }
}

/// A socket to the kernel, which tells of routes, links and addresses.
private final class RouteSocket: Sendable {
  let file: Int32

  /// Links, addresses and routes of both versions.
  private static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400
  private static let family: UInt16 = 16

  /// Nil where there is none to be had.
  init?() {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let made = socket(Int32(RouteSocket.family), kind, 0)
    guard made >= 0 else { return nil }
    // The kernel's `sockaddr_nl`, which Swift does not see: family, padding, number, groups.
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

  /// All that has come; what to ask after it.
  func read(into routes: inout Routes) -> [UInt8]? {
    var question: [UInt8]?
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(file, &chunk, chunk.count, 0)
      if count > 0 {
        question = routes.take(RouteMessage.read(Array(chunk.prefix(count)))) ?? question
      } else if count < 0, errno == ENOBUFS {
        // So much came that some was lost, the end of a list perhaps.
        routes.restart()
        question = routes.ask() ?? question
      } else if count == 0 || errno != EINTR {
        return question
      }
    }
  }
}
