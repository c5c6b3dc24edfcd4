public import Storage

/// A three-way merge of two versions of a record, field by field, against their common base.
public struct Merge: Sendable, Hashable {
  public enum Side: Sendable, Hashable, Codable {
    case mine, theirs
  }

  public let mine: Fields
  public let theirs: Fields
  /// The fields that one side has changed, with that side's value; of fields that both have changed, the value of
  /// `theirs`.
  public let merged: Fields
  /// The fields that both sides have changed to different values.
  public let clashes: [String]

  /// Returns nil when either side has deleted the record.
  public init?(_ conflict: Conflict) {
    guard let mine = conflict.mine, let theirs = conflict.theirs else { return nil }
    self.init(mine: mine, theirs: theirs, base: conflict.base)
  }

  public init(mine: Fields, theirs: Fields, base: Fields?) {
    self.mine = mine
    self.theirs = theirs
    var merged = theirs
    var clashes: [String] = []
    for name in Merge.differing(mine, theirs) {
      guard let base else {
        // Both sides created the record, so nothing tells which changed what.
        clashes.append(name)
        continue
      }
      let (before, own, other) = (base[name] ?? .null, mine[name] ?? .null, theirs[name] ?? .null)
      if before.means(other) {
        merged[name] = own
      } else if !before.means(own) {
        clashes.append(name)
      }
    }
    self.merged = merged
    self.clashes = clashes
  }

  /// The merge with one side's value for every field that both have changed.
  public func choosing(_ side: Side) -> Fields { choosing { _ in side } }

  public func choosing(_ side: (String) -> Side) -> Fields {
    var chosen = merged
    for name in clashes where side(name) == .mine { chosen[name] = mine[name] ?? .null }
    return chosen
  }

  /// The names of the fields that differ between the sides.
  public static func differing(_ mine: Fields, _ theirs: Fields) -> [String] {
    Set(mine.keys).union(theirs.keys).subtracting(Fields.ofTheServer)
      .filter { !(mine[$0] ?? .null).means(theirs[$0] ?? .null) }.sorted()
  }
}
