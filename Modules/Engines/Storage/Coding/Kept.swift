public import FoundationEssentials
public import Kernel

/// A kind of record that can be kept: it names its collection, the version of its form, and the instant by which it is
/// ordered and asked for.
///
///     struct Mood: Kept {
///       static let collection = "moods"
///       let id: ID<Mood>
///       var at: Date
///       var score: Int
///       var when: Date { at }
///     }
public protocol Kept: Codable, Equatable, Sendable {
  /// Stored and synced, so it never changes.
  static var collection: String { get }
  /// Raised when fields change their meaning, not when some are added.
  static var form: Int { get }
  /// Turns the fields of an older form into those of this one.
  static func upgrade(_ fields: inout Fields, from form: Int)

  var id: ID<Self> { get }
  var when: Date { get }
}

extension Kept {
  public static var form: Int { 1 }
  public static func upgrade(_ fields: inout Fields, from form: Int) {}
}
