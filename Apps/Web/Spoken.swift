internal import Interface
internal import JSON
internal import Kernel
internal import Shell

/// What a page is told beside what it shows.
enum Spoken: Sendable {
  case say(String, Announcement.Urgency)
  case felt(Haptic)
  /// What a person did could not be done.
  case sorry(Problem, at: Int)

  /// Nil for what shows on the page anyway.
  init?(_ outlet: Outlet) {
    switch outlet {
    case .toast(let toast): self = .say(toast.text, .polite)
    case .announcement(let announcement): self = .say(announcement.text, announcement.urgency)
    case .haptic(let haptic): self = .felt(haptic)
    case .problem(let problem): self = .say(problem.sentence, .assertive)
    case .notification, .leave: return nil
    }
  }

  var json: JSON {
    switch self {
    case .say(let text, let urgency): ["say": .string(text), "urgency": .string(urgency.rawValue)]
    case .felt(let haptic): ["felt": .string(haptic.rawValue)]
    case .sorry(let problem, let number):
      ["sorry": .string(problem.sentence), "code": .string(problem.code), "at": .number(Double(number))]
    }
  }
}

/// What a page says: a command, its number, and which revision of the page it was meant for.
struct Heard: Sendable {
  let number: Int
  let revision: Int
  let command: Command

  /// What a person can do. Moving the clock or reading the store is for tests and scripts.
  private static let methods: Set<String> = ["open", "tap", "type", "choose", "act", "back", "refresh"]

  init(_ value: JSON) throws(Problem) {
    guard let number = Heard.count(value["n"]), let revision = Heard.count(value["r"]),
      let method = value["do"]?.string, Heard.methods.contains(method),
      let command = try Command(method: method, params: value["with"] ?? [:])
    else {
      throw Problem(
        "not-understood", "The page said something that is not understood here.", safe: "Nothing was changed.",
        remedy: "Load the page again.")
    }
    self.number = number
    self.revision = revision
    self.command = command
  }

  /// A whole number that JavaScript counts exactly.
  static func count(_ value: JSON?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { (0...(1 << 52)).contains($0) ? $0 : nil }
  }
}
