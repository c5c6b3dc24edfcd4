public import FoundationEssentials

/// Some of a state's desks. A state has one for each window: what is typed, asked or looked at there, and concerns no
/// other.
public struct Desks: Sendable, Equatable {
  private let names: Set<UUID>

  init(_ names: Set<UUID>) { self.names = names }

  public init<Desk>(_ names: ID<Desk>...) { self.names = Set(names.map(\.uuid)) }

  public func contains(_ desk: UUID) -> Bool { names.contains(desk) }
}

extension Deciding {
  /// A state without desks concerns everyone.
  public func desks(changedSince older: Self) -> Desks? { nil }

  /// The same for a state whose desks lie there.
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
