public import Kernel

/// A calendar elsewhere, as the sync uses it: one on a server, or that of a device, which a shell hands in.
public struct RemoteCalendar: Sendable {
  /// The changes since a token.
  public struct Changes: Sendable, Hashable {
    /// The names of resources that may have changed, with their ETags.
    public var changed: [String: String]
    public var removed: Set<String>
    /// Whether `changed` names every resource, so that what is missing was removed.
    public var isWhole: Bool
    /// The token of the next question; nil where the calendar has none.
    public var token: String?

    public init(changed: [String: String], removed: Set<String> = [], isWhole: Bool, token: String?) {
      self.changed = changed
      self.removed = removed
      self.isWhole = isWhole
      self.token = token
    }
  }

  /// A resource with its text.
  public struct Resource: Sendable, Hashable {
    public let name: String
    public let etag: String
    public let text: String

    public init(name: String, etag: String, text: String) {
      self.name = name
      self.etag = etag
      self.text = text
    }
  }

  public enum Outcome: Sendable, Hashable {
    /// Done, with the new ETag if the server names it.
    case done(String?)
    /// The resource is not as it was expected to be.
    case conflict
    /// The server does not take this resource; the others are not affected.
    case refused(String)
  }

  /// Returns the changes since a token, or everything. A token that has expired brings everything.
  public var changes: @Sendable (_ since: String?) async throws(Problem) -> Changes
  /// The resources of those names that are there.
  public var fetch: @Sendable (_ names: [String]) async throws(Problem) -> [Resource]
  /// Writes over the resource with that ETag, or a new one.
  public var put: @Sendable (_ name: String, _ text: String, _ etag: String?) async throws(Problem) -> Outcome
  public var delete: @Sendable (_ name: String, _ etag: String) async throws(Problem) -> Outcome

  public init(
    changes: @escaping @Sendable (_ since: String?) async throws(Problem) -> Changes,
    fetch: @escaping @Sendable (_ names: [String]) async throws(Problem) -> [Resource],
    put: @escaping @Sendable (_ name: String, _ text: String, _ etag: String?) async throws(Problem) -> Outcome,
    delete: @escaping @Sendable (_ name: String, _ etag: String) async throws(Problem) -> Outcome
  ) {
    self.changes = changes
    self.fetch = fetch
    self.put = put
    self.delete = delete
  }
}
