public import FoundationEssentials

/// A set of a state's desks. A desk is the part of a state that belongs to one window (what is typed, asked or viewed
/// there) and is of no interest to others.
public struct Desks: Sendable, Equatable {
  private let names: Set<UUID>

  init(_ names: Set<UUID>) { self.names = names }

  public init<Desk>(_ names: ID<Desk>...) { self.names = Set(names.map(\.uuid)) }

  public func contains(_ desk: UUID) -> Bool { names.contains(desk) }
}

extension Deciding {
  /// The default: a state without desks; every change concerns all listeners.
  public func desks(changedSince older: Self) -> Desks? { nil }

  /// Implements `desks(changedSince:)` for a state that keeps its desks in the given dictionary.
  public func changed<Name, Desk: Equatable>(
    _ desks: WritableKeyPath<Self, [ID<Name>: Desk]>, since older: Self
  ) -> Desks? {
    let (before, after) = (older[keyPath: desks], self[keyPath: desks])
    var changed: Set<UUID> = []
    for (name, desk) in after where before[name] != desk { changed.insert(name.uuid) }
    for name in before.keys where after[name] == nil { changed.insert(name.uuid) }
    guard !changed.isEmpty else { return nil }
    var elsewhere = self
    elsewhere[keyPath: desks] = before
    return elsewhere == older ? Desks(changed) : nil
  }
}
