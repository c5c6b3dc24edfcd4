import Connectivity
import Entitlement
import FoundationEssentials
import Interface
import Kernel

@testable import Navigation

/// Two products for tests: one with four tabs, a second row and channels, one with five tabs.
enum Sites {
  static let health = Site(
    product: "health", brand: "Health", home: Tab("Dashboard", icon: .home, at: Route(["dashboard"])),
    tabs: [
      Tab(
        "Pillars", icon: .layers, at: Route(["pillars"]),
        parts: [
          .init("Fitness", icon: .activity, at: Route(["pillars", "fitness"])),
          .init("Nutrition", icon: .food, at: Route(["pillars", "nutrition"])),
          .init("Wellbeing", icon: .heart, at: Route(["pillars", "wellbeing"])),
        ]),
      Tab("Insights", icon: .lightbulb, at: Route(["insights"])), Tab("Profile", icon: .person, at: Route(["profile"])),
    ],
    channels: [
      Channel("Voice", id: "voice", icon: .microphone, standing: .needsPermission("Voice needs the microphone.")),
      Channel(
        "WhatsApp", id: "whatsapp", icon: .chat, standing: .needsSetup(["Choose Connect.", "Send the message."])),
    ], mainAct: MainAct("Log", at: Route(["log"])),
    places: [
      Place("/dashboard", title: "Dashboard", keywords: ["home"]), Place("/pillars", title: "Pillars"),
      Place(
        .init(
          [.word("pillars"), .one(name: "pillar", of: ["fitness", "nutrition", "wellbeing"])],
          parameters: ["range": .one(name: "range", of: ["7", "30", "90"])]), title: "Pillar",
        keywords: ["Sleep", "meals"]),
      Place("/insights", title: "Insights", keywords: ["trends"]),
      Place(.init([.word("insights"), .id(name: "insight")]), title: "Insight"),
      Place("/insights/weekly", title: "Weekly Report", needs: "premium"),
      Place("/insights/live", title: "Live Insights", reach: .server),
      Place("/insights/workout", title: "Workout", isFullScreen: true), Place("/profile", title: "Profile"),
      Place("/profile/account", title: "Account", access: .account), Place("/notifications", title: "Notifications"),
      Place("/log", title: "Log", isSheet: true), Place("/log/mood", title: "Log mood", isSheet: true),
      Place("/search", title: "Search"),
    ], unavailable: "Content unavailable. Showing your dashboard.")

  static let sober = Site(
    product: "sober", brand: "Sober", home: Tab("Sobriety", icon: .sun, at: Route(["sobriety"])),
    tabs: ["Matches", "Connections", "Messages", "Profile"].map {
      Tab($0, icon: .people, at: Route([$0.lowercased()]))
    },
    places: ["Sobriety", "Matches", "Connections", "Messages", "Profile", "Search"]
      .map { Place(.init([.word($0.lowercased())]), title: $0) },
    unavailable: "Content unavailable. Showing your sobriety.")

  static let everything = Allowance(entitlements: ["premium"], connectivity: .online, isSignedIn: true)
  static let insight = Route(["insights", "018f3b1c-0000-7000-8000-0123456789ab"])
}

/// Drives a navigation state step by step, at one instant unless the test says otherwise.
struct Walk {
  static let noon = Moment(Date(timeIntervalSince1970: 1_800_000_000))

  var state: NavigationState
  var steps: NavigationState.Steps = []

  init(_ site: Site = Sites.health, allowance: Allowance = Allowance()) {
    state = NavigationState(site, allowance: allowance)
  }

  @discardableResult
  mutating func does(_ actions: NavigationAction..., at now: Moment = noon) -> NavigationState.Steps {
    steps = actions.flatMap { state.receive($0, at: now) }
    return steps
  }

  @discardableResult
  mutating func opens(_ routes: String...) -> NavigationState.Steps {
    steps = routes.flatMap { state.receive(.open(Route($0)!), at: Walk.noon) }
    return steps
  }

  var route: String { state.route.text }
  var stack: [String] { state.stack.map(\.route.text) }
  var toasts: [String] { steps.compactMap { if case .say(.toast(let toast)) = $0 { toast.text } else { nil } } }
  var events: [NavigationEvent] { steps.compactMap { if case .say(let event) = $0 { event } else { nil } } }
  var kept: [Data] { steps.compactMap { if case .run(.keep(let bytes), _) = $0 { bytes } else { nil } } }

  var chrome: [Element] { state.chrome.nodes.map(\.element) }
  var dialog: Element? { state.chrome.dialog?.element }
  var tabs: [Element] { chrome.first { $0.id == "tabs" }?.children.filter { $0.id != "tabs.main-act" } ?? [] }
  var topBar: [Element] { chrome.first { $0.id == "top" }?.children ?? [] }
  var parts: [Element] { chrome.first { $0.id == "parts" }?.children ?? [] }
  func node(_ id: String) -> Element? { (chrome.flatMap(\.all) + (dialog?.all ?? [])).first { $0.id == id } }

  /// The action of pressing that node.
  func action(_ id: String) -> NavigationAction? {
    let nodes = state.chrome.nodes.flatMap(\.all) + (state.chrome.dialog?.all ?? [])
    return nodes.first { $0.id == id }?.offer(.activate)?.action(.none)
  }
}

extension Link {
  /// A stand-in for a signature that differs for every text (FNV-1a).
  static func testSignature(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }

  static func test(_ route: String, product: String = "health", until date: Date = Walk.noon.date + 60) -> Link {
    Link.signed(product: product, route: Route(route)!, until: date) { testSignature($0) }
  }
}
