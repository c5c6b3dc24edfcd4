import HTML
import Interface
import Pillar
import Plot
import Testing

@Suite("The style sheet")
struct LookTests {
  let sheet = WebLook.products.sheet
  /// The rules as they are written: those of all products, then those of each.
  let rules =
    String(decoding: WebFile.named("look.css") ?? [], as: UTF8.self)
    + Theme.all.map(\.webRules).filter { !$0.isEmpty }.joined(separator: "\n")

  @Test("the rules contain no colour literals")
  func coloursAreProperties() {
    let values = rules.split(whereSeparator: { "{};".contains($0) }).compactMap { line in
      line.split(separator: ":", maxSplits: 1).last.map(String.init)
    }
    #expect(values.count > 100, "the style sheet has too few rules")
    for value in values {
      #expect(!value.contains("rgb(") && !value.contains("hsl(") && !value.contains("oklch("), "\(value)")
      #expect(value.firstMatch(of: /(^|[ ,(])#[0-9a-fA-F]{3,8}([ ,);]|$)/) == nil, "\(value)")
    }
  }

  @Test("every property that a rule uses is set by a theme, an element or a rule")
  func propertiesAreSet() {
    let used = Set(sheet.matches(of: /var\(--([a-z0-9-]+)\)/).map { String($0.1) })
    let set = Set(sheet.matches(of: /--([a-z0-9-]+):/).map { String($0.1) })
    #expect(used.subtracting(set).isEmpty)
    #expect(used.count > 30)
  }

  @Test("a theme of several products is in the sheet once")
  func repeated() {
    #expect(WebLook(Theme.all + Theme.all).sheet == WebLook(Theme.all).sheet)
  }

  @Test("the sheet contains every theme's colours, light and dark", arguments: Theme.all)
  func themes(theme: Theme) throws {
    let start = try #require(sheet.firstRange(of: "[data-theme=\(theme.id)]{"))
    let own = sheet[start.upperBound...].prefix { $0 != "}" }
    #expect(own.contains("--ground:light-dark(\(theme.light.ground.hex),\(theme.dark.ground.hex));"))
    #expect(own.contains("--accent:light-dark(\(theme.light.accent.hex),\(theme.dark.accent.hex));"))
    for (hue, colour) in theme.light.hues {
      let said = "--hue-\(hue.name):light-dark(\(colour.hex),\(theme.dark.hues[hue]?.hex ?? colour.hex));"
      #expect(sheet.contains(said), "\(said)")
    }
  }

  @Test(
    "text has enough contrast on every mixed ground, also over a product's sign", arguments: Theme.all)
  func mixedGrounds(theme: Theme) throws {
    for (index, scheme) in Scheme.allCases.enumerated() {
      let tokens = theme.tokens(for: scheme)
      /// The share of a colour that the rules mix in; of two shares the first is for light.
      func share(_ name: String) throws -> Double {
        let line = try #require(rules.firstMatch(of: try Regex("--\(name):\\s*([^;]*);")))
        let shares = line.0.matches(of: /([0-9]+)%/).compactMap { Double($0.1) }
        return try #require(shares.count == 2 ? shares[index] : shares.first) / 100
      }
      let wash = mixed(tokens.accent, into: tokens.ground, try share("wash"))
      let hues =
        theme.id == "yhealth" ? [Hue.fitness, .nutrition, .wellbeing].compactMap { tokens.hues[$0] } : [tokens.accent]
      let signs = try hues.map { mixed($0, into: wash, try share(theme.id == "yhealth" ? "r1" : "a")) }
      for ground in [wash] + signs {
        for text in [tokens.ink, tokens.softInk, tokens.accent] { #expect(text.contrast(with: ground) >= 4.5) }
      }
      let tint = mixed(tokens.accent, into: tokens.card, try share("tint"))
      for text in [tokens.ink, tokens.softInk, tokens.accent] { #expect(text.contrast(with: tint) >= 4.5) }
    }
  }

  private func mixed(_ colour: Colour, into ground: Colour, _ share: Double) -> Colour {
    func part(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) * share + Double(other) * (1 - share)).rounded())
    }
    return Colour(
      red: part(colour.red, ground.red), green: part(colour.green, ground.green), blue: part(colour.blue, ground.blue))
  }

  @Test("a page follows its own scheme, and the device's where it has none")
  func schemes() {
    #expect(sheet.contains("html{color-scheme:light dark}"))
    #expect(sheet.contains("html[data-scheme=light]{color-scheme:light}"))
    #expect(sheet.contains("html[data-scheme=dark]{color-scheme:dark}"))
  }

  @Test("the sheet has a rule for every text size that can be chosen")
  func textSizes() {
    for size in stride(from: 80, through: 200, by: 5) {
      #expect(sheet.contains("html[data-text=\"\(size)\"]{font-size:\(size)%"))
    }
  }

  @Test("the rules use the measures shared by all faces")
  func measures() {
    #expect(rules.contains("@media (min-width: \(Int(Measures.Width.breakpoint))px)"))
    #expect(rules.contains("--target: \(Int(Measures.Target.least))px"))
    #expect(rules.contains("--radius: \(Int(Measures.Shape.card))px"))
    #expect(rules.contains("outline: \(Int(Measures.Shape.focus))px solid var(--focus)"))
    #expect(rules.contains("\(Measures.Text.number)rem") && rules.contains("100% - \(Measures.Text.width)ch"))
    #expect(rules.contains("--quick: .15s; --calm: .25s"))
    #expect(Measures.Motion.quick == .milliseconds(150) && Measures.Motion.calm == .milliseconds(250))
  }

  @Test("reduced motion is respected from the device and from the setting")
  func motion() {
    #expect(rules.contains("@media (prefers-reduced-motion: reduce)"))
    #expect(rules.contains("html[data-motion=reduced] *"))
  }

  @Test("the sheet sent lacks only comments and spaces")
  func short() {
    func bare(_ text: String) -> String {
      text.replacing(/\/\*[\s\S]*?\*\//, with: "").filter { !$0.isWhitespace }
    }
    #expect(bare(sheet).hasSuffix(bare(rules)))
    #expect(!sheet.contains("/*") && sheet.contains("\"Nothing here yet.\""))
  }

  @Test("only embedded files exist, and their version depends on the content")
  func files() {
    #expect(WebFile.named("face.js") != nil)
    #expect(WebFile.named("../look.css") == nil && WebFile.named("") == nil)
    #expect(WebFile.version(of: [1, 2]) != WebFile.version(of: [2, 1]))
  }

  @Test("every product has its own icon, drawn within the circle that no system crops")
  func icons() throws {
    let icons = try Theme.all.map { try #require(WebLook.products.icon(of: $0.id)) }
    #expect(Set(icons.map { $0.split(separator: "</title>").last }).count == Theme.all.count)
    for icon in icons {
      #expect(try Tag.read(icon).first?["viewBox"] == "0 0 512 512")
      // 24 units at a scale of 12 from 112: within 80 per cent of the whole, also in its corners.
      #expect(icon.contains("translate(112 112) scale(12)"))
    }
  }
}
