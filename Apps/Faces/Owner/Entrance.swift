public import HTTP
public import Kernel
public import Shell

/// The two ways of opening a profile: this process opens it and admits others, or another process has it open and
/// admits this one.
public enum Entrance: Sendable {
  case here(Person, Owner?)
  case through(Visit)

  /// The time for which opening is retried while the process that has the profile open starts or ends.
  private static let patience = Duration.seconds(3)
  private static let pause = Duration.milliseconds(20)

  public static func open(
    _ product: Product, among products: [Product], profile: String = "me", home: Person.Home,
    keys: ProfileKeys = .file,
    clock: ManualTime? = nil, seed: UInt64? = nil, log: Log = .silent, server: ServerPort? = nil,
    http: HTTPClient? = nil, answering: Duration = Visit.patience
  ) async throws(Problem) -> Entrance {
    let end = ContinuousClock.now + patience
    while true {
      do {
        let person = try await Person.open(
          product, profile: profile, home: home, keys: keys, clock: clock, seed: seed, log: log, server: server,
          http: http)
        return .here(person, Owner.attend(person, of: products))
      } catch {
        guard error.code == "profile-in-use", let folder = Person.folder(of: product, profile, in: home) else {
          throw error
        }
        if let visit = try await visit(folder, of: error, answering) { return .through(visit) }
        guard .now < end, !Task.isCancelled else { throw error }
        try? await Task.sleep(for: pause)
      }
    }
  }

  /// Connects to the owner; nil when none accepts. If it does not respond, the problem keeps the refusal's first
  /// sentence, which names the owner.
  private static func visit(_ folder: String, of refusal: Problem, _ answering: Duration) async throws(Problem)
    -> Visit?
  {
    do {
      return try await Visit.open(folder, patience: answering)
    } catch {
      guard error.code == Problem.mute.code else { throw error }
      throw Problem(
        error.code, "\(refusal.what) That process does not answer.", safe: refusal.safe, remedy: error.remedy)
    }
  }
}
