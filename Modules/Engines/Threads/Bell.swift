internal import Platform

/// Wakes a thread that waits for a socket, through a pipe.
public final class Bell: Sendable {
  /// The descriptor to poll: readable after a ring until `hear` is called.
  public let ear: Int32
  private let hand: Int32

  public init() {
    var files: [Int32] = [-1, -1]
    if pipe(&files) != 0 { files = [-1, -1] }
    for file in files where file >= 0 {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
    }
    (ear, hand) = (files[0], files[1])
  }

  deinit {
    for file in [ear, hand] where file >= 0 { close(file) }
  }

  public func ring() {
    var one: UInt8 = 1
    _ = write(hand, &one, 1)
  }

  /// Clears the bell and returns whether it had rung.
  @discardableResult
  public func hear() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    var rang = false
    while read(ear, &bytes, bytes.count) > 0 { rang = true }
    return rang
  }

  public func wait(atMost milliseconds: Int) {
    var file = pollfd(fd: ear, events: Int16(POLLIN), revents: 0)
    poll(&file, 1, Int32(clamping: milliseconds))
    hear()
  }
}
