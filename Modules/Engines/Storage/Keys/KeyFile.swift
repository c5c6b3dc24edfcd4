internal import Files
internal import Kernel
internal import Platform

/// A file with a master key, which only its owner can read.
struct KeyFile: Sendable {
  private static let largest = 4096

  private let file: PrivateFile

  init(path: String) { file = PrivateFile(path) }

  /// Returns nil when there is no such file.
  func read() throws(Problem) -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(PrivateFileFailure) {
      bytes = try file.bytes(upTo: KeyFile.largest + 1)
    } catch {
      throw problem(error)
    }
    guard bytes.map({ $0.count <= KeyFile.largest }) ?? true else {
      throw problem("is larger than it should be", String(cString: strerror(EFBIG)))
    }
    return bytes
  }

  func replace(with bytes: [UInt8]) throws(Problem) {
    do throws(PrivateFileFailure) {
      try file.replace(with: bytes)
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ failure: PrivateFileFailure) -> Problem {
    switch failure {
    case .shared:
      Problem(
        "open-key", "The file \(file.path) can be read by others.", safe: "Nothing was opened with it.",
        remedy: "If nobody else has read it, run: chmod 600 \(file.path)")
    case .unreadable(let reason): problem("could not be read", reason)
    case .unwritable(let reason): problem("could not be written", reason)
    }
  }

  private func problem(_ what: String, _ reason: String) -> Problem {
    Problem(
      "key-file", "The file \(file.path) \(what): \(reason).", safe: "What was saved before is unchanged.",
      remedy: "Check its rights and the free space, then try again.")
  }
}
