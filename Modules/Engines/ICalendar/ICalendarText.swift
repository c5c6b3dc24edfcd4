/// The escapes of text in a calendar file.
public enum ICalendarText {
  /// Escapes a text as a value. Characters that no calendar may contain are left out; a line break of any kind becomes `\n`.
  public static func escaped(_ text: String) -> String {
    var out = ""
    var wasReturn = false
    for scalar in text.unicodeScalars {
      defer { wasReturn = scalar == "\r" }
      switch scalar {
      case "\\": out += "\\\\"
      case ";": out += "\\;"
      case ",": out += "\\,"
      case "\r": out += "\\n"
      case "\n": if !wasReturn { out += "\\n" }
      case "\t": out += "\t"
      default: if scalar.value >= 32, scalar.value != 127 { out.unicodeScalars.append(scalar) }
      }
    }
    return out
  }

  /// The text of a value. A backslash before any other character is kept, as other programs do.
  public static func plain(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var out = ""
    var isEscape = false
    for scalar in value.unicodeScalars {
      if isEscape {
        isEscape = false
        switch scalar {
        case "n", "N": out += "\n"
        case "\\", ";", ",", ":", "\"": out.unicodeScalars.append(scalar)
        default:
          out += "\\"
          out.unicodeScalars.append(scalar)
        }
      } else if scalar == "\\" {
        isEscape = true
      } else {
        out.unicodeScalars.append(scalar)
      }
    }
    return isEscape ? out + "\\" : out
  }

  /// The parts of a list, which commas without a backslash part.
  public static func list(_ value: String) -> [String] {
    var parts = [""]
    var isEscape = false
    for scalar in value.unicodeScalars {
      if scalar == ",", !isEscape {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
      isEscape = scalar == "\\" && !isEscape
    }
    return parts
  }
}
