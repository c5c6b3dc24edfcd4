import Statistics
import Testing

@Suite("Masks of known days") struct DayMaskTests {
  @Test("A mask counts, intersects and shifts as lists of days do", arguments: 0..<30)
  func likeLists(_ seed: Int) {
    var dice = Dice(UInt64(seed))
    let days = Int.random(in: 1...200, using: &dice)
    func some() -> (Set<Int>, DayMask) {
      let share = Double.random(in: 0...1, using: &dice)
      let chosen = Set((0..<days).filter { _ in Double.random(in: 0...1, using: &dice) < share })
      return (chosen, DayMask(known: (0..<days).map { chosen.contains($0) ? 1 : .nan }))
    }
    let (one, oneMask) = some()
    let (other, otherMask) = some()
    #expect(oneMask.count == one.count && (0..<days).allSatisfy { oneMask.contains($0) == one.contains($0) })
    #expect(oneMask.firstAndLast?.first == one.min() && oneMask.firstAndLast?.last == one.max())
    for lag in [0, 1, 2, 63, 64, 65, 130] {
      let met = oneMask.meeting(otherMask, earlierBy: lag)
      #expect((0..<days).filter { met.contains($0) } == one.filter { other.contains($0 - lag) }.sorted())
      #expect(oneMask.pairs(apart: lag) == one.count { one.contains($0 + lag) })
    }
  }

  @Test("Days outside the mask and days without a finite value are unknown")
  func outside() {
    var mask = DayMask(days: 3)
    mask.insert(5)
    mask.insert(-1)
    #expect(mask.count == 0 && !mask.contains(64) && mask.firstAndLast == nil)
    #expect(DayMask(days: -4).days == 0 && DayMask(known: [.infinity, .nan, 1]).count == 1)
  }
}
