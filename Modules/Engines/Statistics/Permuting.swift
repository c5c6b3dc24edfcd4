/// How often chance alone does as well: one side is shuffled again and again, and it is counted how often the correlation
/// comes as far from nought as the one that is asked about. It can be stopped and gone on with.
public struct Permuting: Sendable {
  private let still: [Double]
  private var shuffled: [Double]
  private let bound: Double
  private var dice: Dice
  /// How many shuffles there were.
  public private(set) var done = 0
  /// How many of them came as far.
  public private(set) var reached = 0
  /// With so many it is known well enough that it is nothing (Besag and Clifford, 1991).
  public static let enough = 10
  /// Whether the last shuffle is the one that made it enough.
  private var isStopped = false

  /// Nil for lists of two lengths.
  public init?(_ left: Deviations, _ right: Deviations, asFarAs correlation: Double, _ dice: Dice) {
    guard left.values.count == right.values.count, !correlation.isNaN else { return nil }
    still = left.values
    shuffled = right.values
    // As far to the last digits: the order of the sum must not decide.
    bound = correlation.magnitude - 1e-12
    self.dice = dice
  }

  public var days: Int { still.count }
  public var isOver: Bool { reached >= Permuting.enough }

  /// The chance; never nought, since the order that was found is one of all orders.
  public var chance: Double {
    isStopped ? Double(reached) / Double(max(1, done)) : Double(reached + 1) / Double(done + 1)
  }

  /// Goes on until there were so many in all, or, unless all are wanted, enough came as far.
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
          // Fisher and Yates; what has found its place is added up at once.
          var drawn: UInt64 = 0
          while place > 0 {
            // One draw is good for two.
            drawn = place & 1 == moved.count & 1 ? drawn << 32 : dice.next()
            // The high half of a product is as good as a remainder, and quicker.
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
