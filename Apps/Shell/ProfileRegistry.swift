public import HTTP
public import Kernel
public import Permissions
internal import Platform

/// The open profiles of one process. Each is opened once, however many windows of it are requested.
public actor ProfileRegistry {
  /// Starts work that runs while a person is open, and returns the function that ends it before the person is closed.
  public typealias Attending = @Sendable (Person) async -> Ending
  /// Returns the device's check of a finger or face for one profile; nil where there is none.
  public typealias Biometrics = @Sendable (_ product: Product.ID, _ profile: String) -> BiometricPort?
  public typealias Ending = @Sendable () async -> Void

  public nonisolated let home: Person.Home
  private let keys: ProfileKeys
  private let clock: ManualTime?
  private let seed: UInt64?
  private let log: Log
  private let server: ServerPort?
  private let http: HTTPClient?
  private let machine: Current<Bool?>?
  private let biometrics: Biometrics
  private let attending: Attending
  private var opened: [Name: Opened] = [:]
  private var isClosed = false

  private struct Name: Hashable {
    let product: Product.ID
    let profile: String
  }

  /// A profile that is open or being opened. Concurrent requests await the same task.
  private struct Opened {
    let product: Product
    let opening: Task<Result<Inhabitant, Problem>, Never>
  }

  private struct Inhabitant {
    let person: Person
    let ending: Ending
  }

  public init(
    home: Person.Home, keys: ProfileKeys = .file, clock: ManualTime? = nil, seed: UInt64? = nil, log: Log = .silent,
    server: ServerPort? = nil, http: HTTPClient? = nil, machine: Current<Bool?>? = nil,
    attending: @escaping Attending = { _ in {} }, biometrics: @escaping Biometrics = { _, _ in nil }
  ) {
    self.home = home
    self.keys = keys
    self.clock = clock
    self.seed = seed
    self.log = log
    self.server = server
    self.http = http
    self.machine = machine
    self.biometrics = biometrics
    self.attending = attending
  }

  public func person(_ product: Product, _ profile: String) async throws(Problem) -> Person {
    guard !isClosed else { throw ProfileRegistry.closed }
    let name = Name(product: product.id, profile: profile)
    if let there = opened[name] { return try await person(of: there.opening.value) }
    let (home, keys, clock, seed, log, attending) = (home, keys, clock, seed, log, attending)
    let (server, http, machine, port) = (server, http, machine, biometrics(product.id, profile))
    let opening = Task { () async -> Result<Inhabitant, Problem> in
      do throws(Problem) {
        let person = try await Person.open(
          product, profile: profile, home: home, keys: keys, clock: clock, seed: seed, log: log, server: server,
          http: http, machine: machine, biometrics: port)
        return .success(Inhabitant(person: person, ending: await attending(person)))
      } catch {
        return .failure(error)
      }
    }
    opened[name] = Opened(product: product, opening: opening)
    let result = await opening.value
    // A failed opening is not cached, so that the next request tries again.
    if case .failure = result { opened[name] = nil }
    return try person(of: result)
  }

  /// Throws when the registry was closed while the profile was being opened.
  private func person(of result: Result<Inhabitant, Problem>) throws(Problem) -> Person {
    let person = try result.get().person
    guard !isClosed else { throw ProfileRegistry.closed }
    return person
  }

  /// Returns the names of the profiles, open or only on disk, in alphabetical order.
  public func profiles(of product: Product) -> [String] {
    var names = Set(opened.keys.filter { $0.product == product.id }.map(\.profile))
    if case .folder(let path) = home {
      let folder = "\(path)/\(product.id)"
      let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      names.formUnion(there.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/owner") })
    }
    return names.sorted()
  }

  /// Returns whether the profile exists. Called for every page; the disk is read only for profiles that are not open.
  public func knows(_ product: Product, _ profile: String) -> Bool {
    opened.keys.contains { $0.product == product.id && $0.profile == profile }
      || profiles(of: product).contains(profile)
  }

  /// Closes every profile. Close the windows first.
  public func close() async {
    isClosed = true
    let all = opened.values.map(\.opening)
    opened = [:]
    for opening in all {
      guard case .success(let inhabitant) = await opening.value else { continue }
      await inhabitant.ending()
      await inhabitant.person.close()
    }
  }

  /// Thrown for requests after the registry was closed.
  public static let closed = Problem(
    "closing", "Troupe is being stopped.", safe: "What was entered before is kept.", remedy: "Start it again.")
}
