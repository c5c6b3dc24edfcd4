internal import Glibc
internal import Kernel

/// A session with the desktop's keyring, by the Secret Service API of freedesktop.org.
///
/// It uses the plain session type. The bus is a local socket that only this person's programs can open, and any program
/// that could listen there could ask the keyring as well.
struct Keyring {
  static let mostItems = 16
  static let longestSecret = 4096

  private let bus: SessionBus
  private let session: String

  init(_ bus: SessionBus) throws(Problem) {
    self.bus = bus
    let answer = try bus.call(Keyring.service, "OpenSession") { message throws(Problem) in
      try message.put("plain")
      try message.put(DBusType.variant, "s") { () throws(Problem) in try message.put("") }
    }
    try answer.skip("v")
    session = try answer.path()
  }

  /// Returns nil when there is no such secret, which is certain only when the keyring is unlocked: a locked one may
  /// hide it.
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

  /// Replaces the secret with the same attributes, and verifies by reading it back.
  func keep(_ secret: [UInt8], _ attributes: [(String, String)], label: String) throws(Problem) {
    let collection = try defaultCollection()
    _ = try unlockCollection(collection)
    do throws(Problem) {
      try create(secret, attributes, label: label, in: collection)
      // Losing the key would lose everything sealed with it, so success is verified.
      guard var kept = try self.secret(attributes) else { throw Problem.notKept }
      defer { wipe(&kept) }
      guard kept == secret else { throw Problem.notKept }
    } catch {
      throw error.afterKeeping
    }
  }
}

// MARK: - Secret Service calls

extension Keyring {
  private static let service = Object(path: "/org/freedesktop/secrets", interface: "org.freedesktop.Secret.Service")
  private static let nothing = "/"

  /// Returns the items with these attributes, after unlocking them if the person allows it.
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
    ) { message throws(Problem) in try message.put(session, as: DBusType.path) }
    return try answer.inside(DBusType.structure, "oayays") { () throws(Problem) in
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
      try message.put(DBusType.array, "{sv}") { () throws(Problem) in
        try message.put(DBusType.entry, "sv") { () throws(Problem) in
          try message.put("org.freedesktop.Secret.Item.Label")
          try message.put(DBusType.variant, "s") { () throws(Problem) in try message.put(label) }
        }
        try message.put(DBusType.entry, "sv") { () throws(Problem) in
          try message.put("org.freedesktop.Secret.Item.Attributes")
          try message.put(DBusType.variant, "a{ss}") { () throws(Problem) in try message.put(words: attributes) }
        }
      }
      try message.put(DBusType.structure, "oayays") { () throws(Problem) in
        try message.put(session, as: DBusType.path)
        try message.put([])
        try message.put(secret)
        try message.put("application/octet-stream")
      }
      try message.put(true)
    }
    _ = try answer.path()
    try answerPrompt(answer.path())
  }

  /// The collection for new items. Refuses the session collection, which ends with the session and would lose the key.
  private func defaultCollection() throws(Problem) -> String {
    let collection = try collection("default")
    guard collection != Keyring.nothing, try collection != self.collection("session") else { throw .noCollection }
    return collection
  }

  private func collection(_ alias: String) throws(Problem) -> String {
    try bus.call(Keyring.service, "ReadAlias") { message throws(Problem) in try message.put(alias) }.path()
  }

  /// Unlocks the collection, and returns whether that was necessary.
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
    return try answer.inside(DBusType.variant, "b") { () throws(Problem) in try answer.boolean() }
  }

  /// Does not read from the reply what was unlocked; a locked item says so when it is read.
  private func unlock(_ objects: [String]) throws(Problem) {
    let answer = try bus.call(Keyring.service, "Unlock") { message throws(Problem) in try message.put(paths: objects) }
    try answer.skip("ao")
    try answerPrompt(answer.path())
  }

  /// Shows the desktop's prompt and waits for the person's answer. Does nothing if there is no prompt.
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
      // A prompt that is no longer waited for must not stay on the screen.
      _ = try? bus.call(prompt, "Dismiss")
      throw .keyringLocked
    }
  }
}

/// Overwrites bytes in place, unless the array shares its storage.
func wipe(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { buffer in
    if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
  }
}
