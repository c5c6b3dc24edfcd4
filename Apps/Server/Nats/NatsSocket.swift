internal import Glibc
internal import Kernel
internal import Threads

/// A non-blocking socket to the server. It is read by one thread, which a `Bell` can wake.
final class NatsSocket {
  private let socket: Int32
  private var tls: NatsTLS?

  /// Connects; nil when no server answers in time.
  init?(_ address: NatsAddress, within milliseconds: Int) {
    guard let opened = NatsSocket.connect(address, milliseconds) else { return nil }
    socket = opened
  }

  deinit { close(socket) }

  /// Performs a TLS handshake; everything after it is encrypted.
  func secure(
    _ address: NatsAddress, authorities: String?, _ bell: Bell, until due: ContinuousClock.Instant
  ) throws(Problem) {
    let tls = try NatsTLS(socket, address, authorities: authorities)
    while let next = try tls.shakeHands(address) {
      let left = due - .now
      guard left > .zero,
        !wait(bell, writes: next == .writable, atMost: Int(left / .milliseconds(1)) + 1).woken
      else { throw NatsLine.away }
    }
    self.tls = tls
  }

  private static func connect(_ address: NatsAddress, _ milliseconds: Int) -> Int32? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, address.port, &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var next = found
    while let one = next {
      next = one.pointee.ai_next
      if let file = connect(one.pointee, milliseconds) { return file }
    }
    return nil
  }

  private static func connect(_ place: addrinfo, _ milliseconds: Int) -> Int32? {
    let file = Glibc.socket(place.ai_family, place.ai_socktype, place.ai_protocol)
    guard file >= 0 else { return nil }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = fcntl(file, F_SETFL, O_NONBLOCK)
    var one: Int32 = 1
    setsockopt(file, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    if Glibc.connect(file, place.ai_addr, place.ai_addrlen) == 0 { return file }
    var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard errno == EINPROGRESS, poll(&waiting, 1, Int32(clamping: milliseconds)) == 1,
      getsockopt(file, SOL_SOCKET, SO_ERROR, &failure, &length) == 0, failure == 0
    else {
      close(file)
      return nil
    }
    return file
  }

  /// Waits until the socket is ready, the bell rings, or the time is over.
  func wait(_ bell: Bell, writes: Bool, atMost milliseconds: Int) -> (readable: Bool, writable: Bool, woken: Bool) {
    var files = [
      pollfd(fd: socket, events: Int16(POLLIN) | (writes ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: bell.ear, events: Int16(POLLIN), revents: 0),
    ]
    poll(&files, 2, Int32(clamping: milliseconds))
    let happened = files[0].revents
    let isGone = happened & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    return (
      happened & Int16(POLLIN) != 0 || isGone, happened & Int16(POLLOUT) != 0, files[1].revents != 0 && bell.hear()
    )
  }

  /// Returns the available bytes; nil when the peer is gone.
  func read() -> [UInt8]? {
    if let tls { return tls.read() }
    let most = 65_536
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, length in
      count = recv(socket, buffer.baseAddress, most, 0)
      length = max(0, count)
    }
    if count > 0 { return bytes }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
  }

  /// Returns the number of bytes written; nil when the peer is gone.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    if let tls { return tls.write(bytes) }
    let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }
}
