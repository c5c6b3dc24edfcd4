internal import Catalog
internal import Kernel
internal import Owner
internal import Shell

/// A profile that this process has open, with what all of its windows share.
final class HostedPerson: Sendable {
  let person: Person
  let shared: EmbeddingOptions.Shared
  let name: OpenPersons.Name?
  private let owner: Owner?
  private let client: SystemClient?
  private let listeners: LogListeners

  private init(
    _ person: Person, _ options: EmbeddingOptions, _ owner: Owner?, _ client: SystemClient?, _ listeners: LogListeners
  ) {
    self.person = person
    self.owner = owner
    self.client = client
    self.listeners = listeners
    shared = options.shared
    name = OpenPersons.Name(options)
  }

  /// Opens the profile. Other processes of the user may have windows of it, too.
  static func open(_ options: EmbeddingOptions, _ events: EventQueue) async throws(Problem) -> HostedPerson {
    let listeners = LogListeners()
    listeners.add(events)
    let log = Log { line in if line.level >= .warning { listeners.say(line) } }
    let client = try options.shared.backend.flatMap { _ throws(Problem) in try SystemParts.client(log) }
    let server: ServerPort? =
      if let project = options.shared.backend, let client { .at(project, by: client.http) } else { nil }
    do throws(Problem) {
      let person = try await Person.open(
        options.product, profile: options.profile, home: options.folder.map { .folder($0) } ?? .memory,
        keys: options.keys, clock: options.start.map { ManualTime($0) }, seed: options.shared.seed, log: log,
        server: server, http: SystemParts.http(log))
      if options.shared.isDemo, let demonstration = options.product.demonstration {
        do throws(Problem) {
          try await demonstration.fill(person.store, person.context.time.now())
        } catch {
          await person.close()
          throw error
        }
      }
      return HostedPerson(person, options, Owner.attend(person, of: Product.all), client, listeners)
    } catch {
      await client?.close()
      throw error
    }
  }

  /// Opens another window, whose program gets the lines of the log too.
  func window(in region: RegionalSettings, _ events: EventQueue) async -> Window {
    listeners.add(events)
    return await person.window(in: region)
  }

  /// Keeps the log from a window that is closed.
  func forget(_ events: EventQueue) { listeners.remove(events) }

  /// Closes the profile. All windows of it are closed.
  func close() async {
    await owner?.stop()
    await person.close()
    await client?.close()
  }
}

/// The windows that get the lines of a profile's log.
final class LogListeners: Sendable {
  private let held = Locked<[ObjectIdentifier: EventQueue]>([:])

  func add(_ events: EventQueue) { held.withLock { $0[ObjectIdentifier(events)] = events } }

  func remove(_ events: EventQueue) { held.withLock { $0[ObjectIdentifier(events)] = nil } }

  func say(_ line: Log.Line) {
    for events in held.withLock({ Array($0.values) }) { events.add(.log(line)) }
  }
}
