/// The complete content of one window at one moment, as faces and connections receive it.
public struct Frame: Sendable, Hashable, Codable {
  public var product: String
  public var profile: String
  public var route: Route
  public var title: String
  /// The visual settings of the window.
  public var appearance: Appearance
  /// The elements around the screen: top bar, sub-navigation, banners, tab bar.
  public var chrome: [Element]
  public var nodes: [Element]
  /// At most one; others are queued.
  public var toasts: [Element]
  public var dialog: Element?
  /// The scroll position at which the person last left this screen.
  public var scroll: Double
  /// False if work was still pending after two seconds.
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

  /// All elements that can be reached, in reading order; only the dialog while one is open.
  public var inReach: [Element] { dialog?.all ?? everything }

  public var everything: [Element] { (chrome + nodes + toasts + (dialog.map { [$0] } ?? [])).flatMap(\.all) }

  /// The frame as one tree, from which differences are computed.
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
