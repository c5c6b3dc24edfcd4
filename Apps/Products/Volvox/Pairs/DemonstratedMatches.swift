internal import Interface
internal import JSON
internal import Kernel
internal import Matching
internal import Peers
internal import Platform
internal import Shell
internal import Storage

/// The suggestions of the demonstration: three made-up sponsors. They are made on the device and nothing of them is stored, so
/// that none is left when the demonstration is removed.
enum DemonstratedMatches {
  /// The notice above the suggestions.
  static let notice = Node<Bound>.note(
    "These people are made up. They are on this device only, and nothing is sent to them.", icon: .info, id: "made-up")

  /// The card of the demonstration person.
  private static let card = MatchingCard(
    name: "Alex", role: "sponsee", programme: "aa", soberSince: "2026-01-01", region: "Leeds",
    availability: ["evenings", "weekends"], bio: "Counting days, one after another.",
    looksFor: "Somebody who has been where I am.")

  /// Returns the needs with the made-up people while the demonstration is shown.
  static func needs(_ real: MatchingNeeds, while isShown: @escaping @Sendable () -> Bool) -> MatchingNeeds {
    var needs = real
    needs.read = { () throws(Problem) in
      var book = try await real.read()
      guard isShown() else { return book }
      (book.card, book.kept) = (card, nil)
      return book
    }
    needs.saveCard = { changed throws(Problem) in if !isShown() { try await real.saveCard(changed) } }
    needs.block = { block throws(Problem) in if !isShown() { try await real.block(block) } }
    needs.fetch = { zone, at throws(Problem) in isShown() ? answer : try await real.fetch(zone, at) }
    needs.ask = { ask throws(Problem) in
      guard isShown() else { return try await real.ask(ask) }
      if case .invitations = ask { return ["invitations": []] }
      throw Problem(
        "demonstration", "This is demo data, and the person is made up.", safe: "Nothing was sent.",
        remedy: "Remove the demo data and sign in to find real people.")
    }
    return needs
  }

  private static let answer: JSON = [
    "viewer": ["sponsees": 1, "requests": 0],
    "candidates": [
      person(
        "Priya", since: "2017-04-09", region: "Leeds", times: ["evenings", "weekends"],
        bio: "A made-up sponsor. Nine years sober, a night-shift nurse, and good at listening on the way home."),
      person(
        "Tomasz", since: "2020-10-18", region: "York", times: ["evenings"],
        bio: "A made-up sponsor. Two meetings a week, and a walk with anybody who wants to talk."),
      person(
        "Ruth", since: "2009-02-27", region: "Manchester", times: ["weekdays"],
        bio: "A made-up sponsor. Retired, patient, and often at the kitchen table with tea."),
    ],
  ]

  private static func person(_ name: String, since: String, region: String, times: [String], bio: String) -> JSON {
    [
      "person": .string(ID<MatchingCard>(named: "demonstration match \(name)").uuid.uuidString.lowercased()),
      "name": .string(name), "role": "sponsor", "recovery_program": "aa", "sober_since": .string(since),
      "region": .string(region), "availability": .array(times.map { .string($0) }), "bio": .string(bio),
      "looks_for": "Somebody who calls before it gets hard.", "sponsees": 1, "requests": 0,
    ]
  }
}
