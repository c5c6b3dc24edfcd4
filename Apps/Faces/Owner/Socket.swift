internal import Kernel
internal import Platform

/// A Unix socket of this process. It is closed when the last reference is released, so never while it is being read or
/// written.
final class Socket: Sendable {
  static let name = "owner.sock"

  let file: Int32

  init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  /// Shuts down both directions; local readers and writers reach the end.
  func end() { shutdown(file, Int32(SHUT_RDWR)) }

  /// Shuts down sending. The peer reads to the end and can still answer.
  func endSending() { shutdown(file, Int32(SHUT_WR)) }

  /// Shuts down receiving. What was received can still be answered.
  func endReceiving() { shutdown(file, Int32(SHUT_RD)) }

  var peer: LocalSocket.Peer? { LocalSocket.peer(of: file) }

  /// Only the same user may connect; the folder is private to that user. Root is refused too.
  static func mayMeet(_ peer: uid_t?, as own: uid_t) -> Bool { peer == own }

  // MARK: Socket files

  /// Calls the body with the socket's address. A socket path may have at most 107 bytes and folders may lie deeper; a
  /// path through the directory's descriptor is always short.
  private static func withAddress<Result>(
    in directory: Int32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: "\(FileDescriptor.path(of: directory))/\(name)".utf8.prefix(path.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Listens in the folder and replaces a socket left by an earlier owner. The caller must hold the folder's lock.
  static func listening(in folder: String) throws(Problem) -> Socket {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw noSocket(folder) }
    defer { close(directory) }
    unlinkat(directory, name, 0)
    let file = LocalSocket.make()
    guard file >= 0 else { throw noSocket(folder) }
    let socket = Socket(file)
    // Set before binding, so that other users cannot connect at any moment.
    guard fchmod(file, 0o600) == 0, withAddress(in: directory, { bind(file, $0, $1) }) == 0, listen(file, 16) == 0
    else {
      throw noSocket(folder)
    }
    return socket
  }

  private static func noSocket(_ folder: String) -> Problem {
    Problem(
      "no-socket", "\(folder)/\(name) could not be made: \(String(cString: strerror(errno))).",
      safe: "The profile is open nevertheless.", remedy: "Other processes cannot join it until this one ends.")
  }

  /// Accepts the next connection; nil when none is pending.
  func accepted() throws(Exhausted) -> Socket? {
    while true {
      let guest = accept(file, nil, nil)
      if guest >= 0 {
        _ = fcntl(guest, F_SETFD, FD_CLOEXEC)
        return Socket(guest)
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw Exhausted()
      default: return nil
      }
    }
  }

  /// The process has no free file descriptors or memory for another connection.
  struct Exhausted: Error {}

  /// Connects to the socket in the folder; nil when no process of the same user listens there.
  static func connected(in folder: String) -> Socket? {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    let file = LocalSocket.make()
    guard file >= 0 else { return nil }
    let socket = Socket(file)
    // The connect does not block: an owner that hangs with a full backlog counts as not responding.
    guard withAddress(in: directory, { connect(file, $0, $1) }) == 0, mayMeet(socket.peer?.user, as: geteuid()) else {
      return nil
    }
    let flags = fcntl(file, F_GETFL)
    guard flags >= 0, fcntl(file, F_SETFL, flags & ~O_NONBLOCK) == 0 else { return nil }
    return socket
  }

  /// Removes the socket from the folder, unless it was replaced since.
  static func takeAway(from folder: String, _ mark: Mark?) {
    guard let mark, mark == Mark(in: folder) else { return }
    unlink("\(folder)/\(name)")
  }

  /// The device and inode of a socket, which tell it from one created later under the same name.
  struct Mark: Equatable, Sendable {
    let device: UInt
    let number: UInt

    init?(in folder: String) {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }
}
