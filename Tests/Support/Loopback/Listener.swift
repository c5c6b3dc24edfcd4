internal import Glibc
internal import Synchronization

/// A server on this machine that sends exactly what a test specifies, valid or not, each client on a thread of its
/// own. It ends when it is released.
public final class Listener: Sendable {
  public let port: UInt16
  private let socket: Int32
  private let clients: Crowd

  public init(_ serve: @escaping @Sendable (Talk) throws -> Void) throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw Failed("no socket: \(errno)") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(socket, name, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, name, &length) == 0
      }
    }
    guard isListening else {
      close(socket)
      throw Failed("cannot listen: \(errno)")
    }
    self.socket = socket
    port = address.sin_port.bigEndian
    let clients = Crowd()
    self.clients = clients
    onNewThread {
      while true {
        let client = accept(socket, nil, nil)
        guard client >= 0 else { break }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        guard clients.enter(client) else {
          close(client)
          break
        }
        onNewThread {
          try? serve(Talk(client))
          clients.leave(client)
        }
      }
      close(socket)
    }
  }

  /// Number of clients that have connected so far.
  public var visits: Int { clients.visits }

  deinit {
    clients.end()
    // The thread wakes from `accept` and closes the socket.
    shutdown(socket, Int32(SHUT_RDWR))
  }
}

public struct Failed: Error {
  public let what: String

  public init(_ what: String) { self.what = what }
}

/// The connected sockets, so that all are shut down at the end.
private final class Crowd: Sendable {
  private struct Held {
    var sockets: Set<Int32> = []
    var visits = 0
    var isEnding = false
  }

  private let held = Mutex(Held())

  var visits: Int { held.withLock { $0.visits } }

  func enter(_ socket: Int32) -> Bool {
    held.withLock { held in
      held.visits += 1
      guard !held.isEnding else { return false }
      held.sockets.insert(socket)
      return true
    }
  }

  func leave(_ socket: Int32) {
    held.withLock { held in
      held.sockets.remove(socket)
      close(socket)
    }
  }

  func end() {
    held.withLock { held in
      held.isEnding = true
      for socket in held.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs the closure on a new thread. A test that blocks must not occupy a thread of the shared pool.
public func onNewThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body))
  let status = pthread_create(
    &thread, nil,
    { work in
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
      return nil
    }, work.toOpaque())
  if status == 0 { pthread_detach(thread) } else { work.release() }
}
