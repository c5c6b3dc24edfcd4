public import Forms

/// A photo of a meal.
public struct Photo: Sendable, Hashable {
  public static let largest = 10 << 20

  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The media type by the first bytes, since file names are unreliable; nil for an unsupported format.
  public var type: String? {
    func begins(_ start: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: start) }
    if begins([0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "image/webp" }
    let brands = ["heic", "heix", "heim", "mif1", "avif"]
    if begins(Array("ftyp".utf8), at: 4), brands.contains(where: { begins(Array($0.utf8), at: 8) }) {
      return "image/heic"
    }
    return nil
  }

  /// The reason why the photo is rejected, as a sentence.
  var complaint: String? {
    if bytes.count > Photo.largest {
      return "This photo is larger than 10 MB. Take a smaller one, or describe the meal instead."
    }
    return type == nil ? "This file is not a photo. Choose a picture, or describe the meal instead." : nil
  }
}

/// A food recognized in a photo.
public struct FoodItem: Sendable, Hashable {
  public let name: String
  public let grams: Double
  /// From 0, a guess, to 1, certain.
  public let confidence: Double

  public init(name: String, grams: Double, confidence: Double) {
    self.name = name
    self.grams = grams
    self.confidence = confidence
  }

  var words: String {
    let amount = grams.isFinite && grams >= 1 ? " about \(Int(min(grams, 100_000).rounded())) g" : ""
    return name.trimmed.brief(80) + amount
  }

  /// "83 % sure"; nil without a valid confidence.
  var certainty: String? {
    (0...1).contains(confidence) ? "\(Int((confidence * 100).rounded())) % sure" : nil
  }

  static let most = 20

  /// The items that can be shown: the server's answer is bounded, too.
  static func sayable(_ items: [FoodItem]) -> [FoodItem] {
    Array(items.lazy.filter { !$0.name.trimmed.isEmpty }.prefix(most))
  }
}

/// The state of a meal's photo.
public enum PhotoStanding: FormExtra {
  case none
  /// The user is choosing a photo.
  case taking
  case sending
  case looking
  /// The proposed description, to be edited and applied, with the recognized items.
  case proposal(String, [FoodItem])
  /// It failed, for this reason.
  case told(String)

  public init() { self = .none }

  var isUnderWay: Bool {
    switch self {
    case .taking, .sending, .looking: true
    case .none, .proposal, .told: false
    }
  }

  static let unrecognised = PhotoStanding.told("We could not tell what it is. Add a description.")

  static func proposal(of items: [FoodItem]) -> PhotoStanding {
    let items = FoodItem.sayable(items)
    if items.isEmpty { return unrecognised }
    return .proposal(items.map(\.words).joined(separator: ", "), items)
  }
}

extension EntryForm {
  var photo: PhotoStanding {
    get { extra }
    set { extra = newValue }
  }
}
