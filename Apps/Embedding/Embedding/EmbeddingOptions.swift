internal import JSON
internal import Kernel
internal import Platform
internal import Shell
internal import Supabase

/// The options of `troupe_open`, decoded and checked.
struct EmbeddingOptions: Sendable {
  /// The most bytes of the JSON.
  static let longest = 1 << 16

  /// The settings that all windows of a profile share. Two windows must agree on them.
  struct Shared: Sendable, Hashable {
    var clock: String?
    /// The zone of a clock that is moved by hand.
    var zone: String?
    var seed: UInt64?
    var key = Key.file
    var backend: Project?
    var isDemo = false
  }

  enum Key: Sendable, Hashable {
    case file, keyring
    case passphrase(String)
  }

  let product: Product
  let profile: String
  /// Nil for a profile in memory.
  let folder: String?
  /// The regional settings of this window.
  let region: RegionalSettings
  let shared: Shared
  /// The instant at which a clock that is moved by hand starts; nil for the system clock.
  let start: Moment?

  init(_ bytes: [UInt8], among products: [Product]) throws(Problem) {
    let given = try EmbeddingMembers(bytes)
    guard let id = try given.text("product") else { throw .option("`product` is missing.", Self.hint(products)) }
    guard let product = products.first(where: { $0.id == id }) else {
      throw .option("There is no product “\(id.prefix(40))”.", Self.hint(products))
    }
    self.product = product
    profile = try given.text("profile") ?? "me"
    folder = try Self.folder(given)
    var shared = Shared()
    shared.seed = try Self.seed(given)
    shared.key = try Self.key(given)
    shared.backend = try Self.backend(given)
    shared.isDemo = try given.flag("demo") ?? false
    let zone = try Self.zone(given)
    shared.clock = try given.text("clock")
    start = try shared.clock.map { text throws(Problem) in
      guard let date = Moment.date(text) else {
        throw .option("`clock` is no instant.", "Use the form 2026-03-02T08:00:00Z.")
      }
      return Moment(date, in: zone ?? .gmt)
    }
    if start != nil { shared.zone = zone?.identifier }
    self.shared = shared
    let locale = try given.text("locale")
    var region = RegionalSettings(locale: locale)
    if locale != nil, region.locale == nil { throw .option("`locale` is no locale.", "Use a tag such as de-DE.") }
    if start == nil { region.zone = zone }
    self.region = region
  }

  var keys: ProfileKeys {
    switch shared.key {
    case .file: .file
    // Options with a keyring are refused where there is none.
    case .keyring: SystemParts.keyring ?? .file
    case .passphrase(let words): .passphrase(Redacted(words))
    }
  }

  // MARK: Members

  private static func hint(_ products: [Product]) -> String {
    "Use one of \(products.map(\.id).joined(separator: ", "))."
  }

  private static func folder(_ given: EmbeddingMembers) throws(Problem) -> String? {
    let isInMemory = try given.flag("memory") ?? false
    guard let path = try given.text("data", longest: 3000) else {
      if isInMemory { return nil }
      throw .option("Neither `data` nor `memory` is given.", "Name a folder, or send {\"memory\": true}.")
    }
    guard !isInMemory else { throw .option("`data` and `memory` do not go together.", "Leave one of them out.") }
    guard path.hasPrefix("/") else {
      throw .option("`data` is no absolute path.", "Send the whole path, such as /home/me/data.")
    }
    return path
  }

  private static func seed(_ given: EmbeddingMembers) throws(Problem) -> UInt64? {
    guard let value = given["seed"] else { return nil }
    // A number of JSON is exact up to 2^53; larger ones come as text.
    let exact = value.number.flatMap { $0 < 9_007_199_254_740_992 ? UInt64(exactly: $0) : nil }
    guard let seed = exact ?? value.string.flatMap({ UInt64($0) }) else {
      throw .option("`seed` is no whole number.", "Send digits, from 2^53 on as a string.")
    }
    return seed
  }

  private static func zone(_ given: EmbeddingMembers) throws(Problem) -> TimeZone? {
    guard let name = try given.text("zone") else { return nil }
    guard let zone = TimeZone(named: name) else {
      throw .option("There is no time zone called “\(name.prefix(64))”.", "Use a name such as Europe/Rome.")
    }
    return zone
  }

  private static func key(_ given: EmbeddingMembers) throws(Problem) -> Key {
    guard let value = given["key"] else { return .file }
    switch value {
    case "file": return .file
    case "keyring":
      guard SystemParts.keyring != nil else {
        throw .option("This build of the library knows no keyring.", "Use file, or {\"passphrase\": \"...\"}.")
      }
      return .keyring
    default:
      let members = value.object ?? [:]
      guard members.count == 1, let words = members["passphrase"]?.string, !words.isEmpty, words.utf8.count <= 1000
      else {
        throw .option("`key` is none of those known.", "Use file, keyring, or {\"passphrase\": \"...\"}.")
      }
      return .passphrase(words)
    }
  }

  private static func backend(_ given: EmbeddingMembers) throws(Problem) -> Project? {
    guard let value = given["backend"] else { return nil }
    let members = value.object ?? [:]
    guard members.count == 2, let address = members["address"]?.string, let key = members["key"]?.string,
      address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.count <= 2000, !key.isEmpty,
      key.utf8.count <= 2000, !(address + key).utf8.contains(where: { $0 < 0x21 })
    else {
      throw .option(
        "`backend` is no server.", "Send {\"address\": \"https://project.example.org\", \"key\": \"its public key\"}.")
    }
    guard SystemParts.hasClient else {
      throw .option("This build of the library has no client for a server.", "Leave `backend` out.")
    }
    return Project(address: address, key: key)
  }
}

/// The members of a JSON object of options. Unknown ones are refused, since a misspelled option would be ignored else.
struct EmbeddingMembers {
  private static let names = [
    "product", "data", "memory", "profile", "locale", "zone", "clock", "seed", "key", "backend", "demo",
  ]

  private let members: [String: JSON]

  init(_ bytes: [UInt8]) throws(Problem) {
    let value: JSON
    do throws(JSONFlaw) {
      value = try JSON(bytes: bytes, deepest: 4)
    } catch {
      throw .option(error.sentence, "Send one JSON object.")
    }
    guard let members = value.object else { throw .option("The options are \(value.kind).", "Send one JSON object.") }
    if let unknown = members.keys.filter({ !Self.names.contains($0) }).min() {
      throw .option(
        "There is no option “\(unknown.prefix(40))”.", "There are: \(Self.names.joined(separator: ", ")).")
    }
    self.members = members.filter { $0.value != .null }
  }

  subscript(_ name: String) -> JSON? { members[name] }

  func text(_ name: String, longest: Int = 200) throws(Problem) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string, !text.isEmpty, text.utf8.count <= longest, !text.utf8.contains(0) else {
      throw .option("`\(name)` is no text of 1 to \(longest) bytes.", "Send a shorter one, or leave it out.")
    }
    return text
  }

  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = members[name] else { return nil }
    guard let flag = value.bool else { throw .option("`\(name)` is \(value.kind).", "Send true or false.") }
    return flag
  }
}

extension Problem {
  static func option(_ what: String, _ remedy: String) -> Problem {
    Problem("bad-options", what, safe: "Nothing was opened.", remedy: remedy)
  }
}
