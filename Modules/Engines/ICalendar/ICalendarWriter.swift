extension ICalendar {
  /// Writes components with lines of at most 75 octets, none of which parts a character. A name that is no name of a
  /// property is left out with its value, so that nothing can begin a line of its own.
  public static func text(of components: [ICalendarComponent]) -> String {
    var out = ""
    for component in components { write(component, to: &out) }
    return out
  }

  public static func text(of component: ICalendarComponent) -> String { text(of: [component]) }

  private static func write(_ component: ICalendarComponent, to out: inout String) {
    guard isName(component.name) else { return }
    fold("BEGIN:\(component.name)", to: &out)
    for property in component.properties where isName(property.name) { fold(line(property), to: &out) }
    for inner in component.components { write(inner, to: &out) }
    fold("END:\(component.name)", to: &out)
  }

  private static func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.allSatisfy(ICalendarLine.isName) }

  private static func line(_ property: ICalendarProperty) -> String {
    var line = property.name
    for parameter in property.parameters where isName(parameter.name) {
      line += ";\(parameter.name)=" + parameter.values.map(quoted).joined(separator: ",")
    }
    return line + ":" + clean(property.value)
  }

  private static func quoted(_ value: String) -> String {
    var out = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "^": out += "^^"
      case "\"": out += "^'"
      case "\n": out += "^n"
      default: out.unicodeScalars.append(scalar)
      }
    }
    out = clean(out)
    return out.utf8.contains { ";:,".utf8.contains($0) } ? "\"\(out)\"" : out
  }

  /// The text without characters that no line may contain.
  private static func clean(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else { return text }
    var out = ""
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 || scalar == "\t" {
      out.unicodeScalars.append(scalar)
    }
    return out
  }

  private static func fold(_ line: String, to out: inout String) {
    var room = 75
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if size > room {
        out += "\r\n "
        room = 74
      }
      out.unicodeScalars.append(scalar)
      room -= size
    }
    out += "\r\n"
  }
}
