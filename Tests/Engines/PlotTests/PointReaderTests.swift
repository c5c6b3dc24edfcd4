import Foundation
import Kernel
import Testing

@testable import Plot

@Suite("The fast reader of points")
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

  @Test("refuses a day that is followed by a time")
  func longDay() throws {
    let points = (1...31).map {
      "{\"day\":\"2026-03-\($0 < 10 ? "0" : "")\($0)\($0 == 7 ? "T08:00:00Z" : "")\",\"y\":1}"
    }
    let json = """
      {"version":1,"kind":"line","title":"\(String(repeating: "a", count: 390))",
      "subtitle":"\(String(repeating: "b", count: 390))","series":[{"id":"a",
      "name":"\(String(repeating: "c", count: 390))","points":[\(points.joined(separator: ","))]}]}
      """
    #expect(json.utf8.count > 2_000)
    let problem = #expect(throws: Problem.self) { try ChartSpec(json: Data(json.utf8)) }
    #expect(problem?.what.contains("points[6].day") == true)
  }

  /// Many points in the same form, with their moments in one of the formats.
  private static func lines(_ moment: @escaping (_ index: Int) -> Position) -> ChartSpec.Kind {
    let points = (0..<90).map { Point(moment($0), Double($0) / 4, note: $0 == 50 ? "High" : nil) }
    return .line(Lines(series: [Series(id: "a", name: "A", points: points)], x: Axis(), y: Axis()))
  }

  private static func minute(_ index: Int, _ part: Double) -> Position {
    .instant(Date(timeIntervalSince1970: 1_770_000_000 + Double(index) * 60 + part))
  }

  @Test(
    "agrees with the general decoder on mutated specs",
    arguments: [
      Generated.spec(0).kind, lines { .day(Day(number: 20_000 + $0)!) }, lines { minute($0, 0) },
      lines { minute($0, 0.25) },
    ])
  func broken(kind: ChartSpec.Kind) throws {
    var dice = Dice(2)
    let json = Array(try ChartSpec(title: "A \\\"points\\\":[", kind: kind).json())
    #expect(json.count > 2_000)
    #expect(try ChartSpec(json: Data(json)) == general(Data(json)))
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
