internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Play
internal import Shell

/// Plays scenarios in several processes of this program, each with its share.
struct PlayProcesses {
  /// The largest number of processes.
  static let most = 32
  /// The variable by which a process knows that another one prints what it finds.
  static let mark = "TROUPE_PLAY_SHARE"

  static var isShare: Bool { getenv(mark) != nil }

  /// The options that each process gets.
  let options: [String]

  /// Plays the places, dealt out in turn, and returns the outcomes in the order of their files and lines.
  func run(_ places: [String], in count: Int, each: @escaping @Sendable (Outcome) -> Void) async throws(Problem)
    -> Play.Report
  {
    var seen: Set<String> = []
    let places = places.filter { seen.insert($0).inserted }
    var children: [Child] = []
    for number in 0..<min(count, places.count) {
      let share = stride(from: number, to: places.count, by: count).map { places[$0] }
      children.append(try Child(options + ["--"] + share))
    }
    var outcomes: [Outcome] = []
    await withTaskGroup(of: [Outcome].self) { group in
      for child in children { group.addTask { await child.outcomes(each: each) } }
      for await some in group { outcomes += some }
    }
    return Play.Report(outcomes: outcomes.sorted { ($0.file, $0.line) < ($1.file, $1.line) })
  }

  private struct Child: Sendable {
    let process: pid_t
    let output: Int32

    init(_ words: [String]) throws(Problem) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw Child.problem(errno) }
      // The other processes must not hold this one's pipe open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
      var arguments = (["troupe", "play", "--json"] + words).map { strdup($0) } + [nil]
      var environment = Child.environment.map { strdup($0) } + [nil]
      defer { for text in arguments + environment { free(text) } }
      var process: pid_t = 0
      let code = posix_spawn(&process, "/proc/self/exe", &actions, nil, &arguments, &environment)
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        throw Child.problem(code)
      }
      self.process = process
      output = ends[0]
    }

    private static var environment: [String] {
      ProcessInfo.processInfo.environment.map { "\($0)=\($1)" } + ["\(PlayProcesses.mark)=1"]
    }

    private static func problem(_ code: Int32) -> Problem {
      Problem(
        "no-process", "Another process could not be started: \(String(cString: strerror(code))).",
        remedy: "Play them with --jobs 1.")
    }

    /// Reads what the process finds, a line for each, until it ends.
    func outcomes(each: @Sendable (Outcome) -> Void) async -> [Outcome] {
      var outcomes: [Outcome] = []
      for await line in LineReader.from(output, longest: 8 << 20) {
        guard let bytes = line.bytes, let outcome = Outcome(json: String(decoding: bytes, as: UTF8.self)) else {
          continue
        }
        outcomes.append(outcome)
        each(outcome)
      }
      close(output)
      // It has closed its output, so it ends at once.
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
      if signal != 0 || code > 1 || outcomes.isEmpty {
        let lost = Outcome(lost: signal != 0 ? "signal \(signal)" : "exit code \(code)")
        outcomes.append(lost)
        each(lost)
      }
      return outcomes
    }
  }
}
