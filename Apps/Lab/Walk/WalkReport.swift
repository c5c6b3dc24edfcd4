public import Audit
public import Interface

/// The audit report of one product.
public struct WalkReport: Sendable {
  /// A finding with its first occurrence.
  public struct Entry: Sendable, Hashable {
    public let finding: Finding
    /// The first screen that shows it, and the preceding actions.
    public let route: Route
    public let after: String
    /// Number of screens that show it.
    public fileprivate(set) var screens: Int
  }

  /// All distinct frames of one theme, text size, motion and contrast.
  public struct Form: Sendable, Hashable {
    public let scheme: SchemeChoice
    public let textSize: Int
    public let motion: Surroundings.Motion
    public let contrast: ContrastChoice
    public fileprivate(set) var pictures: Int
    public fileprivate(set) var findings: Int
  }

  public let product: String
  public let name: String
  public private(set) var forms: [Form] = []
  /// Routes that were opened.
  public fileprivate(set) var screens: [Route] = []
  /// Number of distinct frames, over all schemes, text sizes and motion.
  public fileprivate(set) var pictures = 0
  /// Number of controls tapped or filled in, each in a fresh window.
  public fileprivate(set) var strides = 0
  /// Number of destructive ones among these, whose confirmation was dismissed.
  public fileprivate(set) var destroyers = 0
  /// False when the bound on taps was reached.
  public internal(set) var isWhole = true

  private var found: [Finding: Entry] = [:]
  private var order: [Finding] = []
  private var routes: [Finding: Set<Route>] = [:]

  init(product: String, name: String) {
    self.product = product
    self.name = name
  }

  /// Findings by screen, in order of discovery.
  public var entries: [Entry] { order.compactMap { found[$0] } }

  mutating func opened(_ route: Route) { if !screens.contains(route) { screens.append(route) } }
  mutating func strode() { strides += 1 }
  mutating func destroyed() { destroyers += 1 }
  /// Counts a distinct frame, with the number of its findings.
  mutating func saw(_ appearance: Appearance, _ findings: Int) {
    pictures += 1
    let index = forms.firstIndex {
      ($0.scheme, $0.textSize, $0.motion, $0.contrast)
        == (appearance.scheme, appearance.textSize, appearance.motion, appearance.contrast)
    }
    if let index {
      forms[index].pictures += 1
      forms[index].findings += findings
    } else {
      forms.append(
        Form(
          scheme: appearance.scheme, textSize: appearance.textSize, motion: appearance.motion,
          contrast: appearance.contrast, pictures: 1, findings: findings))
    }
  }

  /// Adds findings. The same finding on many screens, for example in a bar, is reported once.
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
