internal import Interface

/// The elements of a frame that can be acted on, in screen order. Users choose them by their number.
struct Choices {
  let elements: [Element]
  /// The numbers by the identifiers of the elements.
  let numbers: [String: Int]

  init(elements: [Element], numbers: [String: Int]) {
    self.elements = elements
    self.numbers = numbers
  }

  /// Numbers the elements from 1.
  init(in frame: Frame) {
    let bars = ScreenBars(frame.chrome)
    let shown =
      frame.dialog.map { [$0] + frame.toasts }
      ?? bars.above + frame.nodes + frame.toasts + bars.below
    elements = shown.flatMap { Choices.within($0) }
    numbers = Dictionary(zip(elements.map(\.id), 1...)) { first, _ in first }
  }

  static let none = Choices()
  private init() { (elements, numbers) = ([], [:]) }

  subscript(number: Int) -> Element? { elements.first { numbers[$0.id] == number } }

  /// The numbers on the screen, in ascending order.
  var onScreen: [Int] { Set(elements.compactMap { numbers[$0.id] }).sorted() }

  /// The present state of an element whose number was shown.
  enum Standing: Equatable {
    case same, gone
    /// The node means something else now.
    case changed(Element)
  }

  static func standing(of element: Element, in frame: Frame) -> Standing {
    guard let current = Choices(in: frame).elements.first(where: { $0.id == element.id }) else { return .gone }
    return current.role == element.role && current.label == element.label ? .same : .changed(current)
  }

  private static func within(_ element: Element) -> [Element] {
    var below = element.children
    switch element.role {
    // A picker has one number; the option is typed after it.
    case .picker: below = []
    // A calendar has one number too; elements inside a day are listed below it with numbers of their own.
    case .grid: below = element.days.flatMap(\.children)
    default: break
    }
    return (element.isChoice ? [element] : []) + below.flatMap(within)
  }
}

extension Element {
  /// True when the element can be acted on in a way that its children do not offer.
  fileprivate var isChoice: Bool {
    guard !state.isDisabled else { return false }
    switch role {
    case .grid: return days.contains { $0.actions.contains(.activate) }
    case .picker: return actions.contains(.choose) || children.contains { $0.actions.contains(.activate) }
    case .radiogroup where children.contains(where: { $0.actions.contains(.activate) }): return false
    // Their actions are also available as buttons inside: Next and Previous, Close and Dismiss.
    case .carousel, .dialog, .alertDialog, .sheet: return false
    default: return !Set(actions).isDisjoint(with: Element.numbered)
    }
  }

  private static let numbered: Set<Verb> = [.activate, .edit, .attach, .choose, .hold, .zoom, .pan]

  /// The days of a calendar, in order.
  var days: [Element] { all.filter { $0.role == .gridcell } }
}

/// The bars above and below a screen.
struct ScreenBars {
  let above: [Element]
  let below: [Element]

  init(_ chrome: [Element]) {
    // The tab bar is the navigation whose entries have positions; the button that adds something has none.
    func isTabBar(_ bar: Element) -> Bool {
      bar.role == .navigation && bar.children.contains { $0.state.position != nil }
    }
    above = chrome.filter { !isTabBar($0) }
    below = chrome.filter(isTabBar)
  }
}
