internal import Glibc
internal import Kernel

/// Runs system programs that a benchmark needs.
enum SystemTool {
  static func path(of name: String, package: String) throws(Problem) -> String {
    for folder in ["/usr/local/bin", "/usr/bin", "/usr/sbin"] where access("\(folder)/\(name)", X_OK) == 0 {
      return "\(folder)/\(name)"
    }
    throw Problem(
      "no-peer", "This is measured with \(name), which is not installed.", safe: "Nothing was measured.",
      remedy: "Install Debian's package: apt-get install \(package)")
  }

  /// Runs a program and returns its output.
  static func output(of path: String, _ arguments: [String]) throws(Problem) -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failed(path) }
    defer { close(ends[0]) }
    let process: pid_t
    do throws(Problem) {
      process = try start(path, arguments, output: ends)
    } catch {
      close(ends[1])
      throw error
    }
    close(ends[1])
    var said: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      guard count > 0 else { break }
      said += chunk[..<count]
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return String(decoding: said, as: UTF8.self)
  }

  static func start(
    _ path: String, _ arguments: [String], input: [Int32] = [], output: [Int32] = []
  ) throws(Problem) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input.count == 2 {
      posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
      for end in input { posix_spawn_file_actions_addclose(&actions, end) }
    }
    if output.count == 2 {
      posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
      for end in output { posix_spawn_file_actions_addclose(&actions, end) }
    } else {
      // Standard output has the figures alone.
      posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    }
    // Threads of the pool block signals and a child inherits the mask; nginx would not receive the signal to stop.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, path, &actions, &attributes, words, environ) == 0 else { throw failed(path) }
    return process
  }

  static func write(_ text: String, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    let bytes = Array(text.utf8)
    return Glibc.write(file, bytes, bytes.count) == bytes.count
  }

  /// Returns a free port, for a program that cannot choose one itself.
  static func freePort() throws(Problem) -> UInt16 {
    let (file, address) = try local(port: 0)
    defer { close(file) }
    var bound = address
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(file, name, length) == 0 ? getsockname(file, name, &length) : -1
      }
    }
    guard status == 0 else { throw failed("a free port") }
    return UInt16(bigEndian: bound.sin_port)
  }

  /// Returns whether the port accepts connections within five seconds.
  static func isAnswering(_ port: UInt16) -> Bool {
    let end = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < end {
      if let file = connected(to: port) {
        close(file)
        return true
      }
      poll(nil, 0, 10)
    }
    return false
  }

  /// Connects to a port; nil when the connection is refused.
  static func connected(to port: UInt16) -> Int32? {
    guard let (file, local) = try? local(port: port) else { return nil }
    var address = local
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        connect(file, name, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if status == 0 { return file }
    close(file)
    return nil
  }

  /// Sends a request and returns what the server answers up to `end`, or until five seconds of silence.
  static func said(at port: UInt16, to request: String, until end: String) throws(Problem) -> String {
    guard let file = connected(to: port) else { throw failed("An answer at port \(port)") }
    defer { close(file) }
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(request.utf8)
    guard send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw failed("An answer at port \(port)")
    }
    var said: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 4096)
    while !said.suffix(end.utf8.count).elementsEqual(end.utf8) {
      let count = recv(file, &room, room.count, 0)
      guard count > 0 else { break }
      said += room[..<count]
    }
    return String(decoding: said, as: UTF8.self)
  }

  private static func local(port: UInt16) throws(Problem) -> (file: Int32, address: sockaddr_in) {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard file >= 0 else { throw failed("a socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return (file, address)
  }

  private static func failed(_ what: String) -> Problem {
    Problem("no-start", "\(what) was not to be had.", remedy: "Close some programs and try again.")
  }
}
