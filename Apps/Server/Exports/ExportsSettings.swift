public import JSON
public import Kernel
public import Relational

/// The limits of exports.
public struct ExportsSettings: Sendable {
  /// Seconds for which a finished export can be downloaded.
  public var life = 72 * 3600
  /// Downloads of one export.
  public var downloads = 5
  /// Bytes of one archive.
  public var largest = 2 << 30
  /// Seconds between the beginnings of two exports of one person.
  public var pause = 600
  /// Attempts at one export, and the seconds after which one that was not prolonged counts as lost.
  public var attempts = 5
  public var lease = 600
  /// Requests to download that one client network may send in a minute.
  public var tries = 20

  public init() {}
}

/// Contents of an export besides rows, and the address that it is announced to.
public struct ExportSources: Sendable {
  /// The account as JSON; nil when it is gone.
  public var account: @Sendable (_ person: String) async throws(Problem) -> JSON?
  public var files: @Sendable (_ person: String) async throws(Problem) -> [ExportedFile]
  /// Writes a letter with the link, in the transaction that makes the export ready.
  public var announce: @Sendable (_ person: String, _ link: String, any Session) throws(Failure) -> Void
  /// Called after that transaction.
  public var announced: @Sendable () async -> Void
  /// Whether the person has not withdrawn the consent to what an export holds.
  public var allows: @Sendable (_ person: String, any Session) throws(Failure) -> Bool

  public init(
    account: @escaping @Sendable (_ person: String) async throws(Problem) -> JSON?,
    files: @escaping @Sendable (_ person: String) async throws(Problem) -> [ExportedFile],
    announce: @escaping @Sendable (_ person: String, _ link: String, any Session) throws(Failure) -> Void = {
      _, _, _ throws(Failure) in
    }, announced: @escaping @Sendable () async -> Void = {},
    allows: @escaping @Sendable (_ person: String, any Session) throws(Failure) -> Bool = { _, _ throws(Failure) in true
    }
  ) {
    self.account = account
    self.files = files
    self.announce = announce
    self.announced = announced
    self.allows = allows
  }
}
