internal import Glibc
internal import Kernel

/// A socket of this process, closed when nobody holds it any more: never while somebody still reads or writes.
final class Socket: Sendable {
  static let name = "owner.sock"

  let file: Int32

  init(_ file: Int32) { self.file = file }

  deinit { close(file) }

  /// Whoever reads or writes here comes to the end.
  func end() { shutdown(file, Int32(SHUT_RDWR)) }

  /// The other side comes to the end of what it reads, and can still answer.
  func endSending() { shutdown(file, Int32(SHUT_WR)) }

  /// What comes from the other side comes to an end, and can still be answered.
  func endReceiving() { shutdown(file, Int32(SHUT_RD)) }

  /// Who is at the other end, as the system knows them: the kernel's `ucred`, which Swift does not see.
  struct Peer {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
  }

  var peer: Peer? {
    var peer = Peer()
    var size = socklen_t(MemoryLayout<Peer>.size)
    guard getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return nil }
    return peer
  }

  /// The folder is its owner's alone, and so is what is said in it; not even the machine's administrator is let in here.
  static func mayMeet(_ peer: uid_t?, as own: uid_t) -> Bool { peer == own }

  // MARK: A socket in a folder

  /// A path to a socket may have 107 bytes at most, and folders lie deeper than that; through the folder's own number in
  /// this process it is always short.
  private static func withAddress<Result>(
    in directory: Int32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { path in
      path.copyBytes(from: "/proc/self/fd/\(directory)/\(name)".utf8.prefix(path.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func made() -> Int32 { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | cloexec | nonblock, 0) }
  private static let cloexec = Int32(SOCK_CLOEXEC.rawValue)
  private static let nonblock = Int32(SOCK_NONBLOCK.rawValue)

  /// Listens in that folder, in place of whoever left a socket there. Only for who holds the folder's lock.
  static func listening(in folder: String) throws(Problem) -> Socket {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw noSocket(folder) }
    defer { close(directory) }
    unlinkat(directory, name, 0)
    let file = made()
    guard file >= 0 else { throw noSocket(folder) }
    let socket = Socket(file)
    // Before it is bound, so that there is no moment at which others could reach it.
    guard fchmod(file, 0o600) == 0, withAddress(in: directory, { bind(file, $0, $1) }) == 0, listen(file, 16) == 0
    else {
      throw noSocket(folder)
    }
    return socket
  }

  private static func noSocket(_ folder: String) -> Problem {
    Problem(
      "no-socket", "\(folder)/\(name) could not be made: \(String(cString: strerror(errno))).",
      safe: "The profile is open all the same.", remedy: "Other processes cannot join it until this one ends.")
  }

  /// The next who knocks; nil when nobody does now.
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

  /// The process can open no more files now.
  struct Exhausted: Error {}

  /// Nil when nobody listens there.
  static func connected(in folder: String) -> Socket? {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    let file = made()
    guard file >= 0 else { return nil }
    let socket = Socket(file)
    // Without waiting: one who hangs, and has many waiting already, is one who does not answer.
    guard withAddress(in: directory, { connect(file, $0, $1) }) == 0, mayMeet(socket.peer?.user, as: geteuid()) else {
      return nil
    }
    let flags = fcntl(file, F_GETFL)
    guard flags >= 0, fcntl(file, F_SETFL, flags & ~O_NONBLOCK) == 0 else { return nil }
    return socket
  }

  /// The name in the folder, if it still leads here, is taken away.
  static func takeAway(from folder: String, _ mark: Mark?) {
    guard let mark, mark == Mark(in: folder) else { return }
    unlink("\(folder)/\(name)")
  }

  /// Tells a socket in a folder from one that was put there later.
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
