internal import FoundationEssentials
internal import Glibc
internal import Kernel
internal import Shell

/// Opens the person that the arguments name.
enum Opening {
  static let options: [Option] = [.product, .profile, .data, .key, .clock, .zone, .seed, .backend]

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

  static func person(_ product: Product, _ given: Arguments, keeps: Bool = true) async throws(Problem) -> Person {
    try await household(given, keeps: keeps).person(product, given[.profile] ?? "me")
  }

  /// All profiles of one data folder; without `keeps` and a folder, one that is gone with the process.
  static func household(_ given: Arguments, keeps: Bool = true) throws(Problem) -> Household {
    if given.has(.backend) {
      throw Problem(
        "no-backend", "There is no server to reach yet, and none is embedded.",
        safe: "Everything is kept on this machine.", remedy: "Leave --backend out.")
    }
    let home: Person.Home = given[.data].map { .folder($0) } ?? (keeps ? .folder(usualFolder) : .memory)
    return Household(
      home: home, keys: try keys(given), clock: try clock(given), seed: try seed(given), log: log)
  }

  static func keys(_ given: Arguments) throws(Problem) -> Person.Keys {
    switch given[.key] ?? "file" {
    case "file": return .file
    case "keyring": return .keyring(environment: ProcessInfo.processInfo.environment)
    case "passphrase":
      // Not on the command line, where every process of the machine can read it.
      guard let words = variable("TROUPE_PASSPHRASE") else {
        throw .usage("The passphrase is read from TROUPE_PASSPHRASE, which is not set.")
      }
      return .passphrase(Redacted(words))
    case let other:
      throw .usage("--key takes file, keyring or passphrase, not “\(other.prefix(40))”.")
    }
  }

  /// Nil for the machine's own time.
  static func clock(_ given: Arguments) throws(Problem) -> ManualTime? {
    guard let text = given[.clock], text != "system" else { return nil }
    guard let date = Moment.date(text) else {
      throw .usage("“\(text.prefix(40))” is not an instant. Write it like 2026-03-02T08:00:00Z, or say system.")
    }
    let name = given[.zone] ?? "GMT"
    guard let zone = TimeZone(named: name) else {
      throw .usage("There is no time zone called “\(name.prefix(64))”. Use a name such as Europe/Rome.")
    }
    return ManualTime(Moment(date, in: zone))
  }

  static func seed(_ given: Arguments) throws(Problem) -> UInt64? {
    guard let text = given[.seed] else { return nil }
    guard let seed = UInt64(text) else { throw .usage("--seed takes a whole number, not “\(text.prefix(40))”.") }
    return seed
  }

  /// Where a person's things lie when nothing else is said.
  static var usualFolder: String {
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return "\(data)/troupe" }
    return "\(variable("HOME") ?? ".")/.local/share/troupe"
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Warnings go where they hurt no protocol.
  static let log = Log { line in
    if line.level >= .warning { Output.remark("troupe: \(line.source): \(line.text)") }
  }
}
