internal import Glibc

/// The attributes that are looked for.
enum Attribute: UInt8 {
  case type, source, unit, start, end, value, duration, durationUnit
  case other

  init(_ name: UnsafePointer<CChar>) {
    switch String(cString: name) {
    case "type": self = .type
    case "sourceName": self = .source
    case "unit": self = .unit
    case "startDate": self = .start
    case "endDate": self = .end
    case "value": self = .value
    case "duration": self = .duration
    case "durationUnit": self = .durationUnit
    default: self = .other
    }
  }
}

/// Which name stands for which attribute. Expat keeps one copy of each name for as long as it reads a file, so a name is
/// known by where it lies, and only its first sight costs a comparison.
struct AttributeNames {
  /// Expat forgets no name, so that a file of ever new ones would fill the memory.
  static let most = 200

  private var places: [UnsafePointer<CChar>] = []
  private var attributes: [Attribute] = []
  /// At which number of the table the last element had its first attribute, its second and so on.
  private var guesses = [Int](repeating: 0, count: 16)

  /// Nil when there are more names than any export has.
  mutating func attribute(_ name: UnsafePointer<CChar>, at position: Int) -> Attribute? {
    if position < guesses.count {
      let guess = guesses[position]
      if guess < places.count, places[guess] == name { return attributes[guess] }
    }
    let number = places.firstIndex(of: name) ?? places.count
    if number == places.count {
      guard number < AttributeNames.most else { return nil }
      places.append(name)
      attributes.append(Attribute(name))
    }
    if position < guesses.count { guesses[position] = number }
    return attributes[number]
  }
}
