/// The identifiers of ended sessions, within a fixed amount of memory.
///
/// The first `bound` are kept exactly. Those that follow while it is full enter one of two Bloom filters of fixed size,
/// which never miss one and name a few others too; whoever asks then looks in the database. An identifier is forgotten
/// when no token of its session can be valid any more, in a filter together with the others there.
struct RevokedSet: Sendable {
  enum Answer: Sendable { case no, yes, maybe }

  /// Each identifier with the second from which no token of its session is valid.
  private var exact: [UInt128: UInt32] = [:]
  private var newer: BloomFilter?
  private var older: BloomFilter?
  private let bound: Int

  init(bound: Int) { self.bound = max(1, bound) }

  var exactCount: Int { exact.count }
  /// Bytes of the filters that are in use.
  var filterSize: Int { [newer, older].compactMap { $0 }.count * BloomFilter.size }

  func holds(_ id: UInt128) -> Answer {
    if exact[id] != nil { return .yes }
    if let newer, newer.holds(id) { return .maybe }
    if let older, older.holds(id) { return .maybe }
    return .no
  }

  /// Adds a session that matters until `end`. Both times are in seconds since 1970.
  mutating func insert(_ id: UInt128, until end: Int, at now: Int) {
    guard end > now else { return }
    if exact[id] == nil, exact.count >= bound {
      if newer.map({ now >= $0.latestEntry }) ?? true { forget(at: now) }
      guard exact.count < bound else { return insertInFilter(id, until: end, at: now) }
    }
    exact[id] = UInt32(clamping: end)
  }

  /// Forgets the sessions whose tokens have all expired.
  mutating func forget(at now: Int) {
    if exact.contains(where: { Int($0.value) <= now }) { exact = exact.filter { Int($0.value) > now } }
    if let older, older.end <= now { self.older = nil }
    if let newer, newer.end <= now { self.newer = nil }
  }

  private mutating func insertInFilter(_ id: UInt128, until end: Int, at now: Int) {
    if newer.map({ now >= $0.latestEntry && older == nil }) ?? true {
      older = newer
      newer = BloomFilter(at: now, latestEntry: end)
    }
    newer?.insert(id, until: end)
  }
}

/// A Bloom filter of fixed size. With 800,000 identifiers it names fewer than one other in a thousand.
struct BloomFilter: Sendable {
  /// In bytes.
  static let size = 2 << 20
  private static let probes = 8

  private var bits = [UInt64](repeating: 0, count: size / 8)
  /// The second from which a new filter takes further identifiers.
  let latestEntry: Int
  /// The second from which none of its identifiers matters.
  private(set) var end: Int

  init(at now: Int, latestEntry: Int) {
    self.latestEntry = latestEntry
    end = now
  }

  mutating func insert(_ id: UInt128, until end: Int) {
    self.end = max(self.end, end)
    for place in BloomFilter.places(id) { bits[place >> 6] |= 1 << UInt64(place & 63) }
  }

  func holds(_ id: UInt128) -> Bool {
    BloomFilter.places(id).allSatisfy { bits[$0 >> 6] & (1 << UInt64($0 & 63)) != 0 }
  }

  /// The bits of an identifier, by double hashing.
  private static func places(_ id: UInt128) -> some Sequence<Int> {
    // Both hashes depend on the whole: identifiers made at one time agree in their first half.
    let first = mixed(UInt64(truncatingIfNeeded: id) ^ mixed(UInt64(truncatingIfNeeded: id >> 64)))
    let second = mixed(first) | 1
    return (0..<probes).lazy.map { Int((first &+ UInt64($0) &* second) & UInt64(size * 8 - 1)) }
  }

  /// The last step of SplitMix64. It spreads the fixed bits of a UUID.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
