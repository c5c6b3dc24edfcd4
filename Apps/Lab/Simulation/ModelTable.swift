public import JSON

/// A collection of the model server: its fields, checks and uniqueness per person.
public struct ModelTable: Sendable {
  public let name: String
  public let fields: Set<String>
  public var required: Set<String> = []
  public var unique: String?
  /// Returns why a row is refused; nil when it is valid.
  public var check: @Sendable ([String: JSON]) -> (code: String, reason: String)? = { _ in nil }

  public init(_ name: String, _ fields: Set<String>) {
    self.name = name
    self.fields = fields
  }
}
