internal import FoundationEssentials
public import Kernel

/// How far a collection has come. It grows with every change, also over restarts.
public struct Revision: Sendable, Hashable, Comparable, Codable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}

/// The version of one record, as an editor opened it.
public struct Version: Sendable, Hashable, Codable {
  let number: Int64

  /// How far its collection had come with it: of two versions the later has the greater.
  public var revision: Revision { Revision(number) }
}

/// What changed since a revision.
public enum Changes<Record: Kept>: Sendable, Equatable {
  /// What was saved and deleted, each once; ask again from `to` while `more` is true.
  case since(saved: [ID<Record>], deleted: [ID<Record>], to: Revision, more: Bool)
  /// Too much was forgotten meanwhile: read everything anew, then go on from here.
  case anew(from: Revision)
}

/// A record with the version to hand back when it is saved.
@dynamicMemberLookup
public struct Opened<Record: Kept>: Sendable, Equatable {
  public let record: Record
  public let version: Version
  public let state: SyncState

  public subscript<Member>(dynamicMember path: KeyPath<Record, Member>) -> Member { record[keyPath: path] }
}

/// What a save expects to find.
public enum Over: Sendable, Hashable {
  /// Nothing: the record is a new one.
  case nothing
  /// The version that the editor opened.
  case version(Version)
  /// Whatever is there.
  case anything
}

/// The write sides of the collections' revisions.
final class Board: Sendable {
  /// How often cached collections were reduced because the disk was full.
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
