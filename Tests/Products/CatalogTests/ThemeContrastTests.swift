import Interface
import Pillar
import Plot
import Testing
import YHealth

/// One theme in one scheme, for tests that cover all of them.
struct Dress: Sendable, CustomTestStringConvertible {
  let theme: Theme
  let scheme: Scheme

  var tokens: Tokens { theme.tokens(for: scheme) }
  var testDescription: String { "\(theme.name), \(scheme.rawValue)" }

  static let all = (Theme.products + [.plain]).flatMap { theme in
    Scheme.allCases.map { Dress(theme: theme, scheme: $0) }
  }
}

@Suite("Every theme, light and dark")
struct ThemeContrastTests {
  /// Stricter than the 4.5 of WCAG AA, as LOOK.md promises.
  static let text = 5.2
  static let shape = 3.0

  func expect(_ colour: Colour, on ground: Colour, atLeast least: Double, _ name: String) {
    let ratio = colour.contrast(with: ground)
    #expect(ratio >= least, "\(name): \(colour) on \(ground) is \(ratio)")
  }

  @Test(
    "has ink, soft ink, accent and score colours that are readable on the ground and on cards", arguments: Dress.all)
  func words(dress: Dress) {
    let tokens = dress.tokens
    let words = [
      ("ink", tokens.ink), ("soft ink", tokens.softInk), ("accent", tokens.accent),
      ("excellent", tokens.score.excellent), ("attention", tokens.score.attention),
      ("priority", tokens.score.priority),
    ]
    for (name, colour) in words {
      expect(colour, on: tokens.ground, atLeast: ThemeContrastTests.text, "\(name) on the ground")
      expect(colour, on: tokens.card, atLeast: ThemeContrastTests.text, "\(name) on a card")
    }
  }

  @Test("has text on its accent that is readable", arguments: Dress.all)
  func onAccent(dress: Dress) {
    expect(dress.tokens.onAccent, on: dress.tokens.accent, atLeast: ThemeContrastTests.text, "on accent")
  }

  @Test("has tones that are readable on their banner, on the ground and on cards", arguments: Dress.all)
  func tones(dress: Dress) {
    let tokens = dress.tokens
    let tones = tokens.tones
    let pairs = [
      ("info", tones.info), ("success", tones.success), ("warning", tones.warning), ("critical", tones.critical),
    ]
    for (name, pair) in pairs {
      expect(pair.text, on: pair.ground, atLeast: ThemeContrastTests.text, "\(name) on its banner")
      expect(pair.text, on: tokens.ground, atLeast: ThemeContrastTests.text, "\(name) on the ground")
      expect(pair.text, on: tokens.card, atLeast: ThemeContrastTests.text, "\(name) on a card")
      expect(tokens.ink, on: pair.ground, atLeast: ThemeContrastTests.text, "ink on the banner of \(name)")
      expect(tokens.focus, on: pair.ground, atLeast: ThemeContrastTests.shape, "focus on the banner of \(name)")
      expect(tokens.border, on: pair.ground, atLeast: ThemeContrastTests.shape, "border on the banner of \(name)")
    }
  }

  @Test("has borders, a focus ring and chart hues that are visible on the ground and on cards", arguments: Dress.all)
  func shapes(dress: Dress) {
    let tokens = dress.tokens
    var shapes = [("border", tokens.border), ("focus", tokens.focus)]
    shapes += dress.theme.palette(for: dress.scheme).hues.map { ($0.key.name, $0.value) }
    for (name, colour) in shapes {
      expect(colour, on: tokens.ground, atLeast: ThemeContrastTests.shape, "\(name) on the ground")
      expect(colour, on: tokens.card, atLeast: ThemeContrastTests.shape, "\(name) on a card")
    }
  }

  @Test(
    "of yHealth has pillar hues that are readable as text on the ground and on cards", arguments: Scheme.allCases,
    Pillar.allCases)
  func pillars(scheme: Scheme, pillar: Pillar) throws {
    let tokens = Theme.yhealth.tokens(for: scheme)
    let colour = try #require(tokens.hues[Hue(pillar)])
    expect(colour, on: tokens.ground, atLeast: ThemeContrastTests.text, "\(pillar.title) on the ground")
    expect(colour, on: tokens.card, atLeast: ThemeContrastTests.text, "\(pillar.title) on a card")
  }

  @Test("has a hairline that is visible but weaker than a border", arguments: Dress.all)
  func hairline(dress: Dress) {
    let tokens = dress.tokens
    let ratio = tokens.hairline.contrast(with: tokens.card)
    #expect((1.2...2).contains(ratio), "\(ratio)")
    #expect(ratio < tokens.border.contrast(with: tokens.card))
  }

  @Test("has a chart colour for every role, and a distinct one for each series", arguments: Dress.all)
  func palette(dress: Dress) {
    let palette = dress.theme.palette(for: dress.scheme)
    let roles = [.accent, .neutral, .excellent, .attention, .priority] + Hue.series
    #expect(roles.allSatisfy { palette.hues[$0] != nil })
    #expect(Set(Hue.series.map { palette[$0] }).count == Hue.series.count)
    #expect(palette.card == dress.tokens.card)
  }
}
