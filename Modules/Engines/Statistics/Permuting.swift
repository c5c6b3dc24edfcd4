/// A permutation test: shuffles one side repeatedly and counts how often the correlation is at least as far from zero
/// as the one in question. It can be interrupted and continued.
public struct Permuting: Sendable {
  private let still: [Double]
  private var shuffled: [Double]
  private let bound: Double
  private var dice: Dice
  /// Number of shuffles so far.
  public private(set) var done = 0
  /// Number of shuffles that reached the correlation.
  public private(set) var reached = 0
  /// The count at which the result is clearly not significant and shuffling stops (Besag and Clifford, 1991).
  public static let enough = 10
  /// True if shuffling stopped because `enough` was reached.
  private var isStopped = false

  /// Nil for lists of different lengths.
  public init?(_ left: Deviations, _ right: Deviations, asFarAs correlation: Double, _ dice: Dice) {
    guard left.values.count == right.values.count, !correlation.isNaN else { return nil }
    still = left.values
    shuffled = right.values
    // With a tolerance for rounding, since the order of summation must not decide.
    bound = correlation.magnitude - 1e-12
    self.dice = dice
  }

  public var days: Int { still.count }
  public var isOver: Bool { reached >= Permuting.enough }

  /// The p-value; never zero, since the observed order is one of all orders.
  public var chance: Double {
    isStopped ? Double(reached) / Double(max(1, done)) : Double(reached + 1) / Double(done + 1)
  }

  /// Shuffles until `goal` shuffles were made in total or, unless `all` is set, `enough` of them reached the
  /// correlation.
  public mutating func shuffle(upTo goal: Int, all: Bool = false) {
    let bound = bound
    var dice = dice
    var done = done
    var reached = reached
    still.withUnsafeBufferPointer { still in
      shuffled.withUnsafeMutableBufferPointer { moved in
        guard moved.count > 1, still.count == moved.count else { return }
        while done < goal, all || reached < Permuting.enough {
          var sum = 0.0
          var place = moved.count &- 1
          // Fisher-Yates; each element is added to the sum as soon as it has its final place.
          var drawn: UInt64 = 0
          while place > 0 {
            // One draw supplies two numbers.
            drawn = place & 1 == moved.count & 1 ? drawn << 32 : dice.next()
            // The high half of the product replaces a remainder, which is slower.
            let other = Int(truncatingIfNeeded: ((drawn >> 32) &* UInt64(truncatingIfNeeded: place &+ 1)) >> 32)
            let value = moved[other]
            moved[other] = moved[place]
            moved[place] = value
            sum += still[place] * value
            place &-= 1
          }
          sum += still[0] * moved[0]
          done &+= 1
          if sum.magnitude >= bound { reached &+= 1 }
        }
      }
    }
    self.dice = dice
    if !all, done > self.done, reached >= Permuting.enough { isStopped = true }
    self.done = done
    self.reached = reached
  }
}
