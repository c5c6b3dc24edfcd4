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
    /// The fields that are not handed out, and all parts that its messages may have.
    let unread: [Unread]
    let parts: FITUnread
  }

  /// A field that is not handed out.
  struct Unread {
    let offset: Int
    let size: Int
    let base: UInt8
    let part: FITUnread
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place: Int
  private let end: Int
  private var definitions = [Definition?](repeating: nil, count: 16)
  private var lastTime: UInt32 = 0

  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && Array(bytes[8..<12]) == Array(".FIT".utf8)
  }

  static func read(_ bytes: [UInt8]) throws(Problem) -> ActivityFile.Reading {
    var problem: Problem?
    let found = bytes.withUnsafeBufferPointer { buffer -> ActivityFile.Reading in
      do throws(Problem) { return try chained(buffer) } catch { problem = error }
      return ActivityFile.Reading()
    }
    if let problem { throw problem }
    return found
  }

  /// Files may follow one another, each with its own header and checksum. Those that are whole are handed out.
  private static func chained(_ bytes: UnsafeBufferPointer<UInt8>) throws(Problem) -> ActivityFile.Reading {
    var (start, number) = (0, 0)
    var found = ActivityFile.Reading()
    var problems: [(part: Int, problem: Problem)] = []
    while start < bytes.count {
      number += 1
      do throws(Problem) {
        let part = try part(of: bytes, from: start)
        start = part.upperBound + 2
        do throws(Problem) {
          found.activities += try activities(bytes, part)
          guard found.activities.count <= ActivityFile.mostWorkouts else { throw ActivityProblem.tooManyInOne }
        } catch { problems.append((number, error)) }
      } catch {
        // Without a header nobody knows where the next part begins.
        problems.append((number, error))
        break
      }
    }
    guard !found.activities.isEmpty else { throw problems.first?.problem ?? ActivityProblem.noWorkout }
    if let limit = problems.first(where: { $0.problem.code == ActivityProblem.tooManyInOne.code }) {
      throw limit.problem
    }
    found.leftOut = problems.map { ActivityProblem.part($0.part, $0.problem) }
    return found
  }

  /// The bytes of the part that begins at a place, without its checksum.
  private static func part(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) throws(Problem) -> Range<Int> {
    let rest = bytes[start...]
    if start > 0, rest.allSatisfy({ $0 == 0 }) { throw ActivityProblem.zeros(rest.count) }
    guard rest.count >= 12 else { throw ActivityProblem.cut }
    let isMarked = rest[(start + 8)..<(start + 12)].elementsEqual(".FIT".utf8)
    guard bytes[start] == 12 || bytes[start] == 14, isMarked else {
      // What stands behind a whole file is not lost silently.
      if start == 0 { throw ActivityProblem.damaged("its header is not that of FIT") }
      throw ActivityProblem.damaged("something else stands behind the first part")
    }
    let size = (0..<4).reduce(0) { $0 | Int(bytes[start + 4 + $1]) << (8 * $1) }
    let end = start + Int(bytes[start]) + size
    guard end + 2 <= bytes.count else { throw ActivityProblem.cut }
    return start..<end
  }

  private static func activities(
    _ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>
  ) throws(Problem) -> [Activity] {
    let sum = UInt16(bytes[part.upperBound]) | UInt16(bytes[part.upperBound + 1]) << 8
    guard FITReader.checksum(bytes, part) == sum else { throw ActivityProblem.checksum }
    var gathering = FITGathering()
    var reader = FITReader(bytes, from: part.lowerBound + Int(bytes[part.lowerBound]), to: part.upperBound)
    try reader.read(into: &gathering)
    return try gathering.activities()
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
    var (unread, length) = ([Unread](), 0)
    for field in fields {
      let part = FITUnread.field(field.number, of: message)
      if !part.isEmpty {
        unread.append(Unread(offset: length, size: field.size, base: field.base, part: part))
      }
      length += field.size
    }
    definitions[local] = Definition(
      message: message, isBigEndian: isBig, fields: fields, developerBytes: developer, length: length + developer,
      unread: unread, parts: unread.reduce(developer > 0 ? .developerFields : []) { $0.union($1.part) })
  }

  private mutating func data(_ local: Int, _ time: UInt32?, _ gathering: inout FITGathering) throws(Problem) {
    guard let definition = definitions[local] else {
      throw ActivityProblem.damaged("it has data that it does not define")
    }
    guard place + definition.length <= end else { throw ActivityProblem.cut }
    let message = FITMessage(bytes, at: place, definition)
    place += definition.length
    if let own = message.time { lastTime = own }
    if !gathering.unread.isSuperset(of: definition.parts) {
      gathering.unread.formUnion(message.unread(definition.parts.subtracting(gathering.unread)))
    }
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
