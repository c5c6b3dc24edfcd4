/// A table whose rows decide who sees the rows of another table: a connection shows two people each other's profile, a
/// block hides somebody's messages.
public struct VisibilitySource: Sendable, Hashable {
  /// The table with the deciding rows.
  public let table: String
  /// Its column with the person whose view changes.
  public let viewer: String
  /// Its column with the person whose rows appear or disappear.
  public let subject: String
  /// The column of the other table that holds this person.
  public let column: String
  /// Whether a deciding row shows rows. One that only hides cannot make anybody a viewer.
  public let isShowing: Bool

  public init(_ table: String, viewer: String, subject: String, column: String, isShowing: Bool = true) {
    self.table = table
    self.viewer = viewer
    self.subject = subject
    self.column = column
    self.isShowing = isShowing
  }
}

/// SQL, in the subset that both stores share, that finds the rows of a table that somebody sees by its policy `seen`.
///
/// The stores run it before and after every change that decides about visibility, and note each row found for that
/// person's devices. The next pull looks at the noted rows again: it sends those that the person sees, and the others as
/// deleted.
public struct SharedRows: Sendable {
  public let table: Table
  private let seen: String

  /// The largest number of rows noted one by one. Beyond it, the person's devices pull the collection from the
  /// beginning, so that no single change writes more.
  public static let most = 1000

  /// Nil for a table that no device pulls, or of which nobody but the viewers in its columns sees a row.
  public init?(_ table: Table) {
    let policies = table.policies
    guard table.isSynced, table.key == ["id"], table.columns.contains(where: { $0.filling == .revision }),
      let seen = policies.seen, policies.seenBy != nil || !policies.sources.isEmpty
    else { return nil }
    self.table = table
    self.seen = seen
  }

  /// Selects the identifiers of those rows of `subject` that `viewer` sees, both given as expressions; one more than
  /// `most` at the most.
  public func visible(to viewer: String, of subject: String, by source: VisibilitySource) -> String {
    var conditions = ["\(Dialect.quoted(source.column)) = \(subject)"]
    if let people = table.policies.seenBy {
      conditions.append("(\(people.map { "\(Dialect.quoted($0)) = \(viewer)" }.joined(separator: " or ")))")
    }
    conditions.append("(\(condition(for: viewer)))")
    return "select \"id\" from \(Dialect.quoted(table.name)) where \(conditions.joined(separator: " and ")) "
      + "limit \(Self.most + 1)"
  }

  /// Selects, as `viewer`, the people who see a row only by `seen`. `row` is its name in a trigger, such as `old`.
  public func viewers(of row: String) -> String {
    let people: [String]
    if let columns = table.policies.seenBy {
      people = columns.map { "select \(row).\(Dialect.quoted($0)) as viewer" }
    } else {
      people = table.policies.sources.filter(\.isShowing).map { source in
        "select \(Dialect.quoted(source.viewer)) as viewer from \(Dialect.quoted(source.table)) "
          + "where \(Dialect.quoted(source.subject)) = \(row).\(Dialect.quoted(source.column))"
      }
    }
    let everyone = people.isEmpty ? "select \(row).\"id\" as viewer where false" : people.joined(separator: " union ")
    return "select sharing.viewer from (\(everyone)) as sharing where sharing.viewer is not null and exists "
      + "(select 1 from \(Dialect.quoted(table.name)) where \"id\" = \(row).\"id\" and (\(condition(for: "sharing.viewer"))))"
  }

  /// The conditions, one for each source that shows rows, that all rows keep which the caller sees by `seen`.
  public var sources: [String] {
    table.policies.sources.filter(\.isShowing).map { source in
      "\(Dialect.quoted(source.column)) in (select \(Dialect.quoted(source.subject)) from \(Dialect.quoted(source.table)) "
        + "where \(Dialect.quoted(source.viewer)) = auth.uid())"
    }
  }

  /// The columns that the policy names; others do not change who sees a row.
  public var deciding: [String] {
    let words = Set(seen.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    return table.columns.map(\.name).filter { words.contains($0) }
  }

  /// The indexes by which the rows of a subject are found.
  public var indexes: [[String]] {
    var indexes: [[String]] = []
    for source in table.policies.sources {
      let found = table.policies.seenBy.map { $0.map { [$0, source.column] } } ?? [[source.column]]
      for index in found where !indexes.contains(index) { indexes.append(index) }
    }
    return indexes
  }

  /// The policy as it applies to `viewer` instead of the caller.
  private func condition(for viewer: String) -> String {
    var (result, rest) = ("", seen[...])
    while let found = rest.firstRange(of: "auth.uid()") {
      result += rest[..<found.lowerBound] + viewer
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}

extension Schema {
  /// The tables of which this table's rows decide who sees rows, each with how.
  public func shared(by table: Table) -> [(rows: SharedRows, source: VisibilitySource)] {
    ordered.flatMap { other -> [(rows: SharedRows, source: VisibilitySource)] in
      guard let rows = SharedRows(other) else { return [] }
      return other.policies.sources.filter { $0.table == table.name }.map { (rows, $0) }
    }
  }
}
