import Foundation
import JSON
import Kernel
import SchemaCheck
import Testing

@testable import Interface

@Suite("Appearance") struct AppearanceTests {
  @Test("is derived from the surroundings and the product's theme, and survives a round trip through JSON")
  func written() throws {
    let now = Moment(.distantPast)
    let surroundings = Surroundings(now: now, scheme: .dark, textSize: 150, motion: .reduced)
    let appearance = Appearance(theme: .plain, in: surroundings)
    #expect(
      try JSON(encoding: appearance) == ["theme": "plain", "scheme": "dark", "textSize": 150, "motion": "reduced"])
    var frame = Specimens.frame([])
    frame.appearance = appearance
    #expect(try JSONDecoder().decode(Frame.self, from: JSON.data(frame)) == frame)
  }

  @Test("follows the device's scheme only if the choice is system")
  func schemes() {
    for device in Scheme.allCases {
      #expect(SchemeChoice.system.scheme(on: device) == device)
      #expect(SchemeChoice.light.scheme(on: device) == .light && SchemeChoice.dark.scheme(on: device) == .dark)
    }
  }

  @Test("has a schema that accepts its values and enforces its limits")
  func schema() throws {
    let check = SchemaCheck(Schema.frame)
    func faults(_ change: (inout Appearance) -> Void) throws -> Int {
      var frame = Specimens.frame([])
      change(&frame.appearance)
      return check.faults(of: try JSON(encoding: frame)).count
    }
    for scheme in SchemeChoice.allCases { #expect(try faults { $0.scheme = scheme } == 0) }
    for motion in Surroundings.Motion.allCases { #expect(try faults { $0.motion = motion } == 0) }
    for size in [80, 100, 200] { #expect(try faults { $0.textSize = size } == 0) }
    for size in [79, 201] { #expect(try faults { $0.textSize = size } == 1) }
  }
}
