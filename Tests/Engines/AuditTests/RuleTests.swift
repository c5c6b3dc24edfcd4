import Covers
import Interface
import Plot
import Testing

@testable import Audit

@Suite("The rules of the audit")
struct RuleTests {
  @Test("find nothing in a screen with every element, in any theme", arguments: [Theme.plain])
  func sound(theme: Theme) {
    #expect(Exhibit(theme: theme).findings == [])
  }

  @Test("each find their seeded fault, and no other rule reports it", arguments: Seed.all)
  func fires(seed: Seed) {
    var exhibit = Exhibit()
    seed.spoil(&exhibit)
    #expect(exhibit.rules == [seed.rule], "\(exhibit.findings)")
  }

  @Test("are all covered by a seeded fault")
  func seeded() {
    #expect(Set(Rule.allCases).subtracting(Seed.all.map(\.rule)) == [])
  }

  @Test("each have a WCAG criterion, a title of their own and a remedy")
  func told() {
    for rule in Rule.allCases {
      let parts = rule.criterion.split(separator: ".").compactMap { Int($0) }
      #expect(parts.count == 3 && (1...4).contains(parts[0]), "\(rule) has the criterion \(rule.criterion)")
      #expect(rule.remedy.hasSuffix(".") && !rule.title.hasSuffix("."))
      #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    #expect(Set(Rule.allCases.map(\.title)).count == Rule.allCases.count)
  }

  @Test("state in a finding the place of the fault, its value and the limit")
  func sentence() {
    var exhibit = Exhibit()
    exhibit.frame.appearance.scheme = .light
    exhibit.theme = exhibit.theme.with { $0.onAccent = Colour(0x78909C) }
    let finding = exhibit.findings.first
    #expect(finding?.place == "button “Save”" && finding?.node == "save")
    #expect(
      finding?.words
        == "Its label, #78909C on #37474F in light, has a contrast of 2.87; 4.5 is the least.")
  }
}

@Suite("Contrast")
struct ContrastTests {
  @Test("is checked in the scheme of the frame, and in both if the device decides")
  func schemes() {
    let light = Theme.plain.light
    let theme = Theme(id: "x", name: "X", light: light, dark: Theme.plain.with { $0.softInk = $0.card }.dark)
    var frame = Exhibit.valid
    frame.appearance.scheme = .light
    #expect(Audit.findings(of: frame, theme: theme) == [])
    frame.appearance.scheme = .dark
    #expect(!Audit.findings(of: frame, theme: theme).isEmpty)
    frame.appearance.scheme = .system
    #expect(!Audit.findings(of: frame, theme: theme).isEmpty)
  }

  @Test(
    "may be 3 to 1 for a heading of at least 24 pixels, and not for a smaller one",
    arguments: [(1, true), (2, true), (3, false)])
  func large(level: Int, isLarge: Bool) {
    let pairs = Element(id: "h", role: .heading, label: "Today", state: .level(level)).colourPairs(on: .ground)
    #expect(pairs.map(\.use.least) == [isLarge ? 3 : 4.5])
  }
}

extension Condition {
  fileprivate static func level(_ level: Int) -> Condition {
    var condition = Condition()
    condition.level = level
    return condition
  }
}

@Suite("Targets")
struct TargetTests {
  @Test("are at least 48 pixels at 80, 100 and 200 % text size, and 44 where a face declares so")
  func sizes() {
    for textSize in [80, 100, 200] {
      #expect(TargetSizes.usual.side(of: .button, at: textSize) >= 48)
      var exhibit = Exhibit()
      exhibit.frame.appearance.textSize = textSize
      exhibit.targets.exceptions = [.button: 44]
      #expect(exhibit.findings == [])
    }
    #expect(TargetSizes(least: 10).side(of: .button, at: 200) == 48)
  }
}

@Suite("A feature's own screen")
struct ScreenTests {
  @Test("is audited in one line, without a shell")
  func line() {
    let good = Screen<Int>(Route(["a"]), title: "A", nodes: [.heading("A", level: 1), .button("Save", does: 1)])
    #expect(Audit.findings(of: good, theme: .plain) == [])
    let bad = Screen<Int>(Route(["a"]), title: "A", nodes: [.heading("A", level: 1), .button("", does: 1)])
    #expect(Audit.findings(of: bad, theme: .plain).map(\.rule) == [.name])
    let noHeading = Screen<Int>(Route(["a"]), title: "A", nodes: [.button("Save", does: 1)])
    #expect(Audit.findings(of: noHeading, theme: .plain).map(\.rule) == [.oneHeading])
  }
}
