import Entitlement
import FoundationEssentials
import JSON
import Kernel
import Plot

@testable import Interface

/// The actions that tests perform on nodes.
enum Deed: Sendable, Equatable {
  case pressed, dismissed, drafted(String), committed(String), set(Bool), chosen(String), moved(Double), page(Int)
}

extension JSON {
  static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data(value))
  }

  static func read<Value: Decodable>(_ kind: Value.Type, from text: String) throws -> Value {
    try JSONDecoder().decode(kind, from: Data(text.utf8))
  }
}

extension Condition {
  /// A condition with every property changed from its default. `ElementTests` fails if a new property is missing here.
  static var full: Condition {
    var full = Condition()
    full.isDisabled = true
    full.isSelected = true
    full.isCurrent = true
    full.isExpanded = false
    full.isBusy = true
    full.isRequired = true
    full.isReadOnly = true
    full.isMultiline = true
    full.isModal = true
    full.isUnread = true
    full.isScanned = true
    full.called = 3
    full.isDestructive = true
    full.isProminent = true
    full.check = .mixed
    full.level = 2
    full.minimum = -1
    full.maximum = 10.5
    full.step = 0.5
    full.number = 3
    full.position = 2
    full.size = 7
    full.invalid = "Too long. Shorten it."
    full.tone = .needsAttention
    full.hue = "fitness"
    full.locked = "premium"
    full.icon = .lock
    full.badge = "99+"
    full.purpose = .oneTimeCode
    full.live = .assertive
    full.longest = 80
    full.example = "name@example.org"
    full.source = "/pictures/one.png"
    return full
  }
}

enum Specimens {
  static var chart: ChartSpec {
    let points = [62.0, 71, 81].enumerated().map { Point(.number(Double($0.offset)), $0.element) }
    return ChartSpec(title: "Fitness", kind: .sparkline(Sparkline(Series(id: "score", name: "Score", points: points))))
  }

  /// One node of every builder.
  static var everyBuilder: [Node<Deed>] {
    let button = Node<Deed>.button("Save", icon: .save, hint: "Keeps it", isProminent: true, does: .pressed)
    let options = [(id: "a", title: "First"), (id: "b", title: "Second")]
    return [
      .heading("Title", level: 1), .text("Words"), .note("3 minutes ago", tone: .info, icon: .info),
      .code("123-456", label: "Code"), .image("/me.png", alternative: "Me"), .section("Part", [.text("In it")]),
      .group("Together", id: "together", [button]), .card("Card", value: "81", to: Route(["a"]), [.text("More")]),
      .carousel("Cards", at: 2, [.card("One"), .card("Two"), .card("Three")]) { .page($0) },
      .list("Rows", [.row("Row", id: "1", value: "v", to: Route(["r"]), menu: [.menuItem("Edit", does: .pressed)])]),
      .table("Table", columns: ["Day", "km"], rows: [["Mon", "5"], ["Tue", "8"]]), button,
      .disabledButton("Send", icon: .send, because: "Nothing is written yet."),
      .destructive("Delete", asks: .pressed), .link("Away", to: Route(["a", "b"], ["c": "d"]), icon: .arrow),
      .menu("More", [.menuItem("Remove", icon: .remove, isDestructive: true, does: .pressed)]),
      .tabs("View", [(id: "w", title: "Week", icon: .calendar), (id: "m", title: "Month", icon: nil)], selected: "w") {
        .chosen($0)
      },
      .dialog("Sure?", [.text("It is gone then.")], buttons: [button], dismiss: .dismissed, isAlert: true),
      .sheet("Sheet", [.text("More")], dismiss: .dismissed),
      .field("Name", holds: "Ann", draft: { .drafted($0) }, commit: { .committed($0) }) { about in
        about.hint = "As others see it"
        about.example = "Ann"
        about.purpose = .name
        about.isRequired = true
        about.isMultiline = true
        about.longest = 40
        about.invalid = "Taken. Choose another."
      },
      .search(holds: "mo", example: "mood") { .committed($0) }, .toggle("Sound", isOn: true) { .set($0) },
      .checkbox("Agree", is: .mixed) { .set($0) }, .choice("One", options, selected: "a") { .chosen($0) },
      .choice("Folded", options, selected: nil, isFolded: true, hint: "Pick") { .chosen($0) },
      .slider("Mood", at: 5, in: 1...10) { .moved($0) },
      .steps("Sign up", ["You", "Goals"], at: 1, [.text("Ask")], buttons: [button]),
      .score("Fitness", number: 81, word: "Excellent", tone: .excellent, icon: .fitness, to: Route(["f"])),
      .progress("Import", done: 3, of: 7), .progress("Waiting"), .skeleton(),
      .notice("Offline", tone: .critical, icon: .offline, dismiss: .dismissed, [button]),
      .empty("Nothing yet.", because: "You just began.", icon: .star, button), .chart(chart),
      .conversation("Chat", [.message(from: "Ann", "Hello", id: "1", at: "8:00", isOwn: false, delivery: "Seen")]),
      .calendar(
        "March", weeks: [[.day("1 March", id: "2026-03-01", isToday: true, choose: .pressed)]], columns: ["Sun"]),
    ]
  }

  static func frame(_ nodes: [Element], dialog: Element? = nil) -> Frame {
    Frame(
      product: "yhealth", profile: "me", route: Route(["a"]), title: "A",
      chrome: [Element(id: "top", role: .banner, label: "yHealth")], nodes: nodes,
      toasts: [Element(id: "toast", role: .status, label: "Saved")], dialog: dialog, scroll: 12.5)
  }
}

/// Generates trees with unique identifiers, and changed versions of them.
struct Trees {
  var random: Seeded
  private var given = 0

  init(_ seed: UInt64) { random = Seeded(seed) }

  func isLikely(_ percent: Int, _ random: inout Seeded) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func tree(_ most: Int = 40) -> Element {
    var root = element("root")
    for _ in 0..<Int.random(in: 0...most, using: &random) { insert(fresh(), into: &root) }
    return root
  }

  /// A version of a tree with elements inserted, removed, relabelled, reordered and moved.
  mutating func changed(_ tree: Element) -> Element {
    var copy = tree
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: insert(fresh(), into: &copy)
      case 1: _ = take(from: &copy)
      case 2: relabel(&copy)
      case 3: shuffle(&copy)
      default: if let taken = take(from: &copy) { insert(taken, into: &copy) }
      }
    }
    return copy
  }

  private mutating func element(_ id: String) -> Element {
    var state = Condition()
    state.isSelected = isLikely(30, &random)
    return Element(
      id: id, role: Role.allCases.randomElement(using: &random)!, label: "\(Int.random(in: 0..<3, using: &random))",
      value: isLikely(30, &random) ? "v" : nil, state: state, actions: isLikely(30, &random) ? [.activate] : [])
  }

  private mutating func fresh() -> Element {
    given += 1
    return element("n\(given)")
  }

  private mutating func insert(_ new: Element, into tree: inout Element) {
    let parent = tree.all.randomElement(using: &random)!.id
    let at = UInt64.random(in: 0..<1000, using: &random)
    tree.edit(parent) { $0.children.insert(new, at: Int(at) % ($0.children.count + 1)) }
  }

  private mutating func take(from tree: inout Element) -> Element? {
    guard let id = tree.all.dropFirst().randomElement(using: &random)?.id else { return nil }
    let taken = tree.all.first { $0.id == id }
    for parent in tree.all { tree.edit(parent.id) { $0.children.removeAll { $0.id == id } } }
    return taken
  }

  private mutating func relabel(_ tree: inout Element) {
    let id = tree.all.randomElement(using: &random)!.id
    let other = element(id)
    tree.edit(id) { old in
      let children = old.children
      old = other
      old.children = children
    }
  }

  private mutating func shuffle(_ tree: inout Element) {
    let id = tree.all.randomElement(using: &random)!.id
    var order = random
    tree.edit(id) { $0.children.shuffle(using: &order) }
    random = order
  }
}

extension Element {
  mutating func edit(_ wanted: String, _ body: (inout Element) -> Void) {
    if id == wanted { body(&self) } else { for index in children.indices { children[index].edit(wanted, body) } }
  }
}
