import Foundation
import JSON
import Testing

@testable import Bench

@Suite("Measuring") struct BenchTests {
  @Test("A figure goes out with the names that scripts rely on")
  func json() throws {
    let figure = Figure("start", here: 6, peer: 2, peerName: "bare", unit: "ms")
    let value = try JSONDecoder().decode(JSON.self, from: JSON.data(figure))
    #expect(
      value == [
        "name": "start", "here": 6, "peer": 2, "peer_name": "bare", "ratio": 3, "unit": "ms", "better": "lower",
      ])
  }

  @Test("A promise holds up to its limit, in the direction that is better")
  func limits() {
    func figure(_ here: Double, _ better: Figure.Better, _ limit: Double?) -> Figure {
      Figure("x", here: here, peer: 10, peerName: "peer", unit: "ms", better: better, limit: limit)
    }
    #expect(figure(10, .lower, 1).holds && !figure(11, .lower, 1).holds)
    #expect(figure(9, .higher, 0.9).holds && !figure(8, .higher, 0.9).holds)
    #expect(figure(1000, .lower, nil).holds)
    #expect(figure(11, .lower, 1).text.contains("PAST"))
  }

  @Test("The median and the tail are those of the sorted times")
  func times() {
    let times = Times((1...100).map(Double.init).shuffled())
    #expect(times.median == 51 && times.p99 == 100)
    #expect(Times([]).median == 0)
  }

  @Test("Every measure has a name of its own and says what it measures")
  func names() {
    let names = Benchmark.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Benchmark.all.allSatisfy { !$0.summary.isEmpty })
  }

  @Test("One change in five hundred nodes is one difference, and weighs next to nothing")
  func difference() async throws {
    let figures = try await Benchmark.difference.run()
    let bytes = try #require(figures.first { $0.name == "difference-bytes" })
    #expect(bytes.holds && bytes.here > 0)
  }
}
