internal import Kernel

/// One unfolded line: a name, parameters and a value.
enum ICalendarLine {
  static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func property(_ line: String, most: Int, line number: Int) throws(Problem) -> ICalendarProperty {
    let bytes = line.utf8
    var place = bytes.startIndex
    func name() -> Substring {
      let start = place
      while place < bytes.endIndex, isName(bytes[place]) { place = bytes.index(after: place) }
      return line[start..<place]
    }
    let first = name()
    guard !first.isEmpty, place < bytes.endIndex else { throw .badCalendar("line \(number) is no property") }
    var parameters: [ICalendarProperty.Parameter] = []
    while bytes[place] == UInt8(ascii: ";") {
      place = bytes.index(after: place)
      let key = name()
      guard !key.isEmpty, place < bytes.endIndex, bytes[place] == UInt8(ascii: "=") else {
        throw .badCalendar("line \(number) has a parameter without a value")
      }
      var values: [String] = []
      repeat {
        place = bytes.index(after: place)
        values.append(try value(line, &place, number))
      } while place < bytes.endIndex && bytes[place] == UInt8(ascii: ",")
      guard place < bytes.endIndex else { throw .badCalendar("line \(number) ends within a parameter") }
      parameters.append(.init(String(key), values))
      guard parameters.count <= most, values.count <= most else {
        throw .badCalendar("line \(number) has too many parameters")
      }
    }
    guard bytes[place] == UInt8(ascii: ":") else { throw .badCalendar("line \(number) is no property") }
    return ICalendarProperty(String(first), String(line[bytes.index(after: place)...]), parameters: parameters)
  }

  /// Reads the value of a parameter up to what ends it.
  private static func value(_ line: String, _ place: inout String.Index, _ number: Int) throws(Problem) -> String {
    let bytes = line.utf8
    guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else {
      let start = place
      while place < bytes.endIndex, !";:,\"".utf8.contains(bytes[place]) { place = bytes.index(after: place) }
      return unfoldedCarets(String(line[start..<place]))
    }
    let start = bytes.index(after: place)
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else {
      throw .badCalendar("line \(number) has a quotation mark that is not closed")
    }
    place = bytes.index(after: end)
    return unfoldedCarets(String(line[start..<end]))
  }

  /// The escapes of RFC 6868.
  private static func unfoldedCarets(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
    var out = ""
    var isEscape = false
    for scalar in text.unicodeScalars {
      if isEscape {
        isEscape = false
        switch scalar {
        case "n": out += "\n"
        case "'": out += "\""
        case "^": out += "^"
        default:
          out += "^"
          out.unicodeScalars.append(scalar)
        }
      } else if scalar == "^" {
        isEscape = true
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return isEscape ? out + "^" : out
  }
}
