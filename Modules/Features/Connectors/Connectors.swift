internal import Days
public import Kernel

/// Imports from a person's devices, for all of that person's windows.
public actor Connectors: Feature {
  /// Files up to this size, in bytes, are awaited; larger ones are read in the background.
  static let quick = 8 << 20

  public let core: Core<ConnectorsState>
  public nonisolated let states: Current<ConnectorsState>
  public nonisolated let events: Broadcast<ConnectorsEvent>
  private let sources: [Connector.ID: ConnectorSource]
  private let needs: ConnectorsNeeds
  private let log: Log

  /// Offers `sources` in their order, each with an identifier of its own. `offline` is the message for a user who tries
  /// to sync without a connection.
  public init(
    _ sources: [ConnectorSource], offline: String, on context: FeatureContext, needs: ConnectorsNeeds
  ) {
    let core = Core(ConnectorsState(sources.map(\.connector), offline: offline), on: context)
    self.core = core
    states = core.states
    events = core.events
    self.sources = Dictionary(sources.map { ($0.connector.id, $0) }, uniquingKeysWith: { first, _ in first })
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
    case .read(let connector, let path): return await read(path, of: connector)
    case .request(let connector, let today): return await request(connector, today)
    case .hand(let connection, let data): return await hand(connection, data)
    case .remove(let connector):
      do throws(Problem) {
        try await sources[connector]?.remove()
        try await needs.forget(connector)
        return .removed(connector)
      } catch {
        log.warning("Imported data could not be removed (\(code: error)).")
        return .notRemoved(connector, error)
      }
    }
  }

  // MARK: Reading

  private func request(_ connector: Connector.ID, _ today: CalendarDay) async -> ConnectorsAction? {
    guard case .request(let fetch) = sources[connector]?.reading else { return nil }
    do throws(Problem) {
      return .read(try await fetch(today))
    } catch {
      log.info("The data of a source were not fetched (\(code: error)).")
      return .notRead(error)
    }
  }

  private func read(_ path: String, of connector: Connector.ID) async -> ConnectorsAction? {
    guard case .file(let size, let read) = sources[connector]?.reading else { return nil }
    do throws(Problem) {
      if try size(path) <= Connectors.quick { return await readTelling(path, by: read) }
    } catch {
      log.info("A file was not read (\(code: error)).")
      return .notRead(error)
    }
    return await Receipt.aside { await readTelling(path, by: read) }
  }

  private func readTelling(_ path: String, by read: @escaping ConnectorSource.Read) async -> ConnectorsAction {
    let (progress, telling) = AsyncStream.makeStream(of: ImportProgress.self, bufferingPolicy: .bufferingNewest(1))
    async let answer = Connectors.answer(read, path, telling)
    for await one in progress { send(.progressed(one)) }
    let action = await answer
    if case .notRead(let problem) = action { log.info("A file was not read (\(code: problem)).") }
    return action
  }

  @concurrent private static func answer(
    _ read: ConnectorSource.Read, _ path: String, _ telling: AsyncStream<ImportProgress>.Continuation
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
  private func hand(_ connection: ConnectedSource, _ data: ImportedData) async -> ConnectorsAction {
    var handed = 0
    do throws(Problem) {
      try await needs.keep(connection)
      for batch in data.batches.all {
        try await batch.store()
        handed += batch.days
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
}
