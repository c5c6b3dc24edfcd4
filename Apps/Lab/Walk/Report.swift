public import Audit
public import Interface

/// What a walk through one product saw.
public struct Report: Sendable {
  /// A finding, and where it was met.
  public struct Entry: Sendable, Hashable {
    public let finding: Finding
    /// The first screen on which it was met, and what had been done there.
    public let route: Route
    public let after: String
    /// How many screens show it, that one among them.
    public fileprivate(set) var screens: Int
  }

  public let product: String
  public let name: String
  /// Routes that were opened.
  public fileprivate(set) var screens: [Route] = []
  /// Frames that differ, every scheme, text size and motion counted.
  public fileprivate(set) var pictures = 0
  /// Controls that were tapped or filled in, each in a fresh window.
  public fileprivate(set) var strides = 0
  /// Of these, what destroys something: its question was dismissed.
  public fileprivate(set) var destroyers = 0
  /// False when there was more to tap than a walk takes.
  public internal(set) var isWhole = true

  private var found: [Finding: Entry] = [:]
  private var order: [Finding] = []
  private var routes: [Finding: Set<Route>] = [:]

  init(product: String, name: String) {
    self.product = product
    self.name = name
  }

  /// By screen, in the order in which they were met.
  public var entries: [Entry] { order.compactMap { found[$0] } }

  mutating func opened(_ route: Route) { if !screens.contains(route) { screens.append(route) } }
  mutating func strode() { strides += 1 }
  mutating func destroyed() { destroyers += 1 }
  mutating func saw() { pictures += 1 }

  /// The same finding on many screens, as one in a bar would be, is told once.
  mutating func add(_ findings: [Finding], on route: Route, _ after: String) {
    for finding in findings {
      let isNew = routes[finding, default: []].insert(route).inserted
      if found[finding] == nil {
        found[finding] = Entry(finding: finding, route: route, after: after, screens: 1)
        order.append(finding)
      } else if isNew {
        found[finding]?.screens += 1
      }
    }
  }
}
