internal import Interface
internal import JSON
package import Kernel
internal import Platform
package import Settings
package import Shell
package import Support

extension Support {
  /// Makes the help centre of a person. The facts of the product follow those that every product has.
  package init(
    _ plan: SupportPlan, in environment: PersonEnvironment, content: RemoteContent? = nil,
    facts: @escaping @Sendable () async -> [DiagnosticFact] = { [] }
  ) {
    var needs = SupportNeeds(
      environment.store, fetch: content?.fetching("help.json", on: environment.network),
      facts: { Support.facts + (await facts()) })
    needs.crashes = environment.crashes.map {
      CrashNote(began: $0.began, version: $0.version, cause: $0.cause, lines: $0.lines)
    }
    needs.isAfterCrash = environment.isAfterCrash
    // The store keeps what a person may export and delete; when they were asked for a rating belongs to the device.
    let shelf = environment.shelf
    needs.rating = { () throws(Problem) in
      guard let bytes = try await shelf.load(Support.ratingName, .profile) else { return nil }
      // One that cannot be read counts as none: the person is then asked a week later at the earliest.
      return try? JSONDecoder().decode(RatingMemory.self, from: Data(bytes))
    }
    needs.keepRating = { memory throws(Problem) in
      guard let bytes = try? JSON.data(memory) else { return }
      try await shelf.keep(Support.ratingName, .profile, Array(bytes))
    }
    self.init(plan, on: environment.context, needs: needs)
  }

  /// Shows studies while the setting is on, until the task is cancelled. It subscribes at once.
  package nonisolated func studies(_ settings: Settings, _ setting: Setting<Bool>) -> @Sendable () async -> Void {
    let states = settings.states.listen()
    return { [weak self] in
      var known: Bool?
      for await state in states where state.reading == .done {
        let isOn = state[setting]
        guard isOn != known else { continue }
        known = isOn
        await self?.send(.askingForStudies(isOn))
      }
    }
  }

  private static let ratingName = "rating"

  private static var facts: [DiagnosticFact] {
    [DiagnosticFact("App version", version: Troupe.version), DiagnosticFact("System", word: system)]
  }

  private static var system: StaticString {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "Other"
    #endif
  }
}

/// Connects the help centre to one window: its pages, and the addresses that it opens.
package struct SupportBinding: Sendable {
  private let support: Support
  private let window: WindowID

  package init(_ support: Support, in window: WindowID) {
    self.support = support
    self.window = window
  }

  package var pages: [Page] {
    Page.all(of: support, at: SupportPlaces.all, in: window, appeared: { .appeared($0) }, left: { .left($0) }) {
      $0.screen($1, in: $2, at: $3)
    }
  }

  /// The notices above every screen.
  package var banner: Banner {
    let (support, window) = (support, window)
    let states = support.states
    return Banner(
      nodes: { surroundings in
        states.value.banner(in: surroundings).map { $0.map { support.bound($0, in: window) } }
      }, changes: [states.watched(at: window)])
  }

  /// Opens addresses, and passes on what the person did.
  package func eventRoute(
    _ heard: @escaping @Sendable (SupportEvent) async -> Void = { _ in }
  ) -> EventRoute {
    .from(support, in: window) { event, window in
      if case .addressAsked(let address) = event { await window.open(address) }
      await heard(event)
    }
  }
}

extension SettingsPlan.Elsewhere {
  /// The link to the help centre.
  package static let help = SettingsPlan.Elsewhere(
    "Help Center", at: SupportPlaces.home, icon: .book, about: "Questions and answers, contact support")
}
