import Catalog
import Chance
import Covers
import Foundation
import Interface
import JSON
import Kernel
import Navigation
import Notices
import Push
import ServerFunctions
import ShellTesting
import Signing
import Testing

@testable import Shell

@Suite("Deep links of push notifications", .timeLimit(.minutes(10))) struct PushLinkTests {
  /// The state of the app when a notification is tapped.
  enum AppState: CaseIterable, Sendable {
    case onAnotherScreen, atASheet, locked, closed, beforeFirstSteps
  }

  /// A form of each product that lies over its screens.
  private static let sheets = [
    "yhealth": ["log"], "volvox": ["sobriety", "date"], "dailypa": ["todos", "add"], "syncwell": ["syncs", "add"],
    "cadence": ["settings", "lock"],
  ]
  /// Links of the kinds that a device plans for itself alone.
  private static let own = [
    "shared-check-in": "/connections", "task-due": "/tasks",
    "sobriety-milestone": "/sobriety/timeline", "sober-check-in": "/check-in",
    "sync-failed": "/syncs/sync?id=0190d000-0000-7000-8000-00000000000d", "history-done": "/history",
  ]

  /// The link of each kind of a product.
  private static func links(of product: Product) -> [String] {
    let sent = ServerNotice.products.filter { $0.product == product.id }
    let kinds =
      switch product.id {
      case "syncwell": ["sync-failed", "history-done"]
      case "volvox": ["shared-check-in", "task-due", "sobriety-milestone", "sober-check-in"]
      default: [String]()
      }
    return Set(sent.map(\.link) + kinds.compactMap { own[$0] }).sorted()
  }

  private func signed(
    _ link: String, for person: Person, by key: SigningKey? = nil, after seconds: Int = 60, channel: String? = nil
  ) throws -> Redacted<String> {
    let expires = Int(person.context.time.now().date.timeIntervalSince1970) + seconds
    var message = PushMessage(id: "kind of no entry", title: "Title", body: "Words.", link: link)
    message.channel = channel
    try message.sign(with: try key ?? #require(person.parts.pushKey).key, until: expires)
    let payload: JSON = [
      "channel": .string(channel ?? ""), "id": .string(message.id), "title": .string(message.title),
      "body": .string(message.body), "link": .string(link),
      "expires": .number(Double(expires)), "signature": .string(try #require(message.signature)),
    ]
    return Redacted(try JSON.text(payload))
  }

  /// Products that show nothing before the first steps that they require.
  private static let requiring: Set = ["volvox", "syncwell"]

  private func expect(
    _ frame: Frame, at link: String, in product: Product, isBeforeSteps: Bool = false, _ state: String
  ) {
    if isBeforeSteps, Self.requiring.contains(product.id) {
      #expect(frame.route == Route(["onboarding"]), "\(product.id) \(state) \(link)")
    } else if link.hasPrefix("/nowhere") {
      #expect(frame.route == product.home.root, "\(product.id) \(state)")
      let toasts = frame.toasts.map(\.label)
      #expect(toasts.contains(product.unavailable), "\(product.id) \(state)")
    } else {
      #expect(frame.route.text == link, "\(product.id) \(state)")
    }
  }

  @Test("every kind of every product has a link, and Cadence has no kind")
  func kinds() {
    let sent = Set(ServerNotice.products.map(\.kind.id))
    #expect(sent.union(Self.own.keys) == Set(NoticeKind.products.map(\.id)))
    #expect(Self.links(of: .named("cadence") ?? .all[0]).isEmpty)
    #expect(Product.all.map { Self.links(of: $0).count } == [9, 2, 0, 5, 2])
  }

  /// Every state of yHealth, whose criteria these are, and a third of those of the other products.
  private static let tapped: [(Product, AppState)] = {
    let states = Product.all.flatMap { product in AppState.allCases.map { (product, $0) } }
    let others = states.filter { $0.0.id != "yhealth" }
    return states.filter { $0.0.id == "yhealth" } + RotatingShare.current.part(of: others, every: 3)
  }()

  @Test(
    "of every kind it opens its screen in every state of the app, and what leads nowhere ends at home with its words",
    .covers("yh-S04.4.2-B12", "yh-S04.4.2-B18"), arguments: tapped)
  func states(_ product: Product, _ state: AppState) async throws {
    let home = TestFolder()
    var person = try await Person.test(product, home: .folder(home.path))
    var window = await person.window()
    if state == .locked {
      try await window.perform(.open(Route(["settings", "lock"])))
      try await window.perform(.type(.label("New passcode"), "correct horse"))
      try await window.perform(.type(.label("New passcode again"), "correct horse"))
      try await window.perform(.tap(.label("Turn on lock")))
    }
    for link in Self.links(of: product) + ["/nowhere"] {
      switch state {
      case .onAnotherScreen: try await window.perform(.open(Route(["settings"])))
      case .atASheet: try await window.perform(.open(Route(try #require(Self.sheets[product.id]))))
      case .locked: try await window.perform(.lock)
      case .closed, .beforeFirstSteps:
        await window.close()
        await person.close()
        let isNew = state == .beforeFirstSteps
        person = try await Person.test(product, home: isNew ? .memory : .folder(home.path))
        window = await person.window()
        guard isNew else { break }
        let frame = try await window.perform(.arrive)
        if Self.requiring.contains(product.id) { #expect(frame.route == Route(["onboarding"])) }
      }
      var frame = try await window.perform(.pushed(try signed(link, for: person), isTapped: true))
      if state == .locked {
        #expect(frame.route == PersonLock.route)
        try await window.perform(.type(.label("Passcode"), "correct horse"))
        frame = try await window.perform(.tap(.label("Unlock")))
      }
      expect(frame, at: link, in: product, isBeforeSteps: state == .beforeFirstSteps, "\(state)")
    }
    await window.close()
    await person.close()
  }

  @Test(
    "a person who is signed in and one who has signed out are led to the same screens",
    arguments: RotatingShare.current.part(of: Product.all, every: 2))
  func accounts(_ product: Product) async throws {
    let (world, home) = (try PushedWorld(), TestFolder())
    try await world.signUp()
    let (person, window) = try await world.open(product, on: Phone(), in: home)
    try await world.signIn(window)
    for isSignedIn in [true, false] {
      if !isSignedIn {
        try await window.perform(.open(Route(["account"])))
        let asked = try await window.perform(.tap(.label("Sign out")))
        // Only the question is within reach. It has another answer while something is not sent yet.
        let answer = asked.everything.first { $0.label.hasPrefix("Discard ") }?.label ?? "Sign out"
        try await window.perform(.tap(.label(answer)))
        try await window.perform(.wait(.label("Create account"), seconds: 30))
      }
      // Cadence has no kind, so that a screen of its own stands for one.
      let links = Self.links(of: product)
      for link in (links.isEmpty ? ["/settings/lock"] : links) + ["/nowhere"] {
        try await window.perform(.open(Route(["settings"])))
        // What was said before is gone.
        if link == "/nowhere" { try await window.perform(.advance(seconds: 20)) }
        let frame = try await window.perform(.pushed(try signed(link, for: person), isTapped: true))
        // The steps that an account requires are not done. Cadence shows its settings without them.
        let requires = product.id == "volvox" || (product.id == "cadence" && link == "/nowhere")
        if isSignedIn, requires {
          #expect(frame.route == Route(["onboarding"]), "\(product.id) \(link)")
        } else {
          expect(frame, at: link, in: product, isSignedIn ? "signed in" : "signed out")
        }
      }
    }
    await window.close()
    await person.close()
    await world.close()
  }

  @Test("one that comes during a pause is in the history without a banner, and a tap on it leads to its place")
  func paused() async throws {
    let person = try await Person.test()
    let window = await person.window()
    try await window.perform(.open(Route(["notifications", "device"])))
    try await window.perform(.tap(.label("Turn on notifications")))
    try await window.perform(.tap(.label("Pause for 1 hour")))
    let recorder = OutletRecorder(window)
    let pushed = try signed("/insights", for: person, channel: "insight")
    #expect(try await window.perform(.pushed(pushed, isTapped: false)).toast?.contains("Words.") != true)
    try await window.perform(.open(Route(["notifications"])))
    #expect(await window.shows(within: 10) { $0.everything.contains { $0.label == "Words." && $0.state.isUnread } })
    #expect(recorder.toasts.isEmpty && recorder.pushes.isEmpty)
    #expect(try await window.perform(.pushed(pushed, isTapped: true)).route.text == "/insights")
    #expect(recorder.all.contains(.withdrawn(["kind of no entry"])))
    await window.close()
    await person.close()
  }

  @Test("one that is brought again is told of once, and a tap on it leads to its place all the same")
  func replayed() async throws {
    let person = try await Person.test()
    let window = await person.window()
    let pushed = try signed("/insights", for: person)
    #expect(try await window.perform(.pushed(pushed, isTapped: false)).toast == "Title: Words.")
    try await window.perform(.advance(seconds: 20))
    for other in [window, await person.window()] {
      #expect(try await other.perform(.pushed(pushed, isTapped: false)).toasts.isEmpty)
    }
    #expect(try await window.perform(.pushed(pushed, isTapped: true)).route.text == "/insights")
    await window.close()
    await person.close()
  }

  @Test("forged, foreign, expired and malformed ones lead nowhere, and are not shown")
  func refused() async throws {
    let person = try await Person.test()
    let window = await person.window()
    let foreign = try SigningKey([UInt8](repeating: 7, count: 32))
    let good = try signed("/insights", for: person)
    #expect(try await window.perform(.pushed(good, isTapped: false)).toast == "Title: Words.")
    #expect(try await window.perform(.tap(.label("Open"))).route.text == "/insights")
    for bad in [
      try signed("/insights", for: person, by: foreign), Redacted("{}"), Redacted(#"{"signature":5}"#),
      Redacted(good.revealed.replacingOccurrences(of: "Words.", with: "Your password, please.")),
      try signed("/insights", for: person, after: -1),
      try signed("https://example.org/", for: person),
    ] {
      try await window.perform(.open(Route(["profile"])))
      let frame = try await window.perform(.pushed(bad, isTapped: true))
      #expect(frame.route.text == "/dashboard" && frame.toast == "Content unavailable. Showing your dashboard.")
      try await window.perform(.advance(seconds: 20))
      _ = await window.refusal(.pushed(bad, isTapped: false))
      #expect(window.frames.value.toasts.isEmpty)
    }
  }
}
