public import Kernel
public import Platform
public import Samples

/// One app or device store as a sync uses it. An account's client, a simulation or the shell of a phone makes it.
public struct HealthPort: Sendable {
  /// Reads the samples of a kind that overlap a span, a page at a time: nil asks for the first page.
  public var read: @Sendable (SampleKind, _ in: DateInterval, _ page: String?) async throws(Problem) -> SamplePage
  /// Writes samples. One whose key was written before replaces what is there, so that a repeated write changes nothing.
  public var write: @Sendable ([WrittenSample]) async throws(Problem) -> [WriteAnswer]
  /// Deletes records that this app wrote, by their keys. A record that is gone already is no error.
  public var delete: @Sendable (SampleKind, _ keys: [String]) async throws(Problem) -> Void
  /// Tells of each change to records of these kinds, as an `HKObserverQuery` or a changes token does, until the listener ends;
  /// nil for a provider that has to be asked. What this app wrote may be told as well.
  public var changes: (@Sendable ([SampleKind]) -> AsyncStream<Heard<SampleKind>>)?

  public init(
    read: @escaping @Sendable (SampleKind, DateInterval, String?) async throws(Problem) -> SamplePage,
    write: @escaping @Sendable ([WrittenSample]) async throws(Problem) -> [WriteAnswer],
    delete: @escaping @Sendable (SampleKind, [String]) async throws(Problem) -> Void,
    changes: (@Sendable ([SampleKind]) -> AsyncStream<Heard<SampleKind>>)? = nil
  ) {
    self.read = read
    self.write = write
    self.delete = delete
    self.changes = changes
  }
}

/// A part of an answer.
public struct SamplePage: Sendable, Hashable {
  public var samples: [Sample]
  /// The name of the next page; nil after the last.
  public var next: String?
  /// Number of records that could not be understood; the others are in `samples`.
  public var unread: Int

  public init(_ samples: [Sample], next: String? = nil, unread: Int = 0) {
    self.samples = samples
    self.next = next
    self.unread = unread
  }
}

/// A sample under the key by which this app finds it again.
public struct WrittenSample: Sendable, Hashable {
  public let key: String
  public let sample: Sample

  public init(_ sample: Sample, key: String) {
    self.key = key
    self.sample = sample
  }
}

/// The answer to one written sample, in the order of the samples.
public enum WriteAnswer: Sendable, Hashable {
  case written
  /// The app has the record already, from another way.
  case duplicate
  /// The app does not take this record, for a reason in words.
  case refused(String)
}

extension Problem {
  /// The prefix of problems that the person solves by connecting the app again.
  public static let reconnectCode = "provider-reconnect"
  /// The prefix of problems after which the same request may succeed, such as a network that is gone.
  public static let providerLaterCode = "provider-later"

  /// The account has to be connected again: the access was revoked, has expired, or covers less than is needed.
  public static func reconnect(_ name: String) -> Problem {
    Problem(
      reconnectCode, "\(name) does not accept the connection any more.", safe: "Your syncs and their history are kept.",
      remedy: "Connect \(name) again.")
  }

  /// The provider has ended or suspended the access of this app as a whole.
  public static func providerInactive(_ name: String, _ reason: String) -> Problem {
    Problem(
      "provider-inactive", "\(name) refuses this app: \(reason)", safe: "Your syncs and their history are kept.",
      remedy: "Wait; the sync resumes when \(name) allows it again.")
  }

  /// The quota of a provider is used up until a date.
  public static func providerBusy(_ name: String, until: Date) -> Problem {
    Problem(
      "\(providerLaterCode)-quota:\(Int(until.timeIntervalSince1970.rounded(.up)))",
      "\(name) accepts no more requests for now.", safe: "Nothing is lost.",
      remedy: "Wait; the sync goes on by itself when \(name) allows it.")
  }

  /// The provider could not be reached, or answered with an error of its own.
  public static func providerUnreachable(_ name: String) -> Problem {
    Problem(
      providerLaterCode, "\(name) could not be reached.", safe: "Nothing is lost.",
      remedy: "Wait, or sync now; the sync is tried again.")
  }

  /// The provider answered with something that is not what it documents.
  public static func providerUnreadable(_ name: String, _ detail: String) -> Problem {
    Problem(
      "\(providerLaterCode)-unreadable", "The answer of \(name) could not be read: \(detail)", safe: "Nothing is lost.",
      remedy: "Wait, or sync now; the sync is tried again.")
  }

  /// The date at which the quota of a provider allows requests again.
  public var quotaEnds: Date? {
    let prefix = "\(Problem.providerLaterCode)-quota:"
    guard code.hasPrefix(prefix), let seconds = Double(code.dropFirst(prefix.count)) else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }
}
