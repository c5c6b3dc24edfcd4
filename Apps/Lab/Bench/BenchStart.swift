internal import FoundationEssentials
internal import Glibc
internal import Kernel

extension Benchmark {
  /// Measures process start to the first frame. Peer: a program that only starts.
  static let start = Benchmark(
    name: "start", summary: "cold start of `troupe rpc` to its first frame",
    measure: { () throws(Problem) in
      let here = try Program.shipped()
      let bare = here.replacing("/troupe", with: "/bare")
      guard access(bare, X_OK) == 0 else {
        throw Problem(
          "no-peer", "The program that starts are measured against is not at \(bare).",
          remedy: "Build it: swift build -c release --product bare, or run Scripts/bench.")
      }
      let folder = "/tmp/troupe-bench-\(getpid())"
      defer { Program.remove(folder) }
      let arguments = ["rpc", "--product", "yhealth", "--data", folder]
      _ = try Program.untilFirstLine(here, arguments)
      var ours: [Double] = []
      var peers: [Double] = []
      for _ in 0..<30 {
        ours.append(try Program.untilFirstLine(here, arguments) / 1000)
        peers.append(try Program.untilFirstLine(bare, []) / 1000)
      }
      let (own, peer) = (Times(ours), Times(peers))
      return [
        Figure("start", here: own.median, peer: peer.median, peerName: "a bare Swift program", unit: "ms"),
        Figure("start-budget", here: own.p99, peer: 100, peerName: "the budget", unit: "ms", limit: 1),
      ]
    })
}

/// Starts and times other programs.
enum Program {
  static func own() throws(Problem) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else {
      throw Problem("no-self", "This program does not find itself.", remedy: "Mount /proc and try again.")
    }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the path of `troupe`, in the folder of this program.
  static func shipped() throws(Problem) -> String {
    try own().split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/troupe"
  }

  /// Returns the microseconds from the start of a program to the end of its first line.
  static func untilFirstLine(_ path: String, _ arguments: [String]) throws(Problem) -> Double {
    var input: [Int32] = [0, 0]
    var output: [Int32] = [0, 0]
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw failed(path) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
    for end in input + output { posix_spawn_file_actions_addclose(&actions, end) }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }

    var process = pid_t()
    let start = ContinuousClock.now
    let status = posix_spawn(&process, path, &actions, nil, words, environ)
    close(input[0])
    close(output[1])
    guard status == 0 else {
      close(input[1])
      close(output[0])
      throw failed(path)
    }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var isSeen = false
    while !isSeen {
      let count = read(output[0], &chunk, chunk.count)
      guard count > 0 else { break }
      isSeen = chunk[..<count].contains(UInt8(ascii: "\n"))
    }
    let time = (ContinuousClock.now - start).microseconds
    // The program ends at the end of its input.
    close(input[1])
    close(output[0])
    var left: Int32 = 0
    waitpid(process, &left, 0)
    guard isSeen else { throw failed(path) }
    return time
  }

  static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }

  private static func failed(_ path: String) -> Problem {
    Problem("no-start", "\(path) did not start and answer.", remedy: "Try it by hand.")
  }
}
