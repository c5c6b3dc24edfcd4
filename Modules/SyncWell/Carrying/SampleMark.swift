internal import Platform
public import Samples
internal import Signing

/// The marks by which a sample is found again: a key of its origin, and a hash of its content.
public struct SampleMark: Sendable, Hashable {
  /// Number of bytes of a key and of a hash.
  static let keyLength = 12
  static let hashLength = 8

  /// Names the record wherever it comes by; the same for every reading of it.
  public let key: [UInt8]
  /// Differs when the record was changed at its source.
  public let hash: [UInt8]

  public init(_ sample: Sample) {
    key = SampleMark.key(sample.origin, sample.kind)
    hash = SampleMark.hash(sample)
  }

  private init(key: [UInt8], hash: [UInt8]) { (self.key, self.hash) = (key, hash) }

  /// A mark as it is stored.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == SampleMark.keyLength + SampleMark.hashLength else { return nil }
    self.init(key: Array(bytes.prefix(SampleMark.keyLength)), hash: Array(bytes.dropFirst(SampleMark.keyLength)))
  }

  /// The key under which the record is written to a destination.
  public var text: String { SampleMark.text(key) }

  static func text(_ key: [UInt8]) -> String { prefix + key.map { hexadecimal[Int($0)] }.joined() }

  public static func key(of text: String) -> [UInt8]? {
    guard text.hasPrefix(prefix), text.utf8.count == prefix.utf8.count + 2 * keyLength else { return nil }
    var key: [UInt8] = []
    var digits = Array(text.utf8.dropFirst(prefix.utf8.count))[...]
    while let high = digits.popFirst(), let low = digits.popFirst() {
      guard let one = digit(high), let other = digit(low) else { return nil }
      key.append(one << 4 | other)
    }
    return key
  }

  private static let prefix = "syncwell-"
  private static let hexadecimal = (0..<256).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }

  private static func digit(_ sign: UInt8) -> UInt8? {
    switch sign {
    case 0x30...0x39: sign - 0x30
    case 0x61...0x66: sign - 0x57
    default: nil
    }
  }

  /// The key under which a record of an origin is written.
  public static func text(of origin: Origin, _ kind: SampleKind) -> String { text(key(origin, kind)) }

  private static func key(_ origin: Origin, _ kind: SampleKind) -> [UInt8] {
    var bytes: [UInt8] = []
    for text in [origin.provider, kind.rawValue, origin.record] {
      append(UInt64(text.utf8.count), to: &bytes)
      bytes += text.utf8
    }
    return Array(SHA256.hash(of: bytes).prefix(keyLength))
  }

  /// The hash of what a person would call the same measurement, whoever holds it: neither its record nor its device.
  private static func hash(_ sample: Sample) -> [UInt8] {
    var bytes = Array(sample.kind.rawValue.utf8)
    append(sample.start, to: &bytes)
    append(sample.end, to: &bytes)
    append(UInt64(bitPattern: rounded(sample.amount * 1000)), to: &bytes)
    for stage in sample.stages {
      append(stage.start, to: &bytes)
      bytes += stage.depth.rawValue.utf8
    }
    if let workout = sample.workout {
      bytes += workout.sport.utf8
      append(UInt64(bitPattern: rounded((workout.distance ?? 0) * 10)), to: &bytes)
      append(UInt64(workout.points.count), to: &bytes)
    }
    return Array(SHA256.hash(of: bytes).prefix(hashLength))
  }

  private static func append(_ date: Date, to bytes: inout [UInt8]) {
    append(UInt64(bitPattern: rounded(date.timeIntervalSince1970)), to: &bytes)
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private static func rounded(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? 0 }
}
