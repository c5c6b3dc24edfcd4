internal import Kernel

/// Reads the messages of a FIT file: definitions, data with normal and compressed headers, developer fields, and several
/// files one after the other.
struct FITReader {
  /// A field of a definition.
  struct Field {
    let number: UInt8
    let size: Int
    let base: UInt8
  }

  struct Definition {
    let message: UInt16
    let isBigEndian: Bool
    let fields: [Field]
    /// Bytes of developer fields, which are passed over.
    let developerBytes: Int
    let length: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place: Int
  private let end: Int
  private var definitions = [Definition?](repeating: nil, count: 16)
  private var lastTime: UInt32 = 0

  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && Array(bytes[8..<12]) == Array(".FIT".utf8)
  }

  static func activities(in bytes: [UInt8]) throws(Problem) -> [Activity] {
    var problem: Problem?
    let found = bytes.withUnsafeBufferPointer { buffer -> [Activity] in
      do throws(Problem) { return try chained(buffer) } catch { problem = error }
      return []
    }
    if let problem { throw problem }
    return found
  }

  /// Files may follow one another, each with its own header and checksum.
  private static func chained(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> [Activity] {
    var start = 0
    var found: [Activity] = []
    var other: Problem?
    while start + 12 <= bytes.count {
      let header = Int(bytes[start])
      let isMarked = (0..<4).allSatisfy { bytes[start + 8 + $0] == Array(".FIT".utf8)[$0] }
      guard header == 12 || header == 14, isMarked else {
        // What stands behind a whole file is not lost silently.
        if start == 0 { throw ActivityProblem.damaged("its header is not that of FIT") }
        throw ActivityProblem.damaged("something else stands behind the first part")
      }
      let size = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
      let end = start + header + size
      guard end + 2 <= bytes.count else { throw ActivityProblem.cut }
      let sum = UInt16(bytes[end]) | UInt16(bytes[end + 1]) << 8
      guard FITReader.checksum(bytes, start..<end) == sum else { throw ActivityProblem.checksum }
      var gathering = FITGathering()
      var reader = FITReader(bytes, from: start + header, to: end)
      try reader.read(into: &gathering)
      do throws(Problem) { found += try gathering.activities() } catch { other = error }
      start = end + 2
    }
    guard start == bytes.count else { throw ActivityProblem.cut }
    if found.isEmpty { throw other ?? ActivityProblem.noWorkout }
    return found
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    (self.bytes, place, self.end) = (bytes, start, end)
  }

  private mutating func read(into gathering: inout FITGathering) throws(Problem) {
    while place < end {
      let header = bytes[place]
      place += 1
      if header & 0x80 != 0 {
        let offset = UInt32(header & 31)
        var time = lastTime & ~31 | offset
        if offset < lastTime & 31 { time &+= 32 }
        lastTime = time
        try data(Int(header >> 5 & 3), time, &gathering)
      } else if header & 0x40 != 0 {
        try define(Int(header & 15), hasDeveloperFields: header & 0x20 != 0)
      } else {
        try data(Int(header & 15), nil, &gathering)
      }
    }
  }

  private mutating func define(_ local: Int, hasDeveloperFields: Bool) throws(Problem) {
    guard place + 5 <= end else { throw ActivityProblem.cut }
    let isBig = bytes[place + 1] == 1
    let (low, high) = (UInt16(bytes[place + 2]), UInt16(bytes[place + 3]))
    let message = isBig ? low << 8 | high : high << 8 | low
    let count = Int(bytes[place + 4])
    place += 5
    guard place + count * 3 <= end else { throw ActivityProblem.cut }
    var fields: [Field] = []
    fields.reserveCapacity(count)
    for field in 0..<count {
      let at = place + field * 3
      fields.append(Field(number: bytes[at], size: Int(bytes[at + 1]), base: bytes[at + 2]))
    }
    place += count * 3
    var developer = 0
    if hasDeveloperFields {
      guard place < end else { throw ActivityProblem.cut }
      let count = Int(bytes[place])
      place += 1
      guard place + count * 3 <= end else { throw ActivityProblem.cut }
      for field in 0..<count { developer += Int(bytes[place + field * 3 + 1]) }
      place += count * 3
    }
    definitions[local] = Definition(
      message: message, isBigEndian: isBig, fields: fields, developerBytes: developer,
      length: fields.reduce(developer) { $0 + $1.size })
  }

  private mutating func data(_ local: Int, _ time: UInt32?, _ gathering: inout FITGathering) throws(Problem) {
    guard let definition = definitions[local] else {
      throw ActivityProblem.damaged("it has data that it does not define")
    }
    guard place + definition.length <= end else { throw ActivityProblem.cut }
    let message = FITMessage(bytes, at: place, definition)
    place += definition.length
    if let own = message.time { lastTime = own }
    try gathering.take(definition.message, message, time: message.time ?? time)
  }

  /// The CRC-16 of FIT, four bits at a time.
  static func checksum(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt16 {
    var sum: UInt16 = 0
    for place in range {
      let byte = bytes[place]
      sum = (sum >> 8) ^ table[Int((sum ^ UInt16(byte)) & 0xFF)]
    }
    return sum
  }

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { sum, _ in sum & 1 != 0 ? sum >> 1 ^ 0xA001 : sum >> 1 }
  }
}
