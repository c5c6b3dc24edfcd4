internal import Relational

/// A rule on several columns of a record, or on the changes of a row.
package struct RecordRule<Key: RawRepresentable<String> & Sendable>: Sendable {
  let apply: @Sendable (inout Table) -> Void

  /// Two rows never agree in all of these columns, whoever owns them.
  package static func unique(_ keys: Key...) -> RecordRule {
    let names = keys.map(\.rawValue)
    return RecordRule { $0.uniques.append(names) }
  }

  /// Two rows never agree in a column that the record does not carry. Nulls differ.
  package static func unique(unread column: UnreadColumn) -> RecordRule {
    RecordRule { $0.uniques.append([column.rawValue]) }
  }

  /// Two rows of one person never agree in all of these columns.
  package static func unique(perOwner keys: Key...) -> RecordRule {
    let names = ["owner"] + keys.map(\.rawValue)
    return RecordRule { $0.uniques.append(names) }
  }

  /// A person has one row at most.
  package static var onePerOwner: RecordRule { RecordRule { $0.uniques.append(["owner"]) } }

  /// An index besides those by which devices pull.
  package static func index(_ keys: Key...) -> RecordRule {
    let names = keys.map(\.rawValue)
    return RecordRule { $0.indexes.append(names) }
  }

  /// SQL of the server itself names these columns, so a sealed server keeps them readable.
  package static func readByServer(_ keys: Key...) -> RecordRule {
    let names = keys.map(\.rawValue)
    return RecordRule { $0.serverReads += names }
  }

  /// A change of a row is refused with a sentence for the person unless the condition holds. It names the row before as
  /// `old.\(.status)`, and after as `new.\(.status)`.
  package static func transition(_ name: String, _ condition: RecordSQL<Key>, refusal: String) -> RecordRule {
    let transition = Transition(name, condition.text, refusal: refusal)
    return RecordRule { $0.transitions.append(transition) }
  }

  /// A row is refused with a sentence for the person unless the condition holds, when it is inserted and when it is changed.
  /// The condition names its columns as `new.\(.status)`. Rows of before stay as they are until they are changed.
  package static func requirement(_ name: String, _ condition: RecordSQL<Key>, refusal: String) -> RecordRule {
    let transition = Transition(name, condition.text, refusal: refusal, isForNewRows: true)
    return RecordRule { $0.transitions.append(transition) }
  }

  /// These columns and the owner stay as they are. Null equals null here.
  package static func unchanged(_ keys: Key..., refusal: String) -> RecordRule {
    let same = (["owner"] + keys.map(\.rawValue)).map { column in
      "(new.\(column) = old.\(column) or (new.\(column) is null and old.\(column) is null))"
    }
    return transition("unchanged", RecordSQL(stringLiteral: same.joined(separator: " and ")), refusal: refusal)
  }
}
