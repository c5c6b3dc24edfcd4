import Interface
import Plot
import Testing

@testable import Audit

/// One fault in an otherwise valid exhibit, and the rule that must find it.
struct Seed: Sendable, CustomTestStringConvertible {
  let rule: Rule
  let spoil: @Sendable (inout Exhibit) -> Void

  init(_ rule: Rule, _ spoil: @escaping @Sendable (inout Exhibit) -> Void) {
    self.rule = rule
    self.spoil = spoil
  }

  /// A fault in one node.
  init(_ rule: Rule, at id: String, _ spoil: @escaping @Sendable (inout Element) -> Void) {
    self.init(rule) { $0.frame.edit(id, spoil) }
  }

  var testDescription: String { rule.rawValue }

  static let all = seeing + touching + names + standing + way + front + entering

  private static let seeing: [Seed] = [
    // 3.4 to 1: enough for a border, too little for text.
    Seed(.textContrast) { $0.theme = $0.theme.with { $0.onAccent = Colour(0xA0CCFF) } },
    Seed(.shapeContrast) { $0.theme = $0.theme.with { $0.border = $0.hairline } },
    Seed(.shapeContrast) { $0.theme = $0.theme.with { $0.focus = $0.hairline } },
    Seed(.colourAlone, at: "score") { $0.value = "81" },
    Seed(.colourAlone, at: "score") { $0.state.icon = nil },
    Seed(.colourAlone, at: "note") { $0.state.icon = nil },
    Seed(.chartColour, at: "chart") { $0.chart = Exhibit.chart(.solid) },
    Seed(.badgeWords, at: "tabs.today") { $0.value = nil },
    Seed(.loss) { $0.enlarge = { $0.edit("today") { $0.children.removeLast() } } },
    Seed(.loss) { $0.enlarge = { $0.edit("save") { $0.actions = [] } } },
  ]

  private static let touching: [Seed] = [
    Seed(.targetSize) { $0.targets.least = 46 },
    Seed(.targetSize) { $0.targets.exceptions = [.button: 43] },
    Seed(.targetSpacing) { $0.targets.apart = 4 },
    Seed(.nested, at: "all") { link in
      link.children = [Element(id: "all.in", role: .button, label: "Keep it", actions: [.activate])]
    },
    Seed(.gesture, at: "tips") { $0.children.removeLast() },
    Seed(.gesture, at: "meals.bread") { row in
      row.actions = [.swipe]
      row.children = []
    },
    Seed(.drag, at: "mood") { $0.children.removeLast() },
    Seed(.timeLimit, at: "timer") { $0.children = [] },
  ]

  private static let names: [Seed] = [
    Seed(.name, at: "save") { $0.label = " " },
    Seed(.name, at: "you-on-a-hill") { $0.label = "" },
    Seed(.name, at: "tabs") { $0.label = "" },
    Seed(.emptyName, at: "save") { $0.label = "…" },
    Seed(.emptyName, at: "all") { $0.label = "Click here!" },
    Seed(.emptyName, at: "you-on-a-hill") { $0.label = "🏔️" },
    Seed(.sameName, at: "meals.soup.menu") { $0.label = "More for Bread" },
    Seed(.sameName, at: "card") { card in
      card.role = .link
      card.label = "All of it"
      card.value = nil
    },
    Seed(.labelInName, at: "chart") { $0.label = "Something else" },
    Seed(.labelInName, at: "tabs.talk") { $0.value = "12 new" },
    Seed(.labelInName, at: "today") { $0.label = "Yesterday" },
    Seed(.pictureText, at: "chart") { $0.value = nil },
    Seed(.brevity, at: "note") { $0.label = String(repeating: "word ", count: 71) },
  ]

  private static let standing: [Seed] = [
    Seed(.passiveRole, at: "words") { $0.actions = [.activate] },
    Seed(.dead, at: "save") { $0.actions = [] },
    Seed(.state, at: "sound") { $0.value = "off" },
    Seed(.state, at: "agree") { $0.state.check = nil },
    Seed(.state, at: "unit") { $0.value = "mi" },
    Seed(.range, at: "score") { $0.state.number = 101 },
    Seed(.range, at: "score") { $0.state.number = .nan },
    Seed(.range, at: "score") { score in
      score.state.number = nil
      score.state.tone = nil
      score.value = nil
    },
    Seed(.sets, at: "span.m") { $0.state.size = 3 },
    Seed(.sets, at: "span.m") { $0.state.position = nil },
    Seed(.oneChosen, at: "span.m") { $0.state.isSelected = true },
    Seed(.oneChosen, at: "tabs.talk") { $0.state.isCurrent = true },
    Seed(.table, at: "table") { $0.children.removeFirst() },
    Seed(.table, at: "table.row-2") { row in
      row.children.append(Element(id: "table.row-2.more", role: .cell, label: "More", value: "1"))
    },
    Seed(.live, at: "alert") { $0.state.live = .polite },
    Seed(.live, at: "toast") { $0.state.live = nil },
    Seed(.duplicateID, at: "note") { $0.id = "words" },
    Seed(.idForm, at: "note") { $0.id = "a note" },
    Seed(.idForm, at: "today.heading") { $0.id = "heading" },
  ]

  private static let way: [Seed] = [
    Seed(.title) { $0.frame.title = "–" },
    Seed(.oneHeading) { $0.frame.nodes.removeFirst() },
    Seed(.oneHeading, at: "empty.sentence") { $0.state.level = 1 },
    Seed(.headingOrder, at: "today.details") { $0.state.level = 4 },
    Seed(.headingOrder, at: "question.heading") { $0.state.level = 1 },
    Seed(.headingWords, at: "today.details") { $0.label = "" },
    Seed(.headingFirst) { exhibit in
      let heading = exhibit.frame.nodes.removeFirst()
      exhibit.frame.nodes.insert(heading, at: 2)
    },
    Seed(.focusOrder, at: "span") { $0.children.swapAt(0, 1) },
    Seed(.steadyBars) { $0.next.edit("tabs") { $0.children.swapAt(0, 1) } },
  ]

  private static let front: [Seed] = [
    Seed(.behindDialog, at: "question") { $0.state.isModal = false },
    Seed(.behindDialog) { exhibit in
      exhibit.frame.dialog.map { exhibit.frame.nodes.append($0) }
      exhibit.frame.dialog = nil
    },
    Seed(.dialogName, at: "question.heading") { $0.label = "Something else" },
    Seed(.wayOut, at: "question") { $0.actions = [] },
    Seed(.safeFirst, at: "question.buttons") { $0.children.swapAt(0, 1) },
    Seed(.safeFirst, at: "question.buttons.delete") { $0.state.isProminent = true },
    Seed(.confirmation) { $0.asked.dialog = nil },
    Seed(.confirmation) { $0.dismissed = nil },
    Seed(.confirmation) { $0.dismissed?.nodes.removeLast() },
  ]

  private static let entering: [Seed] = [
    Seed(.purpose, at: "email") { $0.state.purpose = nil },
    Seed(.requiredSaid, at: "text") { $0.label = "Note *" },
    Seed(.complaint, at: "email") { $0.state.invalid = "Error" },
    Seed(.complaint, at: "alert") { $0.label = "Failed" },
    Seed(.reason, at: "send") { $0.hint = nil },
  ]
}
