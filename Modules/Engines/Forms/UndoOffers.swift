public import Interface
public import Kernel
public import Platform

/// A change that can be taken back for a while.
public protocol Undoable: Sendable, Equatable {
  /// Distinguishes it from other changes in lanes.
  var undoKey: String { get }
}

/// The offer to take a change back.
public struct UndoOffer<What: Undoable>: Sendable, Equatable {
  public let what: What
  public let until: Date
  /// The reason why it could not be taken back.
  public internal(set) var problem: Problem?

  public static var lasts: Duration { .seconds(10) }
}

/// The offers of one window, the newest last. An offer that failed stays for as long as the window does, which alone
/// still has what was removed.
public struct UndoOffers<What: Undoable>: Sendable, Equatable, RandomAccessCollection {
  private var offers: [UndoOffer<What>] = []

  /// Number of offers at once.
  public static var most: Int { 5 }

  public init() {}

  public var startIndex: Int { offers.startIndex }
  public var endIndex: Int { offers.endIndex }
  public subscript(position: Int) -> UndoOffer<What> { offers[position] }

  public subscript(key: String) -> What? { offers.first { $0.what.undoKey == key }?.what }

  /// Offers to take it back, and returns until when.
  public mutating func offer(_ what: What, at now: Moment) -> Date {
    let until = now.advanced(by: UndoOffer<What>.lasts).date
    offers = (offers.filter { $0.what.undoKey != what.undoKey } + [UndoOffer(what: what, until: until)])
      .suffix(Self.most)
    return until
  }

  public mutating func remove(_ key: String) { offers.removeAll { $0.what.undoKey == key } }

  public mutating func fail(_ key: String, _ problem: Problem) {
    for index in offers.indices where offers[index].what.undoKey == key { offers[index].problem = problem }
  }

  /// Withdraws an offer whose time is over, unless it failed.
  public mutating func expire(_ key: String) { offers.removeAll { $0.what.undoKey == key && $0.problem == nil } }

  /// Withdraws all offers before their time, and returns the lanes in which their timers run.
  public mutating func dismiss(in window: WindowID) -> [Lane] {
    defer { offers = [] }
    return offers.map { Self.lane($0.what.undoKey, in: window) }
  }

  /// The lane of the timer of an offer.
  public static func lane(_ key: String, in window: WindowID) -> Lane { .standing("undo \(key)", of: window) }

  /// The offers in one notice, with a button for each.
  public func notice<Action>(
    _ words: String, dismiss: Action, named title: (What) -> String, undo: (What) -> Action
  ) -> Node<Action> {
    let problems = compactMap { $0.problem.map { "It could not be restored. \($0.sentence)" } }
    let buttons = enumerated().map { index, offer in
      Node<Action>.button(
        count == 1 ? "Undo" : "Undo \(index + 1): \(title(offer.what))", id: "undo-\(index + 1)", icon: .undo,
        does: undo(offer.what))
    }
    return .notice(
      ([words] + problems).joined(separator: " "), id: "undo", tone: problems.isEmpty ? .info : .warning,
      icon: problems.isEmpty ? .info : .warning, dismiss: dismiss, buttons)
  }
}
