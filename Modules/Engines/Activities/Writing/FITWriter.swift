internal import Kernel
internal import Platform

/// Writes a workout as a FIT activity: its points, laps, session and activity, in the byte order of most devices.
struct FITWriter {
  private enum Base: UInt8 {
    case enumeration = 0x00
    case signed8 = 0x01
    case unsigned8 = 0x02
    case unsigned16 = 0x84
    case signed32 = 0x85
    case unsigned32 = 0x86

    var size: Int {
      switch self {
      case .enumeration, .signed8, .unsigned8: 1
      case .unsigned16: 2
      case .signed32, .unsigned32: 4
      }
    }

    /// The value that means none.
    var invalid: UInt32 {
      switch self {
      case .enumeration, .unsigned8: 0xFF
      case .signed8: 0x7F
      case .unsigned16: 0xFFFF
      case .signed32: 0x7FFF_FFFF
      case .unsigned32: 0xFFFF_FFFF
      }
    }
  }

  private typealias Field = (number: UInt8, base: Base)

  private var data: [UInt8] = []

  static func bytes(_ activity: Activity) throws(Problem) -> [UInt8] {
    guard let start = activity.start, let first = seconds(start) else {
      throw ActivityProblem.notWritable(.fit, "it has no start after 1989")
    }
    let last = seconds(start.addingTimeInterval(max(activity.elapsed, 0))) ?? first
    var writer = FITWriter()
    writer.data.reserveCapacity(activity.track.count * 32 + 512)
    writer.define(0, 0, [(0, .enumeration), (1, .unsigned16), (2, .unsigned16), (4, .unsigned32)])
    writer.put(0, [(0, .enumeration), (1, .unsigned16), (2, .unsigned16), (4, .unsigned32)], [4, 255, 0, Int(first)])
    writer.records(activity.track)
    writer.laps(activity, first, last)
    writer.session(activity, first, last)
    let closing: [Field] = [
      (253, .unsigned32), (0, .unsigned32), (1, .unsigned16), (2, .enumeration), (3, .enumeration), (4, .enumeration),
    ]
    writer.define(4, 34, closing)
    writer.put(4, closing, [Int(last), milliseconds(activity.moving), 1, 0, 26, 1])
    return FITFile.bytes(of: writer.data)
  }

  /// Seconds of FIT; nil for a date that it does not have.
  private static func seconds(_ date: Date) -> UInt32? { seconds(date.timeIntervalSince1970) }

  private static func seconds(_ time: Double) -> UInt32? {
    guard time.isFinite, (FITGathering.epoch..<FITGathering.epoch + 4_294_967_294).contains(time.rounded()) else {
      return nil
    }
    return UInt32(time.rounded() - FITGathering.epoch)
  }

  private static func milliseconds(_ seconds: Double) -> Int? { scaled(seconds, 1000) }

  private static func scaled(_ value: Double, _ factor: Double, plus: Double = 0) -> Int? {
    let number = ((value + plus) * factor).rounded()
    return number.isFinite && abs(number) < 4_294_967_295 ? Int(number) : nil
  }

  // MARK: Messages

  private mutating func records(_ track: [TrackPoint]) {
    guard !track.isEmpty else { return }
    typealias Column = (field: Field, value: (TrackPoint) -> Int?)
    let all: [Column] = [
      ((253, .unsigned32), { FITWriter.seconds($0.time).map(Int.init) }),
      ((0, .signed32), { $0.hasPlace ? FITWriter.scaled($0.latitude, 2_147_483_648 / 180) : nil }),
      ((1, .signed32), { $0.hasPlace ? FITWriter.scaled($0.longitude, 2_147_483_648 / 180) : nil }),
      ((78, .unsigned32), { FITWriter.scaled(Double($0.altitude), 5, plus: 500) }),
      ((5, .unsigned32), { FITWriter.scaled($0.distance, 100) }),
      ((73, .unsigned32), { FITWriter.scaled(Double($0.speed), 1000) }),
      ((3, .unsigned8), { $0.heartRate > 0 ? Int($0.heartRate) : nil }),
      ((4, .unsigned8), { $0.cadence >= 0 ? Int($0.cadence) : nil }),
      ((7, .unsigned16), { $0.power >= 0 ? Int($0.power) : nil }),
      ((13, .signed8), { $0.temperature != .min ? Int($0.temperature) : nil }),
    ]
    let columns = all.filter { column in track.contains { column.value($0) != nil } }
    guard !columns.isEmpty else { return }
    let fields = columns.map(\.field)
    define(1, 20, fields)
    let event: [Field] = [(253, .unsigned32), (0, .enumeration), (1, .enumeration)]
    if track.dropFirst().contains(where: \.beginsSegment) { define(5, 21, event) }
    for (index, point) in track.enumerated() {
      if index > 0, point.beginsSegment {
        // The timer stops with the last point and goes on with this one.
        put(5, event, [FITWriter.seconds(track[index - 1].time).map(Int.init), 0, 4])
        put(5, event, [FITWriter.seconds(point.time).map(Int.init), 0, 0])
      }
      put(1, fields, columns.map { $0.value(point) })
    }
  }

  private mutating func laps(_ activity: Activity, _ first: UInt32, _ last: UInt32) {
    let fields: [Field] = [
      (254, .unsigned16), (253, .unsigned32), (2, .unsigned32), (7, .unsigned32), (8, .unsigned32), (9, .unsigned32),
      (0, .enumeration), (1, .enumeration),
    ]
    define(2, 19, fields)
    let whole = Activity.Lap(start: activity.start, duration: activity.moving, distance: activity.distance)
    for (number, lap) in (activity.laps.isEmpty ? [whole] : Array(activity.laps.prefix(60_000))).enumerated() {
      let start = lap.start.flatMap(FITWriter.seconds)
      let end = lap.start.flatMap { FITWriter.seconds($0.addingTimeInterval(max(lap.duration, 0))) } ?? last
      put(
        2, fields,
        [
          number, Int(end), start.map(Int.init) ?? Int(first), FITWriter.milliseconds(lap.duration),
          FITWriter.milliseconds(lap.duration), FITWriter.scaled(lap.distance, 100), 9, 1,
        ])
    }
  }

  private mutating func session(_ activity: Activity, _ first: UInt32, _ last: UInt32) {
    let fields: [Field] = [
      (254, .unsigned16), (253, .unsigned32), (2, .unsigned32), (5, .enumeration), (6, .enumeration), (7, .unsigned32),
      (8, .unsigned32), (9, .unsigned32), (11, .unsigned16), (16, .unsigned8), (17, .unsigned8), (25, .unsigned16),
      (26, .unsigned16), (0, .enumeration), (1, .enumeration),
    ]
    define(3, 18, fields)
    let rates = activity.heartRates
    put(
      3, fields,
      [
        0, Int(last), Int(first), FITProfile.sport(activity.sport),
        FITProfile.subSport(activity.subSport), FITWriter.milliseconds(activity.elapsed),
        FITWriter.milliseconds(activity.moving), FITWriter.scaled(activity.distance, 100), activity.calories,
        rates.average, rates.greatest, 0, max(1, activity.laps.count), 8, 1,
      ])
  }

  // MARK: Bytes

  private mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [Field]) {
    data += FITFile.definition(
      local, message: message, fields.map { ($0.number, UInt8($0.base.size), $0.base.rawValue) })
  }

  /// A value that does not fit its type is none.
  private mutating func put(_ local: UInt8, _ fields: [Field], _ values: [Int?]) {
    data.append(local)
    for (field, value) in zip(fields, values) {
      let range =
        switch field.base {
        case .signed8: -127...126
        case .signed32: -2_147_483_647...2_147_483_646
        default: 0...Int(field.base.invalid) - 1
        }
      let bits = value.flatMap { range.contains($0) ? UInt32(truncatingIfNeeded: $0) : nil } ?? field.base.invalid
      for byte in 0..<field.base.size { data.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))) }
    }
  }
}
