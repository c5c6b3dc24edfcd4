internal import Kernel
internal import Shell

/// The profiles that this process has open. Each is opened once, however many windows of it there are, and closed with the
/// last of them.
actor OpenPersons {
  struct Name: Hashable, Sendable {
    let folder: String
    let product: String
    let profile: String

    /// Nil for a profile in memory, which belongs to one window.
    init?(_ options: EmbeddingOptions) {
      guard let folder = options.folder else { return nil }
      self.folder = folder
      product = options.product.id
      profile = options.profile
    }
  }

  private struct Entry {
    let person: HostedPerson
    var windows: Int
  }

  private var entries: [Name: Entry] = [:]
  /// The last of the openings and closings, which take turns: a profile that is being closed cannot be opened yet.
  private var last: Task<Void, Never>?

  /// Opens the profile, or adds a window to it.
  func enter(_ options: EmbeddingOptions, _ events: EventQueue) async throws(Problem) -> HostedPerson {
    guard let name = Name(options) else { return try await HostedPerson.open(options, events) }
    return try await inTurn { () async -> Result<HostedPerson, Problem> in
      do throws(Problem) {
        return .success(try await self.opened(name, options, events))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Takes a window away from the profile. The window is closed.
  func leave(_ person: HostedPerson) async {
    guard let name = person.name else { return await person.close() }
    await inTurn { await self.left(name) }
  }

  private func opened(
    _ name: Name, _ options: EmbeddingOptions, _ events: EventQueue
  ) async throws(Problem) -> HostedPerson {
    if let entry = entries[name] {
      guard entry.person.shared == options.shared else { throw .sharedSettings }
      entries[name]?.windows += 1
      return entry.person
    }
    let person = try await HostedPerson.open(options, events)
    entries[name] = Entry(person: person, windows: 1)
    return person
  }

  private func left(_ name: Name) async {
    guard let entry = entries[name] else { return }
    guard entry.windows == 1 else {
      entries[name]?.windows -= 1
      return
    }
    await entry.person.close()
    entries[name] = nil
  }

  private func inTurn<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
    let before = last
    let turn = Task {
      await before?.value
      return await body()
    }
    last = Task { _ = await turn.value }
    return await turn.value
  }
}

extension Problem {
  fileprivate static let sharedSettings = Problem(
    "owner-decides", "A window of this profile is open with another clock, seed, key, backend or demo.",
    safe: "Nothing was opened.", remedy: "Use those of the first window, or close it.")
}
