public import Kernel
public import Platform

/// A record type that can be stored: it has a collection name, a form version, and an instant by which records are
/// ordered and queried.
///
///     struct Mood: Kept {
///       static let collection = "moods"
///       let id: ID<Mood>
///       var at: Date
///       var score: Int
///       var when: Date { at }
///     }
public protocol Kept: Codable, Equatable, Sendable {
  /// The name of the collection. Stored and synchronised, so it never changes.
  static var collection: String { get }
  /// The version of the form. Raised when fields change their meaning, not when some are added.
  static var form: Int { get }
  /// Converts the fields of an older form to this one.
  static func upgrade(_ fields: inout Fields, from form: Int)

  var id: ID<Self> { get }
  var when: Date { get }
}

extension Kept {
  public static var form: Int { 1 }
  public static func upgrade(_ fields: inout Fields, from form: Int) {}
}
