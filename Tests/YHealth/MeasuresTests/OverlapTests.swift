import Kernel
import Testing

@testable import Measures

@Suite("Overlapping device counts")
struct OverlapTests {
  typealias Interval = Overlap.Interval

  /// Up to four sources over two days, with times across quarters and days.
  private func some(_ random: inout Seeded) -> [Interval] {
    let sources = Int.random(in: 1...4, using: &random)
    return (0..<Int.random(in: 1...60, using: &random)).map { _ in
      let start = Int.random(in: -100_000...100_000, using: &random)
      return Interval(
        start: start, end: start + Int.random(in: 0...9000, using: &random),
        amount: Double(Int.random(in: 0...5000, using: &random)) / 4,
        source: "device \(Int.random(in: 1...sources, using: &random))")
    }
  }

  private func sums(_ intervals: [Interval]) -> [Double] {
    Dictionary(grouping: intervals, by: \.source).values.map { $0.reduce(0) { $0 + $1.amount } }
  }

  @Test("the total is between the largest source and their sum, in any order")
  func bounds() {
    var random = Seeded(7)
    for _ in 0..<120 {
      let intervals = some(&random)
      let total = Overlap.reconciled(intervals)
      let sums = sums(intervals)
      #expect(total >= (sums.max() ?? 0) - 1e-6)
      #expect(total <= sums.reduce(0, +) + 1e-6)
      #expect(Overlap.reconciled(intervals.shuffled(using: &random)) == total)
    }
  }

  @Test("2506 and 1919 that overlap make 2560 where the second source saw 54 that the first did not")
  func published() {
    // A watch worn all day; a phone carried for most of it, and for one walk without the watch.
    let watch = (0..<20).map { Interval(start: $0 * 900, end: $0 * 900 + 900, amount: 125.3, source: "watch") }
    let phone =
      (0..<20).map { Interval(start: $0 * 900 + 60, end: $0 * 900 + 840, amount: 93.25, source: "phone") }
      + [Interval(start: 20 * 900, end: 20 * 900 + 300, amount: 54, source: "phone")]
    #expect(sums(watch).map { $0.rounded() } == [2506] && sums(phone) == [1919])
    #expect(Overlap.reconciled(watch + phone) == 2560)
    #expect(Overlap.reconciled(phone) == 1919)
  }

  @Test("the days add up to the total, and each source is still reported separately")
  func days() {
    var random = Seeded(3)
    for _ in 0..<50 {
      let intervals = some(&random)
      var overlap = Overlap()
      let areTaken = intervals.map { overlap.add($0) }
      #expect(areTaken.allSatisfy { $0 })
      // Days of a zone with an offset of 5 h 45 min.
      let starts = (-3...3).map { $0 * 86_400 - 20_700 }
      let byDay = starts.map { overlap.total(from: $0, to: $0 + 86_400) }
      let whole = Overlap.reconciled(intervals)
      #expect(abs(byDay.reduce(0, +) - whole) < 1e-6)
      let bySource = overlap.bySource(from: -10_000_000, to: 10_000_000).values.sorted()
      #expect(zip(bySource, sums(intervals).filter { $0 > 0 }.sorted()).allSatisfy { abs($0 - $1) < 0.1 })
      #expect((bySource.max() ?? 0) <= whole + 1e-6)
    }
  }

  @Test("an invalid interval is rejected and changes nothing")
  func rubbish() {
    var overlap = Overlap()
    let fine = Interval(start: 0, end: 60, amount: 10, source: "a")
    for (start, end, amount) in [
      (60, 0, 1.0), (0, 60, -1), (0, 60, .nan), (0, 60, .infinity), (0, 60, 1e300), (0, 8 * 86_400, 1),
      (.min, .max, 1), (.max, .max, 1), (.min, .min, 1), (Int.max - 1, Int.max, 1),
    ] {
      let wasTaken = overlap.add(Interval(start: start, end: end, amount: amount, source: "a"))
      #expect(!wasTaken)
    }
    #expect(overlap.isEmpty && overlap.total(from: .min, to: .max) == 0)
    let wasTaken = overlap.add(fine)
    #expect(wasTaken)
    #expect(overlap.total(from: .min, to: .max) == 10 && overlap.total(from: .max, to: .min) == 0)
    for number in 0..<200 { overlap.add(Interval(start: 0, end: 60, amount: 11, source: "device \(number)")) }
    #expect(overlap.bySource(from: 0, to: 900).count == Overlap.mostSources && overlap.total(from: 0, to: 900) == 11)
    // A quarter is limited to its largest representable amount.
    for _ in 0..<3 { overlap.add(Interval(start: 0, end: 60, amount: 1e9, source: "a")) }
    #expect(overlap.total(from: 0, to: 900) == Double(UInt32.max) / 1000)
  }
}
