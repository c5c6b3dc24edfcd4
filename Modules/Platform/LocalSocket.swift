/// Sockets between the processes of one machine.
public enum LocalSocket {
  /// The process at the other end, as the system reports it.
  public struct Peer: Sendable, Hashable {
    public let process: pid_t
    public let user: uid_t
  }

  /// Makes a socket that programs started by this one do not inherit, and whose calls do not wait. Below zero where the system has
  /// none left.
  public static func make() -> Int32 {
    #if canImport(Glibc)
      return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    #elseif canImport(Darwin)
      let file = socket(AF_UNIX, SOCK_STREAM, 0)
      guard file >= 0 else { return file }
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
      return file
    #else
      return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
    #endif
  }

  public static func peer(of file: Int32) -> Peer? {
    #if canImport(Darwin)
      var (user, group, process) = (uid_t(), gid_t(), pid_t())
      var size = socklen_t(MemoryLayout<pid_t>.size)
      guard getpeereid(file, &user, &group) == 0, getsockopt(file, SOL_LOCAL, LOCAL_PEERPID, &process, &size) == 0
      else {
        return nil
      }
      return Peer(process: process, user: user)
    #else
      // The layout of `ucred`, which Swift does not import.
      var told = (process: pid_t(), user: uid_t(), group: gid_t())
      var size = socklen_t(MemoryLayout.size(ofValue: told))
      guard getsockopt(file, SOL_SOCKET, SO_PEERCRED, &told, &size) == 0 else { return nil }
      return Peer(process: told.process, user: told.user)
    #endif
  }

  /// Sends like the function of this name, and causes no signal where nobody reads any more.
  public static func send(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    #if canImport(Darwin)
      var isQuiet: Int32 = 1
      _ = setsockopt(file, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
      return Platform.send(file, bytes.baseAddress, bytes.count, 0)
    #else
      return Platform.send(file, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
