internal import Catalog
internal import Commands
internal import Fetch
internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Owner
internal import SecretService
internal import Shell

/// Opens the profile that the arguments name.
enum ProfileOpening {
  static let options: [Option] = [
    .product, .profile, .data, .key, .clock, .zone, .locale, .seed, .backend, .backendKey, .mealModel, .coachModel,
    .demo,
  ]

  static func product(_ given: Arguments) throws(Problem) -> Product {
    let known = Product.all.map(\.id)
    guard let name = given[.product] else {
      throw .usage("Which product? Give --product with one of \(known.joined(separator: ", ")).")
    }
    guard let product = Product.named(name) else {
      throw .usage("There is no product “\(name.prefix(40))”.", near: name, among: known)
    }
    return product
  }

  private static func name(of given: Arguments) -> String {
    given[.profile] ?? (given.has(.demo) ? Demonstration.profile : "me")
  }

  /// Adds demo data up to now, when the arguments ask for it and the product has any.
  static func demonstrate(_ person: Person, _ given: Arguments) async throws(Problem) {
    guard given.has(.demo), let demonstration = person.product.demonstration else { return }
    try await demonstration.fill(person.store, person.context.time.now())
  }

  /// Opens a profile exclusively. Throws while another process has it open.
  static func person(_ product: Product, _ given: Arguments, keeps: Bool = true) async throws(Problem) -> Person {
    let person = try await Person.open(
      product, profile: name(of: given), home: home(given, keeps), keys: try keys(given),
      clock: try clock(given), seed: try seed(given), log: log, http: .curl(log: log))
    try await demonstrate(person, given)
    return person
  }

  /// Opens a profile and lets other processes use it, or connects to the process that has it open, with that process's
  /// settings.
  static func entrance(
    _ product: Product, _ given: Arguments, profile: String? = nil, in setting: RunSettings
  ) async throws(Problem) -> Entrance {
    let entrance = try await Entrance.open(
      product, among: Product.all, profile: profile ?? name(of: given), home: setting.home, keys: setting.keys,
      clock: setting.clock, seed: setting.seed, log: log, server: setting.server, http: .curl(log: log))
    switch entrance {
    case .here(let person, _): try await demonstrate(person, given)
    case .through(let visit): try await agree(with: visit, given)
    }
    return entrance
  }

  /// Returns a registry of the profiles of one data folder, each of which other processes can use.
  static func registry(in setting: RunSettings, machine: Current<Bool?>) -> ProfileRegistry {
    ProfileRegistry(
      home: setting.home, keys: setting.keys, clock: setting.clock, seed: setting.seed, log: log,
      server: setting.server, http: .curl(log: log), machine: machine
    ) { person in
      let owner = Owner.attend(person, of: Product.all)
      return { await owner?.stop() }
    }
  }

  /// Returns whether the profile has a folder already.
  static func isThere(_ product: Product, _ given: Arguments) -> Bool {
    Person.folder(of: product, name(of: given), in: home(given, true)).map { access($0, F_OK) == 0 } ?? false
  }

  /// Throws when there is no such profile, for tools that only ask for its state. `--demo` makes one.
  static func checkThere(_ product: Product, _ given: Arguments) throws(Problem) {
    guard !isThere(product, given), let folder = Person.folder(of: product, name(of: given), in: home(given, true))
    else { return }
    throw Problem(
      "no-profile", "\(product.name) has no profile “\(name(of: given))” in \(folder.suffix(200)).",
      safe: "None was made.", remedy: "Check --profile and --data, or open it first, such as with `troupe console`.")
  }

  static func home(_ given: Arguments, _ keeps: Bool) -> Person.Home {
    given[.data].map { .folder($0) } ?? (keeps ? .folder(usualFolder) : .memory)
  }

  /// Throws for options that only the process that opens the profile can set. The time can be set where it is manual.
  private static func agree(with visit: Visit, _ given: Arguments) async throws(Problem) {
    for option in [Option.key, .seed, .record, .backend] where given.has(option) {
      throw foreign("--\(option.name) cannot be chosen: another process has the profile open already.")
    }
    guard let text = given[.clock] else { return }
    let moment = try clock(given)?.now
    let isMoved: Bool
    do throws(Problem) {
      try await visit.ask(moment.map { .setClock($0.date, zone: $0.zone.identifier) } ?? .advance(seconds: 0))
      isMoved = true
    } catch {
      guard error.code == "no-clock" else { throw error }
      isMoved = false
    }
    if isMoved != (moment != nil) {
      let owners = isMoved ? "moved by hand" : "the machine's own"
      throw foreign("--clock \(text) cannot be: another process has the profile open, and its time is \(owners).")
    }
  }

  private static func foreign(_ what: String) -> Problem {
    Problem("owner-decides", what, safe: "Nothing was changed.", remedy: "Omit the option, or end the other process.")
  }

  static func keys(_ given: Arguments) throws(Problem) -> ProfileKeys {
    switch given[.key] ?? "file" {
    case "file": return .file
    case "keyring":
      return .custom { name in .secretService(profile: name, environment: ProcessInfo.processInfo.environment) }
    case "passphrase":
      // Not an argument: other processes could read it there.
      guard let words = variable("TROUPE_PASSPHRASE") else {
        throw .usage("The passphrase is read from TROUPE_PASSPHRASE, which is not set.")
      }
      return .passphrase(Redacted(words))
    case let other:
      throw .usage("--key takes file, keyring or passphrase, not “\(other.prefix(40))”.")
    }
  }

  /// Returns a manual clock; nil for the system clock.
  static func clock(_ given: Arguments) throws(Problem) -> ManualTime? {
    guard let text = given[.clock], text != "system" else { return nil }
    guard let date = Moment.date(text) else {
      throw .usage("“\(text.prefix(40))” is not a timestamp. Use the form 2026-03-02T08:00:00Z, or system.")
    }
    let name = given[.zone] ?? "GMT"
    guard let zone = TimeZone(named: name) else {
      throw .usage("There is no time zone called “\(name.prefix(64))”. Use a name such as Europe/Rome.")
    }
    return ManualTime(Moment(date, in: zone))
  }

  /// The locale and time zone of the person at this terminal: of the arguments, and else of the environment. A manual clock
  /// has a zone of its own.
  static func region(_ given: Arguments) throws(Problem) -> RegionalSettings {
    let isManual = try clock(given) != nil
    let asked = RegionalSettings(locale: given[.locale], zone: isManual ? nil : given[.zone])
    if let tag = given[.locale], asked.locale == nil {
      throw .usage("“\(tag.prefix(40))” is not a locale. Use a tag such as de-DE.")
    }
    if let name = given[.zone], asked.zone == nil, !isManual {
      throw .usage("There is no time zone called “\(name.prefix(64))”. Use a name such as Europe/Rome.")
    }
    var own = RegionalSettings(environment: ProcessInfo.processInfo.environment)
    if isManual { own.zone = nil }
    return asked.completed(by: own)
  }

  /// The present moment in the zone of the person at this terminal, in whole milliseconds.
  static func present(_ given: Arguments) throws(Problem) -> Moment {
    let milliseconds = (Date().timeIntervalSince1970 * 1000).rounded(.down)
    return Moment(Date(timeIntervalSince1970: milliseconds / 1000), in: try region(given).zone ?? .gmt)
  }

  static func seed(_ given: Arguments) throws(Problem) -> UInt64? {
    guard let text = given[.seed] else { return nil }
    guard let seed = UInt64(text) else { throw .usage("--seed takes a whole number, not “\(text.prefix(40))”.") }
    return seed
  }

  /// The default data folder.
  static var usualFolder: String {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/troupe" }
    return "\(variable("HOME") ?? ".")/.local/share/troupe"
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes warnings to standard error, apart from the protocols on standard output.
  static let log = Log { line in
    if line.level >= .warning { Output.remark("troupe: \(line.source): \(line.text)") }
  }
}
