import Foundation
import Testing

@testable import Mode

@Suite("The mode of a person")
struct ModeTests {
  @Test("is stored under names that never change")
  func stored() throws {
    #expect(Mode.allCases.map(\.rawValue) == ["light", "deep"])
    #expect(String(decoding: try JSONEncoder().encode(Mode.allCases), as: UTF8.self) == #"["light","deep"]"#)
  }

  @Test("survives a round trip through JSON", arguments: Mode.allCases)
  func again(mode: Mode) throws {
    #expect(try JSONDecoder().decode([Mode].self, from: JSONEncoder().encode([mode])) == [mode])
  }

  @Test("is not decoded from an unknown name", arguments: ["", "Light", "dark", "deep "])
  func refused(name: String) {
    #expect(Mode(rawValue: name) == nil)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Mode].self, from: JSONEncoder().encode([name])) }
  }
}
