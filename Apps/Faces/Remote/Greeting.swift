internal import JSON
internal import Kernel
internal import Shell

/// The request `hello`: the client says which protocol it speaks and how it wants its frames, and learns what there is.
struct Greeting: Sendable, Equatable {
  static let method = "hello"
  /// The version of the protocol. It changes when a client that goes by the description before would fail.
  static let version = 1

  /// Nil leaves the form as it is.
  let frames: FrameSending.Form?

  /// Nil for another method.
  init?(_ request: RPCRequest) throws(Problem) {
    guard request.method == Greeting.method else { return nil }
    if let wanted = request.params?["protocol"], wanted != .null {
      guard let number = wanted.number, let version = Int(exactly: number) else {
        throw Problem(
          "bad-params", "“protocol” is \(wanted.kind), not a whole number.", remedy: "Send {\"protocol\": 1}.")
      }
      guard version == Greeting.version else {
        throw Problem(
          "no-such-protocol", "Version \(version) of the protocol is not spoken here.",
          remedy: "Use version \(Greeting.version), or another Troupe.")
      }
    }
    guard let given = request.params?["frames"], given != .null else {
      frames = nil
      return
    }
    guard let form = given.string.flatMap(FrameSending.Form.init) else {
      throw Problem("bad-params", "“frames” is whole or differences.", remedy: "Leave it out for whole frames.")
    }
    frames = form
  }

  static func answer(_ window: Window, frames: FrameSending.Form) -> JSON {
    let person = window.person
    return [
      "protocol": .number(Double(version)), "version": .string(Troupe.version),
      "product": .string(person.product.id), "profile": .string(person.profile), "frames": .string(frames.rawValue),
      "clock": .string(person.manual == nil ? "system" : "manual"),
      "capabilities": ["differences", "batches", "concurrent-waits", "files", "photos", "browser", "inspection"],
      "limits": [
        "line_bytes": .number(Double(LineReader.longest)), "depth": .number(Double(RPCLine.deepest)),
        "batch": .number(Double(Remote.largestBatch)), "waits": .number(Double(Remote.mostWaits)),
        "wait_seconds": .number(Command.longestWait),
      ],
    ]
  }
}
