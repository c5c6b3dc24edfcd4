internal import Kernel

/// The notifications that wait for one instant because there was no room before. A day takes a few of them in their order
/// and moves the rest as a whole, so that a plan's time does not grow with days times notifications.
///
/// A notification is named by its rank, its place in the order in which all of the plan go before each other.
struct Crowd {
  /// Why and when the rest goes on.
  enum Move {
    case nextDay(to: Int)
    /// `at` is the first instant with a pause around it, which has no room.
    case pause(at: Int, to: Int)

    var target: Int {
      switch self {
      case .nextDay(let to), .pause(_, let to): to
      }
    }
  }

  /// A move of all whose rank is above `after`, up to the next one's.
  struct Part {
    let after: Int
    let move: Move
  }

  private struct Member {
    let kind: String
    /// The number of moves before it came.
    let moves: Int
  }

  private struct End: Comparable {
    let expires: Int
    let rank: Int

    static func < (left: End, right: End) -> Bool { (left.expires, left.rank) < (right.expires, right.rank) }
  }

  private(set) var from = 0
  private var members: [Int: Member] = [:]
  private var ranks: [String: Int] = [:]
  // These may still hold ranks that have left.
  private var immediate = Heap<Int>()
  private var others = Heap<Int>()
  private var ends = Heap<End>()
  private var moves = 0
  private var last: [Part] = []

  var isEmpty: Bool { members.isEmpty }

  /// The member of a kind; there is one at most.
  func rank(of kind: String) -> Int? { ranks[kind] }

  /// Adds one that waits for the crowd's instant; the first one sets it.
  mutating func insert(_ rank: Int, kind: String, isImmediate: Bool, from: Int, expires: Int) {
    if isEmpty { self = Crowd(from: from) }
    members[rank] = Member(kind: kind, moves: moves)
    ranks[kind] = rank
    if isImmediate { immediate.insert(rank) } else { others.insert(rank) }
    ends.insert(End(expires: expires, rank: rank))
  }

  private init(from: Int) { self.from = from }
  init() {}

  mutating func remove(_ rank: Int) {
    guard let member = members.removeValue(forKey: rank) else { return }
    if ranks[member.kind] == rank { ranks[member.kind] = nil }
  }

  /// The first member that needs no pause.
  mutating func firstImmediate() -> Int? { Crowd.first(in: &immediate, of: members) }
  /// The first member that needs one.
  mutating func firstOther() -> Int? { Crowd.first(in: &others, of: members) }

  private static func first(in heap: inout Heap<Int>, of members: [Int: Member]) -> Int? {
    while let rank = heap.first {
      if members[rank] != nil { return rank }
      _ = heap.popFirst()
    }
    return nil
  }

  /// The ranks of all, in no order.
  var all: [Int] { Array(members.keys) }

  /// The move that a member was part of last; nil if it came after that.
  func move(of rank: Int) -> Move? {
    guard let member = members[rank], member.moves < moves else { return nil }
    return Crowd.move(of: rank, in: last)
  }

  static func move(of rank: Int, in parts: [Part]) -> Move? { parts.last { $0.after < rank }?.move }

  /// Returns a member that is of no use at that instant; nil if there is none. The caller removes it.
  mutating func firstExpired(by target: Int) -> Int? {
    while let end = ends.first, end.expires <= target {
      if members[end.rank] != nil { return end.rank }
      _ = ends.popFirst()
    }
    return nil
  }

  /// Moves all to an instant.
  mutating func move(to target: Int, _ parts: [Part]) {
    from = target
    moves += 1
    last = parts
  }
}
