internal import Foundation

/// The part of many similar cases that a run tries: one in so many at each commit, and the next one at the next commit.
///
/// | variable | value | effect |
/// |---|---|---|
/// | `TROUPE_TURN` | a number | chooses the part; `Scripts/test` sets it to the number of commits |
/// | `TROUPE_SCREENS` | `all` | every case is tried, as in the weekly workflow |
public struct RotatingShare: Sendable, Hashable {
  public let isWhole: Bool
  private let turn: Int

  public init(environment: [String: String]) {
    isWhole = environment["TROUPE_SCREENS"] == "all"
    turn = environment["TROUPE_TURN"].flatMap { Int($0) } ?? 0
  }

  /// The share of this process.
  public static let current = RotatingShare(environment: ProcessInfo.processInfo.environment)

  /// Whether the case with this number is tried, where one in `every` is.
  public func takes(_ number: Int, ofEvery every: Int) -> Bool { isWhole || (number + turn) % every == 0 }

  /// Each of the cases in one of two forms, false or true, and in the other one at the next commit.
  public func inOneForm<Case>(_ cases: [Case]) -> [(Case, Bool)] {
    let forms = cases.enumerated().flatMap { number, one in
      number.isMultiple(of: 2) ? [(one, false), (one, true)] : [(one, true), (one, false)]
    }
    return part(of: forms, every: 2)
  }

  /// The cases to try, where one in `every` is.
  public func part<Case>(of cases: [Case], every: Int) -> [Case] {
    cases.enumerated().filter { takes($0.offset, ofEvery: every) }.map(\.element)
  }
}
