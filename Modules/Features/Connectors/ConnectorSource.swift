public import Days
public import Interface
public import Kernel

/// A connector together with the functions that read its data and remove it: the value that a product hands in.
public struct ConnectorSource: Sendable {
  public typealias Read =
    @Sendable (_ path: String, _ progress: @escaping @Sendable (ImportProgress) -> Void) async throws(Problem) ->
    ImportedData

  enum Reading: Sendable {
    case file(size: @Sendable (_ path: String) throws(Problem) -> Int, read: Read)
    case request(@Sendable (_ today: CalendarDay) async throws(Problem) -> ImportedData)
  }

  public let connector: Connector
  let reading: Reading
  /// Removes everything that the connector delivered.
  let remove: @Sendable () async throws(Problem) -> Void

  private init(
    _ connector: Connector, _ reading: Reading, _ remove: @escaping @Sendable () async throws(Problem) -> Void
  ) {
    self.connector = connector
    self.reading = reading
    self.remove = remove
  }

  /// A source whose data is in a file.
  /// - Parameters:
  ///   - hint: Says which file to choose.
  ///   - example: The path of such a file.
  ///   - size: Returns the size of a file; throws when it cannot be read.
  ///   - read: Reads a whole file or nothing, and reports progress. Cancelling the task ends it. Throws for a file
  ///     without usable data.
  ///   - remove: Removes everything that was delivered.
  public static func file(
    _ id: Connector.ID, title: String, phrase: String, about: String, icon: Icon, removing: String, hint: String,
    example: String, size: @escaping @Sendable (_ path: String) throws(Problem) -> Int, read: @escaping Read,
    remove: @escaping @Sendable () async throws(Problem) -> Void
  ) -> ConnectorSource {
    ConnectorSource(
      Connector(
        id, title: title, phrase: phrase, about: about, icon: icon, removing: removing,
        way: .file(hint: hint, example: example)), .file(size: size, read: read), remove)
  }

  /// A source whose data is fetched or generated up to a day. Cancelling the task ends it.
  public static func request(
    _ id: Connector.ID, title: String, phrase: String, about: String, icon: Icon, removing: String, first: String,
    again: String, fetch: @escaping @Sendable (_ today: CalendarDay) async throws(Problem) -> ImportedData,
    remove: @escaping @Sendable () async throws(Problem) -> Void
  ) -> ConnectorSource {
    ConnectorSource(
      Connector(
        id, title: title, phrase: phrase, about: about, icon: icon, removing: removing,
        way: .request(first: first, again: again)), .request(fetch), remove)
  }
}
