import Foundation
import Testing

@testable import Plot

@Suite("A colour")
struct ColourTests {
  @Test("is read from hex and written to hex", arguments: ["#000000", "#FFFFFF", "#1565C0", "#0A0B0C"])
  func hex(text: String) {
    #expect(Colour(hex: text)?.hex == text)
  }

  @Test("is read from lower case and from the short form")
  func lenient() {
    #expect(Colour(hex: "#abcdef")?.hex == "#ABCDEF")
    #expect(Colour(hex: "#1af") == Colour(0x11AAFF))
  }

  @Test(
    "is not read from anything else", arguments: ["", "#", "1565C0", "#1565C", "#1565C00", "#GGGGGG", "red", "#é12"])
  func refused(text: String) throws {
    #expect(Colour(hex: text) == nil)
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Colour].self, from: json) }
  }

  @Test("survives a round trip through JSON")
  func again() throws {
    let colours = [Colour(0x1565C0), Colour(0)]
    #expect(try JSONDecoder().decode([Colour].self, from: JSONEncoder().encode(colours)) == colours)
  }

  @Test("has the luminance and contrast that WCAG defines")
  func contrast() {
    #expect(Colour(0xFFFFFF).luminance == 1)
    #expect(Colour(0x000000).luminance == 0)
    #expect(Colour(0xFFFFFF).contrast(with: Colour(0)) == 21)
    #expect(Colour(0).contrast(with: Colour(0xFFFFFF)) == 21)
    #expect(Colour(0x777777).contrast(with: Colour(0x777777)) == 1)
    // A well-known pair: the lightest grey that passes on white, and the next one, which fails.
    #expect(Colour(0x767676).contrast(with: Colour(0xFFFFFF)) >= 4.5)
    #expect(Colour(0x777777).contrast(with: Colour(0xFFFFFF)) < 4.5)
  }

  @Test("of a role that the palette does not define is the accent, or else the ink")
  func palette() {
    var palette = Palette(
      ground: Colour(1), card: Colour(2), ink: Colour(3), softInk: Colour(4), gridLine: Colour(5))
    #expect(palette[Hue("fitness")] == Colour(3))
    palette.hues[.accent] = Colour(6)
    #expect(palette[Hue("fitness")] == Colour(6))
    palette.hues[Hue("fitness")] = Colour(7)
    #expect(palette[Hue("fitness")] == Colour(7))
  }

  @Test("in a palette has its role as its key in JSON")
  func json() throws {
    let palette = Palette(
      ground: Colour(1), card: Colour(2), ink: Colour(3), softInk: Colour(4), gridLine: Colour(5),
      hues: [.accent: Colour(0x1565C0)])
    let written = try JSONEncoder().encode(palette)
    #expect(String(decoding: written, as: UTF8.self).contains(##""hues":{"accent":"#1565C0"}"##))
    #expect(try JSONDecoder().decode(Palette.self, from: written) == palette)
  }
}
