/// The presence of one channel: its members and their metadata. A value type; every change returns the diff to send.
struct Presence: Hashable {
  /// One channel of one socket of one instance.
  struct Who: Hashable {
    let instance: String
    let member: Int
  }

  struct Meta: Hashable {
    let who: Who
    let ref: String
    /// The members of a JSON object, without its braces.
    let content: [UInt8]
    /// The `ref` of the entry that this one replaces.
    var previous: String?

    var json: [UInt8] {
      var out = [UInt8](#"{"phx_ref":\#(ref)"#)
      if let previous { out += [UInt8](#","phx_ref_prev":\#(previous)"#) }
      if !content.isEmpty {
        out += ","
        out += content
      }
      out += "}"
      return out
    }
  }

  private var metas: [String: [Meta]] = [:]
  private var keys: [Who: String] = [:]

  var count: Int { keys.count }
  var keyCount: Int { metas.count }
  func has(_ key: String) -> Bool { metas[key] != nil }

  /// Returns all entries of an instance with their keys.
  func all(of instance: String) -> [(key: String, meta: Meta)] {
    metas.flatMap { key, metas in metas.filter { $0.who.instance == instance }.map { (key, $0) } }
  }

  /// Sets a member's entry, replacing its former one. Nil when nothing changes.
  mutating func track(_ key: String, _ who: Who, ref: String, content: [UInt8]) -> PresenceDiff? {
    var diff = PresenceDiff()
    var previous: String?
    if let old = keys[who] {
      guard metas[old]?.contains(where: { $0.who == who && $0.ref == ref }) != true else { return nil }
      if let gone = remove(who, from: old) {
        diff.leaves[old] = [gone]
        if old == key { previous = gone.ref }
      }
    }
    let meta = Meta(who: who, ref: ref, content: content, previous: previous)
    keys[who] = key
    metas[key, default: []].append(Meta(who: who, ref: ref, content: content))
    diff.joins[key] = [meta]
    return diff
  }

  mutating func untrack(_ who: Who) -> PresenceDiff? {
    guard let key = keys[who], let gone = remove(who, from: key) else { return nil }
    return PresenceDiff(leaves: [key: [gone]])
  }

  /// Removes all entries of an instance.
  mutating func leave(_ instance: String) -> PresenceDiff? {
    var diff = PresenceDiff()
    for (who, key) in keys where who.instance == instance {
      if let gone = remove(who, from: key) { diff.leaves[key, default: []].append(gone) }
    }
    return diff.leaves.isEmpty ? nil : diff
  }

  private mutating func remove(_ who: Who, from key: String) -> Meta? {
    keys[who] = nil
    guard let index = metas[key]?.firstIndex(where: { $0.who == who }) else { return nil }
    let gone = metas[key]?.remove(at: index)
    if metas[key]?.isEmpty == true { metas[key] = nil }
    return gone
  }

  var json: [UInt8] { PresenceDiff.json(metas) }

  /// Validates a client's metadata: returns an object's members without the names that the server itself sets.
  static func content(_ object: ArraySlice<UInt8>) throws(Malformed) -> [UInt8] {
    var out: [UInt8] = []
    for member in try JSONSlices.members(object) where !["phx_ref", "phx_ref_prev"].contains(member.name) {
      if !out.isEmpty { out += "," }
      out += JSONSlices.quoted(member.name)
      out += ":"
      out += member.value
    }
    return out
  }
}

/// The entries that joined and left.
struct PresenceDiff: Hashable {
  var joins: [String: [Presence.Meta]] = [:]
  var leaves: [String: [Presence.Meta]] = [:]

  var json: [UInt8] {
    [UInt8](#"{"joins":\#(raw: PresenceDiff.json(joins)),"leaves":\#(raw: PresenceDiff.json(leaves))}"#)
  }

  fileprivate static func json(_ metas: [String: [Presence.Meta]]) -> [UInt8] {
    var out: [UInt8] = []
    out += "{"
    for (index, (key, metas)) in metas.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { out += "," }
      out += JSONSlices.quoted(key)
      out += #":{"metas":["#
      for (index, meta) in metas.enumerated() {
        if index > 0 { out += "," }
        out += meta.json
      }
      out += "]}"
    }
    out += "}"
    return out
  }
}
