import Foundation
import Pillar
import Plot
public import Testing

@testable public import Interface

@Suite("The themes")
struct ThemeTests {
  /// The colour table of the design: each colour in light, then in dark, from ground to on accent.
  static let printed: [(String, String, [String])] = [
    (
      "yhealth", "yHealth",
      [
        "#F6F8FB", "#0E141B", "#FFFFFF", "#18212B", "#14202E", "#EEF3F8", "#4A5A6C", "#A9B8C8", "#1565C0", "#7CB8FF",
        "#FFFFFF", "#0B1A2B",
      ]
    ),
    (
      "syncwell", "SyncWell",
      [
        "#F3FAF9", "#0B1716", "#FFFFFF", "#142422", "#10312E", "#E6F4F2", "#47645F", "#9DBDB8", "#00695C", "#5FD0C0",
        "#FFFFFF", "#06211E",
      ]
    ),
    (
      "cadence", "Cadence",
      [
        "#FBF7F2", "#17110C", "#FFFFFF", "#241B14", "#2A1C12", "#F8EFE6", "#6A5444", "#C9B4A1", "#B43E0A", "#FFA36B",
        "#FFFFFF", "#2A1407",
      ]
    ),
    (
      "volvox", "Volvox.Sober",
      [
        "#F6F5FC", "#110F20", "#FFFFFF", "#1C1932", "#1E1A3C", "#EFEDFB", "#565078", "#B4AED6", "#4A3AA8", "#B3A6FF",
        "#FFFFFF", "#191338",
      ]
    ),
    (
      "dailypa", "Daily PA",
      [
        "#F6F7F8", "#101316", "#FFFFFF", "#1A1F24", "#1B2128", "#EDF1F4", "#525C66", "#A8B3BD", "#33691E", "#AEDC6E",
        "#FFFFFF", "#16240A",
      ]
    ),
  ]

  @Test("have exactly the colours of the design", arguments: printed)
  func table(id: String, name: String, colours: [String]) throws {
    let theme = try #require(Theme.named(id))
    #expect(theme.name == name)
    let (light, dark) = (theme.light, theme.dark)
    let pairs = [
      (light.ground, dark.ground), (light.card, dark.card), (light.ink, dark.ink), (light.softInk, dark.softInk),
      (light.accent, dark.accent), (light.onAccent, dark.onAccent),
    ]
    #expect(pairs.flatMap { [$0.0.hex, $0.1.hex] } == colours)
  }

  @Test("give the pillars the hues of the design in yHealth, and the accent in Cadence")
  func pillars() {
    let (light, dark) = (Theme.yhealth.light, Theme.yhealth.dark)
    #expect([light.colour(of: .fitness).hex, dark.colour(of: .fitness).hex] == ["#1769BD", "#64B5F6"])
    #expect([light.colour(of: .nutrition).hex, dark.colour(of: .nutrition).hex] == ["#27702B", "#81C784"])
    #expect([light.colour(of: .wellbeing).hex, dark.colour(of: .wellbeing).hex] == ["#8E24AA", "#CE93D8"])
    #expect(Theme.cadence.light.colour(of: .fitness) == Theme.cadence.light.accent)
  }

  @Test("distinguish the pillars by more than hue: each has its own dash and shape")
  func withoutColour() {
    #expect(Set(Pillar.allCases.map { Series.Dash($0) }).count == 3)
    #expect(Set(Pillar.allCases.map { Series.Shape($0) }).count == 3)
    #expect(Set(Pillar.allCases.map { Hue($0) }).count == 3)
  }

  @Test("share the colours of the score words", arguments: Theme.all)
  func scores(theme: Theme) {
    let (light, dark) = (theme.light.score, theme.dark.score)
    #expect([light.excellent.hex, dark.excellent.hex] == ["#1B5E20", "#7BD88F"])
    #expect([light.attention.hex, dark.attention.hex] == ["#7A4F01", "#F2C14E"])
    #expect([light.priority.hex, dark.priority.hex] == ["#B3261E", "#FF8A80"])
  }

  @Test("are five, each with its own id")
  func five() {
    #expect(Theme.all.map(\.id) == ["yhealth", "syncwell", "cadence", "volvox", "dailypa"])
    #expect(Theme.named("nobody") == nil)
  }

  @Test("survive a round trip through JSON", arguments: Theme.all)
  func again(theme: Theme) throws {
    #expect(try JSONDecoder().decode(Theme.self, from: JSONEncoder().encode(theme)) == theme)
  }

  @Test("share the measures of the design")
  func measures() {
    #expect(Measures.Text.headings.map { $0 * Measures.Text.bodyPixels } == [32, 24, 20, 18])
    #expect(Measures.Text.number * Measures.Text.bodyPixels >= 56)
    #expect(Measures.Target.least >= 44 && Measures.Target.apart == 8)
    let spaces = [Measures.Space.insideGroup, Measures.Space.insideCard, Measures.Space.betweenCards]
    #expect(spaces == [8, 16, 24])
    #expect(spaces.allSatisfy { $0.truncatingRemainder(dividingBy: Measures.Space.step) == 0 })
    #expect(Measures.Width.breakpoint == 840 && Measures.Text.width == 70)
    #expect(Measures.Motion.quick == .milliseconds(150) && Measures.Motion.calm == .milliseconds(250))
  }
}

extension Theme: CustomTestStringConvertible {
  public var testDescription: String { name }
}
