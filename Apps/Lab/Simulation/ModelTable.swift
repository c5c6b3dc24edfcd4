public import JSON

/// One collection of the model server: which fields there are, what is refused, what must be unique of each person.
public struct ModelTable: Sendable {
  public let name: String
  public let fields: Set<String>
  public var required: Set<String> = []
  public var unique: String?
  /// Why a row is refused; nil when it is fine.
  public var check: @Sendable ([String: JSON]) -> (code: String, reason: String)? = { _ in nil }

  public init(_ name: String, _ fields: Set<String>) {
    self.name = name
    self.fields = fields
  }
}
