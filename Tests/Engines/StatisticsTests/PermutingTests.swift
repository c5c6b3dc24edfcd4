import Statistics
import Testing

@Suite("Permutation tests") struct PermutingTests {
  private func deviations(_ values: [Double]) throws -> Deviations { try #require(Deviations(values)) }

  @Test("The p-value of five pairs agrees with counting all orders")
  func exact() throws {
    let (left, right) = (try deviations([1, 2, 3, 4, 5]), try deviations([2, 1, 3, 5, 4]))
    // Counts the orders of five that have a rho of at least 0.8 in magnitude.
    var far = 0
    func orders(_ rest: [Double], _ order: [Double]) {
      if rest.isEmpty, let rho = spearman([1, 2, 3, 4, 5], order), rho.magnitude >= 0.8 - 1e-9 { far += 1 }
      for (place, value) in rest.enumerated() {
        var fewer = rest
        fewer.remove(at: place)
        orders(fewer, order + [value])
      }
    }
    orders([1, 2, 3, 4, 5], [])
    var permuting = try #require(Permuting(left, right, asFarAs: 0.8, Dice(7)))
    permuting.shuffle(upTo: 20_000, all: true)
    let exact = Double(far) / 120
    #expect(permuting.done == 20_000)
    #expect(abs(permuting.chance - exact) < 4 * (exact * (1 - exact) / 20_000).squareRoot())
  }

  @Test("Shuffling stops when clearly not significant, and continues where it was interrupted")
  func stops() throws {
    let (left, right) = (try deviations([1, 2, 3, 4, 5, 6]), try deviations([3, 1, 2, 6, 4, 5]))
    var nothing = try #require(Permuting(left, right, asFarAs: 0, Dice(1)))
    nothing.shuffle(upTo: 1_000)
    #expect(nothing.isOver && nothing.done == Permuting.enough && nothing.chance == 1)
    var whole = try #require(Permuting(left, right, asFarAs: 0.99, Dice(1)))
    var parts = whole
    whole.shuffle(upTo: 400, all: true)
    for goal in stride(from: 100, through: 400, by: 100) { parts.shuffle(upTo: goal, all: true) }
    #expect(whole.reached == parts.reached && whole.chance == parts.chance && whole.done == 400)
  }

  @Test("The same seed gives the same p-value, another seed another, and it is never zero")
  func seeds() throws {
    let (left, right) = (
      try deviations((0..<40).map(Double.init)), try deviations((0..<40).map { Double($0 * $0 % 41) })
    )
    func chance(_ dice: Dice) throws -> Double {
      var permuting = try #require(Permuting(left, right, asFarAs: 0.1, dice))
      permuting.shuffle(upTo: 500, all: true)
      return permuting.chance
    }
    #expect(try chance(Dice(3)) == chance(Dice(3)))
    #expect(try chance(Dice(3)) != chance(Dice(4)))
    #expect(try chance(Dice(3, 1)) != chance(Dice(3, 2)))
    var sure = try #require(Permuting(left, left, asFarAs: 1, Dice(1)))
    sure.shuffle(upTo: 99)
    #expect(sure.chance == 0.01)
    #expect(Permuting(left, try deviations([1, 2, 3]), asFarAs: 1, Dice(1)) == nil)
  }
}
