internal import Catalog
internal import Fetch
internal import Kernel
internal import Owner
internal import Shell

/// A profile that this process has open, with what all of its windows share.
final class HostedPerson: Sendable {
  let person: Person
  let shared: EmbeddingOptions.Shared
  let name: OpenPersons.Name?
  private let owner: Owner?
  private let fetch: Fetch?
  private let listeners: LogListeners

  private init(
    _ person: Person, _ options: EmbeddingOptions, _ owner: Owner?, _ fetch: Fetch?, _ listeners: LogListeners
  ) {
    self.person = person
    self.owner = owner
    self.fetch = fetch
    self.listeners = listeners
    shared = options.shared
    name = OpenPersons.Name(options)
  }

  /// Opens the profile. Other processes of the user may have windows of it, too.
  static func open(_ options: EmbeddingOptions, _ events: EventQueue) async throws(Problem) -> HostedPerson {
    let listeners = LogListeners()
    listeners.add(events)
    let log = Log { line in if line.level >= .warning { listeners.say(line) } }
    let fetch = try options.shared.backend.map { _ throws(Problem) in try Fetch(log: log) }
    let server: ServerPort? =
      if let project = options.shared.backend, let fetch {
        .at(project, by: fetch.client)
      } else { nil }
    do throws(Problem) {
      let person = try await Person.open(
        options.product, profile: options.profile, home: options.folder.map { .folder($0) } ?? .memory,
        keys: options.keys, clock: options.start.map { ManualTime($0) }, seed: options.shared.seed, log: log,
        server: server, http: .curl(log: log))
      if options.shared.isDemo, let demonstration = options.product.demonstration {
        do throws(Problem) {
          try await demonstration.fill(person.store, person.context.time.now())
        } catch {
          await person.close()
          throw error
        }
      }
      return HostedPerson(person, options, Owner.attend(person, of: Product.all), fetch, listeners)
    } catch {
      await fetch?.close()
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
    await fetch?.close()
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
