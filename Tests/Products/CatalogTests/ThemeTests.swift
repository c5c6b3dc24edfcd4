import Catalog
import Covers
import Interface
import Pillar
import Plot
import Shell
import Testing
import YHealth

extension Theme {
  static let products = Product.all.map(\.theme)
}

@Suite("The themes of the products")
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
    let theme = try #require(Theme.products.first { $0.id == id })
    #expect(theme.name == name)
    let (light, dark) = (theme.light, theme.dark)
    let pairs = [
      (light.ground, dark.ground), (light.card, dark.card), (light.ink, dark.ink), (light.softInk, dark.softInk),
      (light.accent, dark.accent), (light.onAccent, dark.onAccent),
    ]
    #expect(pairs.flatMap { [$0.0.hex, $0.1.hex] } == colours)
  }

  @Test("give the pillars the hues of the design in yHealth")
  func pillars() {
    func hex(_ hue: Hue) -> [String?] { [Theme.yhealth.light, Theme.yhealth.dark].map { $0.hues[hue]?.hex } }
    #expect(hex(.fitness) == ["#1769BD", "#64B5F6"])
    #expect(hex(.nutrition) == ["#27702B", "#81C784"])
    #expect(hex(.wellbeing) == ["#8E24AA", "#CE93D8"])
  }

  @Test("give yHealth's pillars a blue, a green and a purple", .covers("yh-S04.3.1-AC7"))
  func plainHues() throws {
    for tokens in [Theme.yhealth.light, Theme.yhealth.dark] {
      let hues = try [Hue.fitness, .nutrition, .wellbeing].map { try #require(tokens.hues[$0]) }
      let (blue, green, purple) = (hues[0], hues[1], hues[2])
      #expect(blue.blue > blue.green && blue.green > blue.red)
      #expect(green.green > green.red && green.green > green.blue)
      #expect(purple.blue >= purple.red && purple.red > purple.green)
    }
  }

  @Test(
    "keep the hue angles of the specification's blue, green and purple in shades that can be read",
    .covers("yh-S04.3.1-B22", "yh-S04.3.1-B23", "yh-S04.3.1-B24"))
  func angles() throws {
    let given: [(Hue, Colour)] = [
      (.fitness, Colour(0x2196F3)), (.nutrition, Colour(0x4CAF50)), (.wellbeing, Colour(0x9C27B0)),
    ]
    for (hue, colour) in given {
      for tokens in [Theme.yhealth.light, Theme.yhealth.dark] {
        #expect(abs(angle(try #require(tokens.hues[hue])) - angle(colour)) <= 8, "\(hue)")
      }
    }
  }

  /// The angle of a colour's hue in degrees.
  private func angle(_ colour: Colour) -> Double {
    let (red, green, blue) = (Double(colour.red), Double(colour.green), Double(colour.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let sixth =
      most == red
      ? (green - blue) / (most - least)
      : most == green ? 2 + (blue - red) / (most - least) : 4 + (red - green) / (most - least)
    return (sixth * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  @Test("share the colours of the score words", arguments: Theme.products)
  func scores(theme: Theme) {
    let (light, dark) = (theme.light.score, theme.dark.score)
    #expect([light.excellent.hex, dark.excellent.hex] == ["#1B5E20", "#7BD88F"])
    #expect([light.attention.hex, dark.attention.hex] == ["#7A4F01", "#F2C14E"])
    #expect([light.priority.hex, dark.priority.hex] == ["#B3261E", "#FF8A80"])
  }

  @Test("are five, each with its own id")
  func five() {
    #expect(Theme.products.map(\.id) == ["yhealth", "syncwell", "cadence", "volvox", "dailypa"])
  }
}
