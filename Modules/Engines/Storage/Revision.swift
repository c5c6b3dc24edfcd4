public import Kernel
internal import Platform

/// The state of a collection as a number. It increases with every change, also across restarts.
public struct Revision: Sendable, Hashable, Comparable, Codable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// The version of one record, as an editor opened it.
public struct Version: Sendable, Hashable, Codable {
  let number: Int64

  /// The revision of its collection with this change; later versions have greater ones.
  public var revision: Revision { Revision(number) }
}

/// The changes since a revision.
public enum Changes<Record: Kept>: Sendable, Equatable {
  /// The saved and deleted records, each once; query again from `to` while `more` is true.
  case since(saved: [ID<Record>], deleted: [ID<Record>], to: Revision, more: Bool)
  /// The changes are no longer known: read everything again, then continue from here.
  case anew(from: Revision)
}

/// A record with the version to pass when it is saved.
@dynamicMemberLookup
public struct Opened<Record: Kept>: Sendable, Equatable {
  public let record: Record
  public let version: Version
  public let state: SyncState

  public subscript<Member>(dynamicMember path: KeyPath<Record, Member>) -> Member { record[keyPath: path] }
}

/// The expected state of a record for a save.
public enum Over: Sendable, Hashable {
  /// No record: this is a new one.
  case nothing
  /// The version that the editor opened.
  case version(Version)
  /// Any state; overwrites whatever is stored.
  case anything
}

/// Publishes the collections' revisions.
final class RevisionBoard: Sendable {
  /// The number of times that cached collections were reduced because the disk was full.
  let reductions = Current<Int>.Source(0)
  private let sources = Locked<[Int: Current<Revision>.Source]>([:])

  func revision(of collection: Int, at start: Revision) -> Current<Revision> {
    sources.withLock { sources in
      if let source = sources[collection] { return source.current }
      let source = Current.Source(start)
      sources[collection] = source
      return source.current
    }
  }

  func reduced() { reductions.publish(reductions.current.value + 1) }

  func publish(_ revision: Revision, to collections: Set<Int>) {
    for collection in collections { sources.withLock { $0[collection] }?.publish(revision) }
  }
}
