public import JSON

/// A collection of the model server: its fields, checks and uniqueness per person.
public struct ModelTable: Sendable {
  public let name: String
  public let fields: Set<String>
  public var required: Set<String> = []
  public var unique: String?
  public var sharing: Sharing?
  /// Returns why a row is refused; nil when it is valid.
  public var check: @Sendable ([String: JSON]) -> (code: String, reason: String)? = { _ in nil }

  /// The other viewers of a row: the person in one field, unless a row of theirs in another collection names the owner.
  public struct Sharing: Sendable {
    public let reader: String
    public let hidden: (collection: String, subject: String)

    public init(reader: String, hiddenBy collection: String, subject: String) {
      self.reader = reader
      hidden = (collection, subject)
    }
  }

  public init(_ name: String, _ fields: Set<String>) {
    self.name = name
    self.fields = fields
  }
}
