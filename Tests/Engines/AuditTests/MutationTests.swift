import Interface
import Plot
import Testing

@testable import Audit

/// A fault that a builder could make: one change of one element.
struct Mutation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Returns the faulty element; nil where the fault cannot be made.
  let change: @Sendable (Element) -> Element?

  init(
    _ name: String, where applies: @escaping @Sendable (Element) -> Bool,
    _ spoil: @escaping @Sendable (inout Element) -> Void
  ) {
    self.name = name
    change = { element in
      guard applies(element) else { return nil }
      var copy = element
      spoil(&copy)
      return copy == element ? nil : copy
    }
  }

  var testDescription: String { name }

  static let all: [Mutation] = [
    Mutation("a name is lost", where: { $0.isActive && !$0.label.isEmpty }) { $0.label = "" },
    Mutation("a name has no words", where: \.isActive) { $0.label = "…" },
    Mutation("a name says nothing", where: \.isActive) { $0.label = "Click here" },
    Mutation("an action is lost", where: { !$0.actions.isEmpty && $0.destination == nil }) { $0.actions = [] },
    Mutation("a role is lost", where: { $0.actions.contains(.activate) }) { $0.role = .paragraph },
    Mutation("a state is lost", where: { $0.state.check != nil }) { $0.state.check = nil },
    Mutation("a value is lost", where: { Mutation.valued.contains($0.role) && $0.value != nil }) { $0.value = nil },
    Mutation("a number is out of range", where: { $0.state.number != nil && $0.state.maximum != nil }) {
      $0.state.number = ($0.state.maximum ?? 0) + 1
    },
    Mutation("a place in a set is wrong", where: { $0.state.position != nil }) {
      $0.state.position = ($0.state.position ?? 0) + 1
    },
    Mutation("the size of a set is wrong", where: { $0.state.size != nil && $0.state.position != nil }) {
      $0.state.size = ($0.state.size ?? 0) + 2
    },
    Mutation("a second one is chosen", where: { [.tab, .radio].contains($0.role) && !$0.state.isSelected }) {
      ($0.state.isSelected, $0.state.check) = (true, .on)
    },
    Mutation("an identifier stands twice", where: { $0.id != "title" }) { $0.id = "title" },
    Mutation("an identifier has white space", where: { !$0.id.isEmpty }) { $0.id += " x" },
    Mutation("a level of heading is skipped", where: { $0.role == .heading }) {
      $0.state.level = ($0.state.level ?? 1) + 2
    },
    Mutation("a heading has no words", where: { $0.role == .heading }) { $0.label = "" },
    Mutation("news is silent", where: { $0.role == .alert || $0.role == .status }) { $0.state.live = nil },
    Mutation("a control is disabled for no reason", where: { $0.role == .button && !$0.state.isDisabled }) {
      ($0.state.isDisabled, $0.hint) = (true, nil)
    },
    Mutation("the reason is lost", where: \.state.isDisabled) { $0.hint = nil },
    Mutation("a complaint says nothing", where: { $0.state.invalid != nil }) { $0.state.invalid = "Error" },
    Mutation("a field does not say what it is for", where: { $0.state.purpose != nil }) { $0.state.purpose = nil },
    Mutation("only colour is left", where: { $0.state.tone != nil && $0.state.icon != nil }) { $0.state.icon = nil },
    Mutation("the buttons of a gesture are lost", where: { [.slider, .carousel].contains($0.role) }) {
      $0.children.removeAll { $0.role == .button }
    },
    Mutation("a table has no headings", where: { $0.role == .table }) { $0.children.removeFirst() },
    Mutation("a control stands in a control", where: { $0.role == .button || $0.role == .link }) {
      $0.children.append(Element(id: "\($0.id).in", role: .button, label: "Another one", actions: [.activate]))
    },
    Mutation("a dialog is not modal", where: { $0.role == .alertDialog }) { $0.state.isModal = false },
    Mutation("a dialog cannot be left", where: { $0.role == .alertDialog }) { $0.actions = [] },
    Mutation("a timer cannot be stopped", where: { $0.role == .timer }) { $0.children = [] },
    Mutation("a chart has no sentence", where: { $0.role == .chart }) { $0.value = nil },
  ]

  private static let valued: Set<Role> = [.meter, .slider, .toggle, .checkbox, .chart, .picker]
}

extension Element {
  /// It is used: pressed, filled in or followed.
  fileprivate var isActive: Bool { !actions.isEmpty || destination != nil }
}

@Suite("Mutations of a sound screen")
struct MutationTests {
  /// The share of all mutations that the rules find, stated in Documentation/Accessibility.md.
  static let score = 0.95

  /// The changed exhibits: for each element, the fault made there.
  private func mutants(_ mutation: Mutation) -> [(id: String, exhibit: Exhibit)] {
    Exhibit.valid.everything.compactMap { element in
      guard let faulty = mutation.change(element) else { return nil }
      var exhibit = Exhibit()
      exhibit.frame.edit(element.id) { $0 = faulty }
      return (element.id, exhibit)
    }
  }

  @Test("each kind of fault is made somewhere, and found somewhere", arguments: Mutation.all)
  func kinds(mutation: Mutation) {
    let mutants = mutants(mutation)
    #expect(!mutants.isEmpty)
    #expect(mutants.contains { !$0.exhibit.findings.isEmpty })
  }

  @Test("are found by the rules, nearly all")
  func whole() {
    var survivors: [String] = []
    var count = 0
    for mutation in Mutation.all {
      for mutant in mutants(mutation) {
        count += 1
        if mutant.exhibit.findings.isEmpty { survivors.append("\(mutation.name): \(mutant.id)") }
      }
    }
    let found = Double(count - survivors.count) / Double(count)
    #expect(count > 300 && found >= Self.score, "\(count) made, \(found) found; not: \(survivors)")
  }
}
