import Foundation
import Plot
import Testing

@testable import Pillar

@Suite("The pillars")
struct PillarTests {
  @Test("are three, in the order shown on screens")
  func three() {
    #expect(Pillar.allCases.map(\.title) == ["Fitness", "Nutrition", "Wellbeing"])
  }

  @Test("are stored under names that never change")
  func stored() throws {
    let text = String(decoding: try JSONEncoder().encode(Pillar.allCases), as: UTF8.self)
    #expect(text == #"["fitness","nutrition","wellbeing"]"#)
  }

  @Test("survive a round trip through JSON", arguments: Pillar.allCases)
  func again(pillar: Pillar) throws {
    #expect(try JSONDecoder().decode([Pillar].self, from: JSONEncoder().encode([pillar])) == [pillar])
  }

  @Test("are not decoded from an unknown name", arguments: ["", "Fitness", "sleep"])
  func refused(name: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Pillar].self, from: JSONEncoder().encode([name])) }
  }

  @Test("are distinguished by more than hue: each has its own dash and shape")
  func withoutColour() {
    #expect(Set(Pillar.allCases.map { Series.Dash($0) }).count == 3)
    #expect(Set(Pillar.allCases.map { Series.Shape($0) }).count == 3)
    #expect(Set(Pillar.allCases.map { Hue($0) }).count == 3)
  }
}
