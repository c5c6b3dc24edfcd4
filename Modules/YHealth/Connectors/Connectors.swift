internal import AppleHealth
internal import Days
public import Kernel

/// Imports from a person's devices, for all of that person's windows.
public actor Connectors: Feature {
  /// Number of figures delivered at once, plus the rest of their last day.
  static let batch = 2000
  /// Files up to this size, in bytes, are awaited; larger ones are read in the background.
  static let quick = 8 << 20

  public let core: Core<ConnectorsState>
  public nonisolated let states: Current<ConnectorsState>
  public nonisolated let events: Broadcast<ConnectorsEvent>
  private let needs: ConnectorsNeeds
  private let log: Log

  /// `offline` is the message for a user who tries to sync without a connection.
  public init(offline: String, on context: FeatureContext, needs: ConnectorsNeeds) {
    let core = Core(ConnectorsState(offline: offline), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.needs = needs
    log = context.log.from("Connectors")
  }

  public func perform(_ effect: ConnectorsEffect) async -> ConnectorsAction? {
    switch effect {
    case .load:
      do throws(Problem) {
        return .loaded(try await needs.load())
      } catch {
        log.warning("The connections could not be loaded (\(code: error)).")
        return .notLoaded(error)
      }
    case .read(let path): return await read(path)
    case .hand(let connection, let days): return await hand(connection, days)
    case .remove(let connector):
      do throws(Problem) {
        try await needs.remove(connector)
        try await needs.forget(connector)
        return .removed(connector)
      } catch {
        log.warning("Imported data could not be removed (\(code: error)).")
        return .notRemoved(connector, error)
      }
    }
  }

  // MARK: Reading

  private func read(_ path: String) async -> ConnectorsAction {
    do throws(Problem) {
      if try needs.size(path) <= Connectors.quick { return await readTelling(path) }
    } catch {
      log.info("A file was not read (\(code: error)).")
      return .notRead(error)
    }
    return await Receipt.aside { await readTelling(path) }
  }

  private func readTelling(_ path: String) async -> ConnectorsAction {
    let (progress, telling) = AsyncStream.makeStream(of: ReadingProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let answer = Connectors.answer(needs.read, path, telling)
    for await one in progress { send(.progressed(one)) }
    let action = await answer
    if case .notRead(let problem) = action { log.info("A file was not read (\(code: problem)).") }
    return action
  }

  @concurrent private static func answer(
    _ read: @Sendable (String, @escaping @Sendable (ReadingProgress) -> Void) async throws(Problem) -> ReadExport,
    _ path: String, _ telling: AsyncStream<ReadingProgress>.Continuation
  ) async -> ConnectorsAction {
    defer { telling.finish() }
    do throws(Problem) {
      return .read(try await read(path) { telling.yield($0) })
    } catch {
      return .notRead(error)
    }
  }

  // MARK: Delivery of imported days

  /// Stores the connection first, so that after an interruption everything delivered can be removed.
  private func hand(_ connection: ConnectedSource, _ days: [ReadDay]) async -> ConnectorsAction {
    var handed = 0
    do throws(Problem) {
      try await needs.keep(connection)
      var rest = days[...]
      while let batch = Connectors.batch(of: &rest) {
        try await needs.deliver(connection.connector, Array(batch))
        handed += Set(batch.map(\.day)).count
        send(.handed(handed))
      }
      try await needs.keep(connection.whole)
      return .connected(connection.whole)
    } catch {
      log.warning("Not all imported data could be saved (\(code: error)).")
      let safe = "\(NumberWords.days(handed)) of \(NumberWords.grouped(connection.days)) are saved."
      return .notConnected(
        connection, Problem(error.code, error.what, safe: safe, remedy: "\(error.remedy) Then import it again."))
    }
  }

  /// The next batch, in whole days.
  static func batch(of rest: inout ArraySlice<ReadDay>) -> ArraySlice<ReadDay>? {
    guard let last = rest.prefix(batch).last else { return nil }
    let end = rest[min(rest.startIndex + batch, rest.endIndex)...].firstIndex { $0.day != last.day } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}
