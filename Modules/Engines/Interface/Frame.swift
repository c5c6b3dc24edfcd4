/// Everything that one window shows at one moment, as every face and every wire sees it.
public struct Frame: Sendable, Hashable, Codable {
  public var product: String
  public var profile: String
  public var route: Route
  public var title: String
  /// How all of it is to look.
  public var appearance: Appearance
  /// What stands around the screen: top bar, sub-navigation, banners, tab bar.
  public var chrome: [Element]
  public var nodes: [Element]
  /// At most one at a time; the others wait.
  public var toasts: [Element]
  public var dialog: Element?
  /// How far down the screen the person was when they last saw it.
  public var scroll: Double
  /// False when something was still on its way after two seconds.
  public var settled: Bool

  public init(
    product: String, profile: String, route: Route, title: String, appearance: Appearance = Appearance(),
    chrome: [Element], nodes: [Element], toasts: [Element] = [], dialog: Element? = nil, scroll: Double = 0,
    settled: Bool = true
  ) {
    self.product = product
    self.profile = profile
    self.route = route
    self.title = title
    self.appearance = appearance
    self.chrome = chrome
    self.nodes = nodes
    self.toasts = toasts
    self.dialog = dialog
    self.scroll = scroll
    self.settled = settled
  }

  /// All that is on screen in reading order; only the dialog while one is open.
  public var inReach: [Element] { dialog?.all ?? everything }

  public var everything: [Element] { (chrome + nodes + toasts + (dialog.map { [$0] } ?? [])).flatMap(\.all) }

  /// The frame as one tree, of which differences are taken.
  public var root: Element {
    Element(
      id: "frame", role: .group, label: title, value: route.text,
      children: [
        Element(id: "frame-chrome", role: .group, children: chrome),
        Element(id: "frame-main", role: .main, label: title, children: nodes),
        Element(id: "frame-toasts", role: .group, children: toasts),
        Element(id: "frame-dialog", role: .group, children: dialog.map { [$0] } ?? []),
      ])
  }
}
