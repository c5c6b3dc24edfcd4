internal import JSON
internal import Kernel
internal import Shell

/// A message of a page: a command, its number, and the revision of the page that it was meant for.
struct PageMessage: Sendable {
  let number: Int
  let revision: Int
  let command: Command

  /// The commands available to a page. Changing the clock or reading the store is for tests and scripts.
  private static let methods: Set<String> = [
    "open", "tap", "type", "choose", "act", "back", "refresh", "region", "delivered",
    "push_address", "speech", "switch",
  ]

  init(_ value: JSON) throws(Problem) {
    guard let number = PageMessage.count(value["n"]), let revision = PageMessage.count(value["r"]),
      let method = value["do"]?.string, PageMessage.methods.contains(method),
      let command = try Command(method: method, params: value["with"] ?? [:])
    else {
      throw Problem(
        "not-understood", "The page sent a message that could not be understood.", safe: "Nothing was changed.",
        remedy: "Load the page again.")
    }
    self.number = number
    self.revision = revision
    self.command = command
  }

  /// A whole number that JavaScript represents exactly.
  static func count(_ value: JSON?) -> Int? {
    value?.number.flatMap { Int(exactly: $0) }.flatMap { (0...(1 << 52)).contains($0) ? $0 : nil }
  }
}
