/// The help that a product names for a crisis, by region. It is part of the program, so that it is there without a network.
public struct CrisisCard: Sendable, Equatable {
  /// A line that somebody answers.
  public struct Line: Sendable, Equatable {
    public let name: String
    public let number: String
    /// Ways and hours to reach it.
    public let about: String

    public init(_ name: String, _ number: String, about: String) {
      self.name = name
      self.number = number
      self.about = about
    }
  }

  public struct Region: Sendable, Equatable, Identifiable {
    /// An ISO 3166 code such as "US".
    public let id: String
    public let title: String
    public let emergency: String
    public let lines: [Line]

    public init(_ id: String, _ title: String, emergency: String, _ lines: [Line]) {
      self.id = id
      self.title = title
      self.emergency = emergency
      self.lines = lines
    }
  }

  public let regions: [Region]

  public init(_ regions: [Region]) { self.regions = regions }

  /// The choice of no region.
  static let elsewhere = "other"

  /// The chosen region, or else that of the locale: "US" in "en-US" and "zh-Hans-US".
  func region(chosen: String?, locale: String) -> Region? {
    if let chosen { return regions.first { $0.id == chosen } }
    let codes = locale.split(separator: "-").dropFirst().filter { $0.utf8.count == 2 }.map { $0.uppercased() }
    return codes.last.flatMap { code in regions.first { $0.id == code } }
  }
}

extension CrisisCard {
  /// Whether a text is a telephone number as people write them: digits with a leading plus, spaces, hyphens, points and
  /// brackets, at least three digits.
  static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.filter { (0x30...0x39).contains($0) }.count
    let others = text.unicodeScalars.allSatisfy { "0123456789+ -.()/".unicodeScalars.contains($0) }
    return others && (3...20).contains(digits) && text.dropFirst().allSatisfy { $0 != "+" }
  }
}
