/// A workout that a watch leads through, written as a FIT file.
public struct FITWorkout: Sendable, Hashable {
  /// The kinds of a step, by their numbers in the profile of FIT.
  public enum Intensity: UInt8, Sendable, Hashable, CaseIterable {
    case active, rest, warmUp, coolDown, recovery
  }

  public enum Step: Sendable, Hashable {
    /// A distance in metres, with the speeds in metres per second that it is to be run at; nil where it goes by effort.
    case distance(_ metres: Int, Intensity, name: String, speeds: ClosedRange<Double>?)
    /// Goes back to the step of that index until it was done so many times.
    case again(from: Int, times: Int)
  }

  /// The longest name that is written, in bytes of UTF-8.
  public static let longestName = 40
  /// The most steps of a workout that watches take.
  public static let mostSteps = 50

  public let name: String
  public let steps: [Step]
  /// Seconds since 1970.
  public let made: Int
  /// Tells workouts of the same second apart; never 0.
  public let serial: UInt32

  public init(name: String, steps: [Step], made: Int, serial: UInt32) {
    self.name = name
    self.steps = Array(steps.prefix(FITWorkout.mostSteps))
    self.made = made
    self.serial = max(1, serial)
  }

  /// The file: a header, its definitions and data in little-endian order, and the checksum.
  public var bytes: [UInt8] {
    var data = WorkoutRecords()
    data.define(0, message: 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8C), (4, 4, 0x86)])
    data.begin(0)
    // A workout file of a development product, whose times begin with the end of 1989.
    data.add(UInt8(5))
    data.add(UInt16(255))
    data.add(UInt16(0))
    data.add(serial)
    data.add(UInt32(clamping: made - 631_065_600))
    let size = FITWorkout.longestName + 1
    data.define(1, message: 26, [(4, 1, 0x00), (6, 2, 0x84), (8, UInt8(size), 0x07)])
    data.begin(1)
    data.add(UInt8(1))
    data.add(UInt16(steps.count))
    data.add(name, in: size)
    data.define(
      2, message: 27,
      [
        (254, 2, 0x84), (0, UInt8(size), 0x07), (1, 1, 0x00), (2, 4, 0x86), (3, 1, 0x00), (4, 4, 0x86), (5, 4, 0x86),
        (6, 4, 0x86), (7, 1, 0x00),
      ])
    for (index, step) in steps.enumerated() { data.add(step, at: index, nameSize: size) }
    return data.file
  }
}

/// Writes the records of a FIT file.
private struct WorkoutRecords {
  private var bytes: [UInt8] = []

  mutating func define(_ local: UInt8, message: UInt16, _ fields: [(number: UInt8, size: UInt8, base: UInt8)]) {
    bytes += FITFile.definition(local, message: message, fields)
  }

  mutating func begin(_ local: UInt8) { bytes.append(local) }

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// Adds a text that ends with a zero, cut between characters.
  mutating func add(_ text: String, in size: Int) {
    var cut = text.filter { $0 != "\0" && !$0.isNewline }
    while cut.utf8.count > size - 1 { cut.removeLast() }
    bytes += Array(cut.utf8) + [UInt8](repeating: 0, count: size - cut.utf8.count)
  }

  mutating func add(_ step: FITWorkout.Step, at index: Int, nameSize: Int) {
    begin(2)
    add(UInt16(index))
    switch step {
    case .distance(let metres, let intensity, let name, let speeds):
      add(name, in: nameSize)
      add(UInt8(1))
      add(UInt32(clamping: metres * 100))
      // A target of 0 is one of its own limits; 2 is none.
      add(UInt8(speeds == nil ? 2 : 0))
      add(UInt32(0))
      add(speeds.map { UInt32(clamping: Int(($0.lowerBound * 1000).rounded())) } ?? UInt32.max)
      add(speeds.map { UInt32(clamping: Int(($0.upperBound * 1000).rounded())) } ?? UInt32.max)
      add(intensity.rawValue)
    case .again(let first, let times):
      add("", in: nameSize)
      add(UInt8(6))
      add(UInt32(clamping: first))
      add(UInt8(2))
      add(UInt32(clamping: times))
      add(UInt32.max)
      add(UInt32.max)
      add(UInt8(0xFF))
    }
  }

  var file: [UInt8] { FITFile.bytes(of: bytes) }
}
