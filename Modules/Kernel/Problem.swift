/// Something that could not be done, said so that a person knows where they stand: what happened, what is safe, what
/// to do. In that order, and it never blames.
public struct Problem: Error, Hashable, Sendable, Codable {
  /// A short name that programs can rely on, such as `profile-in-use`.
  public let code: String
  public let what: String
  public let safe: String?
  public let remedy: String

  public init(_ code: String, _ what: String, safe: String? = nil, remedy: String) {
    self.code = code
    self.what = what
    self.safe = safe
    self.remedy = remedy
  }

  /// All of it, as sentences.
  public var sentence: String { [what, safe, remedy].compactMap(\.self).joined(separator: " ") }
}

extension Problem: CustomStringConvertible {
  public var description: String { sentence }
}
