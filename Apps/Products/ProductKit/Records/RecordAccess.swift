package import Relational

/// The people who see and change the rows of a record, and the indexes by which their devices pull them.
package struct RecordAccess<Key: RawRepresentable<String> & Sendable>: Sendable {
  let policies: Policies
  let indexes: [[String]]

  /// Only the person who made a row sees and changes it.
  package static var owner: RecordAccess {
    RecordAccess(policies: .owner, indexes: Table.ownersIndexes)
  }

  /// Only the owner changes a row, and others see it while a condition holds. `people` are the columns of those for
  /// whom it may hold; nil when it may hold for anyone. `sources` are the other tables on which it depends.
  package static func owner(
    seenWhile condition: RecordSQL<Key>, by people: [Key]? = nil, sources: [VisibilitySource] = []
  ) -> RecordAccess {
    var policies = Policies.owner
    policies.seen = condition.text
    policies.seenBy = people?.map(\.rawValue)
    policies.sources = sources
    return RecordAccess(
      policies: policies, indexes: [["owner", "rev"]] + (people.map { $0.map { [$0.rawValue, "rev"] } } ?? [["rev"]]))
  }

  /// The people in the columns `viewers` see a row, and others while `seen` holds. A right without a condition is
  /// nobody's; `updatedTo` is the condition on a row after its update, `updated` without it.
  package static func people(
    _ viewers: [Key], seen: RecordSQL<Key>? = nil, seenBy: [Key]? = nil, sources: [VisibilitySource] = [],
    inserted: RecordSQL<Key>? = nil, updated: RecordSQL<Key>? = nil, updatedTo: RecordSQL<Key>? = nil,
    deleted: RecordSQL<Key>? = nil
  ) -> RecordAccess {
    let policies = Policies(
      viewers: viewers.map(\.rawValue), seen: seen?.text, seenBy: seenBy?.map(\.rawValue), sources: sources,
      inserted: inserted?.text, updated: updated?.text, updatedTo: updatedTo?.text, deleted: deleted?.text)
    let pulled = (viewers + (seenBy ?? [])).map { [$0.rawValue, "rev"] }
    return RecordAccess(policies: policies, indexes: pulled + (seen != nil && seenBy == nil ? [["rev"]] : []))
  }
}
