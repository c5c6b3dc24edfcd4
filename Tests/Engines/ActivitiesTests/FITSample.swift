@testable import Activities

/// Messages of a FIT file, made for a test.
struct FITSample {
  typealias Field = (number: UInt8, size: UInt8, base: UInt8)

  /// A second of FIT in 2021.
  static let start: UInt32 = 1_000_000_000

  private var records = FITFile.definition(0, message: 0, [(0, 1, 0)])

  init(kind: UInt8 = 4) { records += [0, kind] }

  mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [Field]) {
    records += FITFile.definition(local, message: message, fields)
  }

  /// A data message with its values one after the other.
  mutating func add(_ local: UInt8, _ values: [[UInt8]]) { records += [local] + values.flatMap(\.self) }

  /// Points of one second each, with a heart rate of 120.
  mutating func points(_ count: Int, every seconds: UInt32 = 1) {
    define(2, 20, [(253, 4, 0x86), (3, 1, 2)])
    for second in 0..<UInt32(count) { add(2, [FITSample.bytes(FITSample.start + second * seconds), [120]]) }
  }

  /// A session that begins some seconds after the first point.
  mutating func session(at second: UInt32, seconds: UInt32, sport: UInt8 = 1, kind: UInt8 = 0) {
    define(1, 18, [(2, 4, 0x86), (7, 4, 0x86), (5, 1, 0), (6, 1, 0)])
    add(1, [FITSample.bytes(FITSample.start + second), FITSample.bytes(seconds * 1000), [sport, kind]])
  }

  var file: [UInt8] { FITFile.bytes(of: records) }

  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
