internal import Platform

/// The attributes that are read.
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

/// Maps attribute names to attributes. Expat keeps one copy of each name while it reads a file, so a name is identified
/// by its address, and compared as text only when first seen.
struct AttributeNames {
  /// Number of distinct names: expat keeps every name, so a file of ever new ones would exhaust memory.
  static let most = 200

  private var places: [UnsafePointer<CChar>] = []
  private var attributes: [Attribute] = []
  /// The table index of the last element's attribute at each position.
  private var guesses = [Int](repeating: 0, count: 16)

  /// The attribute of a name; nil when there are more names than in any export.
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
