/// An error to show to a person. It says what happened, what is safe and what to do, in this order, and never blames.
public struct Problem: Error, Hashable, Sendable, Codable {
  /// A short stable name for programs, such as `profile-in-use`.
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

  /// All parts as one text.
  public var sentence: String { [what, safe, remedy].compactMap(\.self).joined(separator: " ") }
}

extension Problem: CustomStringConvertible {
  public var description: String { sentence }
}
