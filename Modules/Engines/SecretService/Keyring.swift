internal import Glibc
internal import Kernel

/// One conversation with the desktop's keyring, by the Secret Service API of freedesktop.org.
///
/// The session is a plain one. The bus is a socket of this machine that only this person's programs can open, and whoever
/// could listen there could ask the keyring as well.
struct Keyring {
  static let mostItems = 16
  static let longestSecret = 4096

  private let bus: Bus
  private let session: String

  init(_ bus: Bus) throws(Problem) {
    self.bus = bus
    let answer = try bus.call(Keyring.service, "OpenSession") { message throws(Problem) in
      try message.put("plain")
      try message.put(Sign.variant, "s") { () throws(Problem) in try message.put("") }
    }
    try answer.skip("v")
    session = try answer.path()
  }

  /// Nil when there is none, which is only known once the keyring is unlocked: a locked one may hide what it has.
  func secret(_ attributes: [(String, String)]) throws(Problem) -> [UInt8]? {
    var items = try search(attributes)
    if items.isEmpty {
      guard try unlockCollection(defaultCollection()) else { return nil }
      items = try search(attributes)
    }
    var found: [UInt8]?
    for item in items {
      var secret = try self.secret(of: item)
      guard var known = found else {
        found = secret
        continue
      }
      let isSame = known == secret
      wipe(&secret)
      guard !isSame else { continue }
      found = nil
      wipe(&known)
      throw .severalKeys
    }
    return found
  }

  /// Replaces what was there under the same attributes, and looks whether it is there.
  func keep(_ secret: [UInt8], _ attributes: [(String, String)], label: String) throws(Problem) {
    let collection = try defaultCollection()
    _ = try unlockCollection(collection)
    do throws(Problem) {
      try create(secret, attributes, label: label, in: collection)
      // A key that is lost takes everything sealed with it along, so a promise is not enough.
      guard var kept = try self.secret(attributes) else { throw Problem.notKept }
      defer { wipe(&kept) }
      guard kept == secret else { throw Problem.notKept }
    } catch {
      throw error.afterKeeping
    }
  }
}

// MARK: - The steps

extension Keyring {
  private static let service = Object(path: "/org/freedesktop/secrets", interface: "org.freedesktop.Secret.Service")
  private static let nothing = "/"

  /// The items with these attributes, each of them unlocked if the person allows it.
  private func search(_ attributes: [(String, String)]) throws(Problem) -> [String] {
    let answer = try bus.call(Keyring.service, "SearchItems") { message throws(Problem) in
      try message.put(words: attributes)
    }
    let unlocked = try answer.paths(atMost: Keyring.mostItems)
    let locked = try answer.paths(atMost: Keyring.mostItems)
    if !locked.isEmpty { try unlock(locked) }
    return unlocked + locked
  }

  private func secret(of item: String) throws(Problem) -> [UInt8] {
    let answer = try bus.call(
      Object(path: item, interface: "org.freedesktop.Secret.Item"), "GetSecret", isSecret: true
    ) { message throws(Problem) in try message.put(session, as: Sign.path) }
    return try answer.inside(Sign.structure, "oayays") { () throws(Problem) in
      guard try answer.path() == session, try answer.bytes(atMost: 0).isEmpty else { throw .keyringAnswer }
      let secret = try answer.bytes(atMost: Keyring.longestSecret)
      try answer.skip("s")
      return secret
    }
  }

  private func create(
    _ secret: [UInt8], _ attributes: [(String, String)], label: String, in collection: String
  ) throws(Problem) {
    let answer = try bus.call(
      Object(path: collection, interface: "org.freedesktop.Secret.Collection"), "CreateItem", isSecret: true
    ) { message throws(Problem) in
      try message.put(Sign.array, "{sv}") { () throws(Problem) in
        try message.put(Sign.entry, "sv") { () throws(Problem) in
          try message.put("org.freedesktop.Secret.Item.Label")
          try message.put(Sign.variant, "s") { () throws(Problem) in try message.put(label) }
        }
        try message.put(Sign.entry, "sv") { () throws(Problem) in
          try message.put("org.freedesktop.Secret.Item.Attributes")
          try message.put(Sign.variant, "a{ss}") { () throws(Problem) in try message.put(words: attributes) }
        }
      }
      try message.put(Sign.structure, "oayays") { () throws(Problem) in
        try message.put(session, as: Sign.path)
        try message.put([])
        try message.put(secret)
        try message.put("application/octet-stream")
      }
      try message.put(true)
    }
    _ = try answer.path()
    try answerPrompt(answer.path())
  }

  /// Where new items go. The collection of the session is gone with it, and the key would be gone too.
  private func defaultCollection() throws(Problem) -> String {
    let collection = try collection("default")
    guard collection != Keyring.nothing, try collection != self.collection("session") else { throw .noCollection }
    return collection
  }

  private func collection(_ alias: String) throws(Problem) -> String {
    try bus.call(Keyring.service, "ReadAlias") { message throws(Problem) in try message.put(alias) }.path()
  }

  /// Whether that had to be done.
  private func unlockCollection(_ collection: String) throws(Problem) -> Bool {
    guard try isLocked(collection) else { return false }
    try unlock([collection])
    guard try !isLocked(collection) else { throw .keyringLocked }
    return true
  }

  private func isLocked(_ collection: String) throws(Problem) -> Bool {
    let answer = try bus.call(
      Object(path: collection, interface: "org.freedesktop.DBus.Properties"), "Get"
    ) { message throws(Problem) in
      try message.put("org.freedesktop.Secret.Collection")
      try message.put("Locked")
    }
    return try answer.inside(Sign.variant, "b") { () throws(Problem) in try answer.boolean() }
  }

  /// Which were unlocked is not read from the answer: what is still locked says so when it is asked.
  private func unlock(_ objects: [String]) throws(Problem) {
    let answer = try bus.call(Keyring.service, "Unlock") { message throws(Problem) in try message.put(paths: objects) }
    try answer.skip("ao")
    try answerPrompt(answer.path())
  }

  /// The desktop asks the person, and this waits. Nothing happens without a question.
  private func answerPrompt(_ path: String) throws(Problem) {
    guard path != Keyring.nothing else { return }
    let prompt = Object(path: path, interface: "org.freedesktop.Secret.Prompt")
    try bus.listen(
      "type='signal',sender='\(prompt.service)',interface='\(prompt.interface)',member='Completed',path='\(path)'")
    try bus.listen(
      "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(prompt.service)'")
    _ = try bus.call(prompt, "Prompt") { message throws(Problem) in try message.put("") }
    let isAnswered = try bus.wait(bus.patience.person) { message throws(Problem) in
      guard let message else { return false }
      if message.isSignal("org.freedesktop.DBus", "NameOwnerChanged") { throw .keyringGone }
      guard message.isSignal(prompt.interface, "Completed"), message.object == path else { return false }
      if try message.boolean() { throw .keyringLocked }
      return true
    }
    guard isAnswered else {
      // A question that nobody waits for any more should not stay on the screen.
      _ = try? bus.call(prompt, "Dismiss")
      throw .keyringLocked
    }
  }
}

/// Overwritten in place, as long as nobody else holds the same bytes.
func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { buffer in
    if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
  }
}
