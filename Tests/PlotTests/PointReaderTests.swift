import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("The quick reader of points")
struct PointReaderTests {
  private func general(_ json: Data) -> ChartSpec? { try? JSONDecoder().decode(ChartSpec.self, from: json).validated() }

  @Test("reads every generated spec as the general decoder does")
  func same() throws {
    var quick = 0
    for seed in 0..<Generated.count {
      let json = try Generated.spec(seed).json()
      #expect(try ChartSpec(json: json) == general(json), "seed \(seed)")
      if PointReader.split(json) != nil { quick += 1 }
    }
    #expect(quick > 20)
  }

  @Test("takes no broken spec that the general decoder refuses, and none in another sense")
  func broken() throws {
    var dice = Dice(2)
    let json = Array(try ChartSpec(title: "A \\\"points\\\":[", kind: Generated.spec(0).kind).json())
    #expect(json.count > 2_000)
    for _ in 0..<400 {
      var bytes = json
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: 0..<bytes.count, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[place] = Array("\"\\{}[],:0123456789.eE+-ntx ".utf8).randomElement(using: &dice)!
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &dice)], at: place)
        }
      }
      #expect((try? ChartSpec(json: Data(bytes))) == general(Data(bytes)), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
