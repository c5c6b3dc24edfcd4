public import Kernel
public import Storage

/// A fictional person whose data a product can put into a profile, to be seen before it is used. While they are there,
/// the profile sends no request to its server.
public struct Demonstration: Sendable {
  /// The profile that `--demo` opens unless another one is named.
  public static let profile = "demo"

  /// Adds the data up to a moment; a later call adds the days since. None of the records waits to be sent. Throws for a
  /// store that is synced with a server.
  public let fill: @Sendable (Store, _ moment: Moment) async throws(Problem) -> Void
  public let isThere: @Sendable (Store) async throws(Problem) -> Bool
  /// Removes all of the data with the person's edits of them, and nothing else.
  public let remove: @Sendable (Store) async throws(Problem) -> Void

  public init(
    fill: @escaping @Sendable (Store, _ moment: Moment) async throws(Problem) -> Void,
    isThere: @escaping @Sendable (Store) async throws(Problem) -> Bool,
    remove: @escaping @Sendable (Store) async throws(Problem) -> Void
  ) {
    self.fill = fill
    self.isThere = isThere
    self.remove = remove
  }
}

extension ServerPort {
  /// Refuses every request while the demonstration is in the store, or while that cannot be read, as when it is locked.
  func withheld(from demonstration: Demonstration, in store: @escaping @Sendable () -> Store?) -> ServerPort {
    let check = { @Sendable () async throws(Problem) in
      guard let store = store() else { throw .locked }
      if try await demonstration.isThere(store) { throw .demonstration }
    }
    return ServerPort(
      project: { () throws(Problem) in
        try await check()
        return try await project()
      },
      send: { request throws(Problem) in
        try await check()
        return try await send(request)
      }, connect: connect)
  }
}

extension Problem {
  static let demonstration = Problem(
    "demonstration", "This profile shows a demonstration person, whose data belong to no account.",
    safe: "Nothing was sent.", remedy: "Remove the demo data, or open another profile, then try again.")
}
