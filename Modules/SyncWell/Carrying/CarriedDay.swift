public import Days
public import Kernel
public import Platform
public import Samples
public import Storage

/// The record of one sync, kind and day: the marks of what it wrote, and how much the source had.
///
/// It is what makes a repeated run write nothing twice, and tells where a number comes from. It stays on the device.
public struct CarriedDay: Kept {
  public static let collection = "carried_days"

  public let id: ID<CarriedDay>
  public let sync: ID<SyncPlan>
  public let source: String
  public let destination: String
  public let kind: SampleKind
  public let day: CalendarDay
  /// The sum of the source's amounts; for readings the last one.
  public var total: Double
  /// Number of the source's records.
  public var count: Int
  /// The instant of the newest record.
  public var newest: Date
  public var carriedAt: Date
  /// Why it was written or not, beside data of others.
  public var reason: CarryReason
  /// The devices that recorded it, as the source names them.
  public var devices: [String]
  /// Whether the figures were removed, since the source allows to keep them for some days only.
  public var isEmptied: Bool
  /// The written records, packed: see `MarkTable`.
  private var packed: String
  /// Keys of records of which it is not known whether the destination has them, since a run may have ended in between.
  private var packedDoubts: String

  public var when: Date { Date(timeIntervalSince1970: Double(day.number) * 86_400) }

  public init(
    id: ID<CarriedDay>, sync: ID<SyncPlan>, from source: String, to destination: String, _ kind: SampleKind,
    on day: CalendarDay
  ) {
    self.id = id
    self.sync = sync
    self.source = source
    self.destination = destination
    self.kind = kind
    self.day = day
    (total, count, newest, carriedAt) = (0, 0, .distantPast, .distantPast)
    (reason, devices, isEmptied, packed, packedDoubts) = (.alone, [], false, "", "")
  }

  public var marks: MarkTable {
    get { MarkTable(packed: packed) }
    set { packed = newValue.packed }
  }

  /// Stored before a run changes the destination, and emptied after it: what is in it is written or deleted anew.
  public var doubts: Set<[UInt8]> {
    get { KeySet.unpacked(packedDoubts) }
    set { packedDoubts = KeySet.packed(newValue) }
  }

  /// Nothing of it is at the destination any more.
  mutating func clear() { (packed, packedDoubts) = ("", "") }

  /// The keys of everything that the destination may have.
  var possibleKeys: [String] { Set(marks.all.keys).union(doubts).map(SampleMark.text).sorted() }

  /// Removes what the source told. The marks stay: they are names and hashes, and tell what is at the destination.
  public mutating func expire() {
    (total, count, newest, devices, isEmptied) = (0, 0, .distantPast, [], true)
  }

  /// Whether it counts beside another app's data: it has amounts, or its amounts are gone and its records are at the
  /// destination.
  var isRival: Bool { isEmptied ? !marks.isEmpty : count > 0 }

  private enum CodingKeys: String, CodingKey {
    case id, sync, source, destination, kind, day, total, count, newest, reason, devices
    case carriedAt = "carried_at"
    case isEmptied = "is_emptied"
    case packed = "marks"
    case packedDoubts = "doubts"
  }
}

/// Keys one after the other, in base 64.
private enum KeySet {
  static func unpacked(_ text: String) -> Set<[UInt8]> {
    guard !text.isEmpty, let bytes = Data(base64Encoded: text) else { return [] }
    let length = SampleMark.keyLength
    return Set(stride(from: 0, to: bytes.count - length + 1, by: length).map { Array(bytes[$0..<($0 + length)]) })
  }

  static func packed(_ keys: Set<[UInt8]>) -> String {
    Data(keys.sorted { $0.lexicographicallyPrecedes($1) }.joined()).base64EncodedString()
  }
}

/// The rule by which a day was written or not.
public enum CarryReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// No other app had data of it.
  case alone
  /// The amounts of all apps count.
  case everything
  case preferred, newest, greatest
  /// The person decided about this day.
  case chosen
  /// Another app's data count.
  case outdone
  /// The person has not decided yet.
  case open
}

/// The records that were written: the key of each, the hash of what was read, and the hash of what was written.
public struct MarkTable: Sendable, Hashable {
  public struct Hashes: Sendable, Hashable {
    public var read: [UInt8]
    public var written: [UInt8]
  }

  public private(set) var all: [[UInt8]: Hashes]

  public init() { all = [:] }

  static let length = SampleMark.keyLength + 2 * SampleMark.hashLength

  init(packed: String) {
    self.init()
    guard let bytes = Data(base64Encoded: packed) else { return }
    var rest = Array(bytes)[...]
    while rest.count >= MarkTable.length {
      let key = Array(rest.prefix(SampleMark.keyLength))
      rest = rest.dropFirst(SampleMark.keyLength)
      let read = Array(rest.prefix(SampleMark.hashLength))
      rest = rest.dropFirst(SampleMark.hashLength)
      let written = Array(rest.prefix(SampleMark.hashLength))
      rest = rest.dropFirst(SampleMark.hashLength)
      all[key] = Hashes(read: read, written: written)
    }
  }

  /// Base 64 of the records in the order of their keys.
  var packed: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(all.count * MarkTable.length)
    for (key, hashes) in all.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      bytes += key
      bytes += hashes.read
      bytes += hashes.written
    }
    return Data(bytes).base64EncodedString()
  }

  public var isEmpty: Bool { all.isEmpty }
  public var count: Int { all.count }
  public var keys: [String] { all.keys.map(SampleMark.text).sorted() }

  public subscript(key: [UInt8]) -> Hashes? { all[key] }

  public mutating func put(_ mark: SampleMark, written: SampleMark) {
    all[mark.key] = Hashes(read: mark.hash, written: written.hash)
  }

  public mutating func remove(_ key: [UInt8]) { all[key] = nil }
}
