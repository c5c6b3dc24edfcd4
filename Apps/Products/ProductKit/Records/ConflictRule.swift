internal import Sync

/// The resolution of a conflict between two devices' changes to one record.
package enum ConflictRule<Key: RawRepresentable<String> & Sendable>: Sendable {
  /// The person decides.
  case ask
  /// Field by field: a change by one side stays; of fields that both have changed, the newest wins.
  case newest
  /// The greater hybrid clock in that column wins.
  case clock(Key)
  /// The greater whole number in that column wins; of equal ones, the server's version.
  case greatest(Key)
  /// The server wins.
  case server
  /// Field by field; the person decides about fields that both have changed.
  case merge

  var policy: Policy {
    switch self {
    case .ask: .ask
    case .newest: .newest
    case .clock(let key): .clock(key.rawValue)
    case .greatest(let key): .greatest(key.rawValue)
    case .server: .server
    case .merge: .merge
    }
  }
}
