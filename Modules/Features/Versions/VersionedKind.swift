public import Interface
internal import JSON
public import Platform

/// One kind of entry whose versions are shown: its names, its fields and its page.
public struct VersionedKind: Sendable, Hashable {
  /// The form in which a value is read.
  public enum Reading: Sendable, Hashable {
    case plain
    case unit(String)
    /// One word of a fixed set, by stored value.
    case words([String: String])
    /// An amount in the smallest unit of the currency that another field names.
    case amount(currency: String)
  }

  public struct Field: Sendable, Hashable {
    public let name: String
    public let title: String
    public let reading: Reading

    public init(_ name: String, _ title: String, _ reading: Reading = .plain) {
      (self.name, self.title, self.reading) = (name, title, reading)
    }
  }

  public let collection: String
  /// "todo".
  public let one: String
  public let icon: Icon
  /// The fields of which the first with a value names an entry.
  public let titles: [String]
  /// In the order in which they are shown.
  public let fields: [Field]
  /// The page of an entry, without its identifier.
  public let place: Route

  public init(
    _ collection: String, one: String, icon: Icon, titles: [String], fields: [Field], page: Route
  ) {
    self.collection = collection
    self.one = one
    self.icon = icon
    self.titles = titles
    self.fields = fields
    place = page
  }

  /// The page of one entry.
  func page(_ id: UUID) -> Route { Route(place.path, ["id": id.uuidString.lowercased()]) }

  /// The field of that name. One that no screen names is called by its column.
  func field(_ name: String) -> Field {
    fields.first { $0.name == name }
      ?? Field(name, (name.prefix(1).uppercased() + name.dropFirst()).split(separator: "_").joined(separator: " "))
  }

  /// The place of a field among those of an entry.
  func order(_ name: String) -> Int { fields.firstIndex { $0.name == name } ?? fields.count }
}

/// The records whose versions a screen shows.
public enum VersionSubject: Sendable, Hashable {
  case record(kind: String, id: UUID)
  case all
}
