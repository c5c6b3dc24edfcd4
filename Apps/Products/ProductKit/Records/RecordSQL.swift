/// A condition in SQL whose columns are keys of the record, so that their names are not spelled again:
/// `"\(.endsOn) >= \(.beginsOn)"`. Columns of every table, such as `owner`, are written as they are.
package struct RecordSQL<Key: RawRepresentable<String> & Sendable>: Sendable, Hashable, ExpressibleByStringInterpolation
{
  package let text: String

  package init(stringLiteral value: String) { text = value }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }
    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ key: Key) { text += key.rawValue }
    /// A condition that several records share, returned by a function.
    package mutating func appendInterpolation(_ sql: RecordSQL) { text += sql.text }
  }
}
