import Foundation
import JSON
import Testing

@testable import Interface

@Suite("A theme")
struct ThemeTests {
  @Test("is encoded with its name and colours, and without what only browsers draw")
  func encoded() throws {
    let theme = Theme(id: "x", name: "X", light: Theme.plain.light, dark: Theme.plain.dark, webRules: "a {}")
    let json = try JSON(encoding: theme)
    #expect(json.object.map { Set($0.keys) } == ["id", "name", "light", "dark"])
    let light = try JSONDecoder().decode(Tokens.self, from: JSON.data(#require(json["light"])))
    #expect(light == theme.light)
  }

  @Test("has the measures of the design")
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
