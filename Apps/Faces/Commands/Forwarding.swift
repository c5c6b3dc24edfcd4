internal import Glibc
internal import Kernel

extension Tool {
  /// A tool that another program in the same folder implements. `execv` replaces this process by that program, with the
  /// same arguments.
  public static func forwarded(_ name: String, to program: String, summary: String) -> Tool {
    Tool(name: name, summary: summary, isForwarded: true) { given throws(Problem) in
      let path = try Self.beside(program)
      var words: [UnsafeMutablePointer<CChar>?] = ([path, name] + given.operands).map { strdup($0) }
      words.append(nil)
      execv(path, words)
      for word in words { free(word) }
      throw Problem(
        "no-\(program)", "`troupe \(name)` is a command of \(program), which is not beside this program.",
        remedy: "Build it with `Scripts/build-release \(program)`, or with `swift build`.")
    }
  }

  private static func beside(_ program: String) throws(Problem) -> String {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0 else {
      throw Problem("no-self", "This program could not find its own path.", remedy: "Mount /proc and try again.")
    }
    let own = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/" + program
  }
}
