internal import Interface

/// Everything that can be done on a frame, in the order in which it stands on the screen: from 1, the numbers by which a
/// person chooses.
struct Choices {
  let elements: [Element]
  let numbers: [String: Int]

  init(in frame: Frame) {
    let bars = Bars(frame.chrome)
    let shown =
      frame.dialog.map { [$0] + frame.toasts }
      ?? bars.above + frame.nodes + frame.toasts + bars.below
    elements = shown.flatMap { Choices.within($0) }
    numbers = Dictionary(zip(elements.map(\.id), 1...)) { first, _ in first }
  }

  static let none = Choices()
  private init() { (elements, numbers) = ([], [:]) }

  subscript(number: Int) -> Element? { elements.indices.contains(number - 1) ? elements[number - 1] : nil }

  private static func within(_ element: Element) -> [Element] {
    var below = element.children
    switch element.role {
    // One number for all of its options: which one is meant is typed behind it.
    case .picker: below = []
    // So with the days; what a day holds is listed under the calendar and has numbers of its own.
    case .grid: below = element.days.flatMap(\.children)
    default: break
    }
    return (element.isChoice ? [element] : []) + below.flatMap(within)
  }
}

extension Element {
  /// True when a person can do something with it that its children do not offer.
  fileprivate var isChoice: Bool {
    guard !state.isDisabled else { return false }
    switch role {
    case .grid: return days.contains { $0.actions.contains(.activate) }
    case .picker: return actions.contains(.choose) || children.contains { $0.actions.contains(.activate) }
    case .radiogroup where children.contains(where: { $0.actions.contains(.activate) }): return false
    // Next and Previous, Close and Dismiss are buttons within these.
    case .carousel, .dialog, .alertDialog, .sheet: return false
    default: return !Set(actions).isDisjoint(with: Element.numbered)
    }
  }

  private static let numbered: Set<Verb> = [.activate, .edit, .attach, .choose, .hold, .zoom, .pan]

  /// The days of a calendar, in order.
  var days: [Element] { all.filter { $0.role == .gridcell } }
}

/// The bars around a screen: what stands above it and what stands below.
struct Bars {
  let above: [Element]
  let below: [Element]

  init(_ chrome: [Element]) {
    // The tab bar is the navigation that counts its entries.
    func isTabBar(_ bar: Element) -> Bool {
      bar.role == .navigation && !bar.children.isEmpty && bar.children.allSatisfy { $0.state.position != nil }
    }
    above = chrome.filter { !isTabBar($0) }
    below = chrome.filter(isTabBar)
  }
}
