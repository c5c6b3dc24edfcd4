public import Interface
public import Kernel
public import Platform
public import Storage

/// A source that a product offers to connect: its words, and the way in which its data arrives.
public struct Connector: Sendable, Hashable, Identifiable {
  /// The name under which its connection is stored, so that it never changes.
  public struct ID: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }
  }

  /// The way in which data arrives.
  public enum Way: Sendable, Hashable {
    /// The user chooses a file. `hint` says which, `example` is the path of one.
    case file(hint: String, example: String)
    /// The data is fetched or generated without a file, by a button titled `first`, and `again` once it is connected.
    case request(first: String, again: String)
  }

  public let id: ID
  public let title: String
  /// The title within a sentence: "the simulated device".
  public let phrase: String
  public let about: String
  /// Shown on the button of a request.
  public let icon: Icon
  /// The title of the button that removes its data.
  public let removing: String
  public let way: Way

  public init(
    _ id: ID, title: String, phrase: String, about: String, icon: Icon, removing: String, way: Way
  ) {
    self.id = id
    self.title = title
    self.phrase = phrase
    self.about = about
    self.icon = icon
    self.removing = removing
    self.way = way
  }

  var isFile: Bool { if case .file = way { true } else { false } }
}

/// A connected source, with the result of its last import.
public struct ConnectedSource: Kept {
  public static let collection = "connections"

  public let connector: Connector.ID
  /// The time of its last delivery.
  public let at: Date
  /// The name of the file, without its folder.
  public let file: String?
  public let days: Int
  public let devices: Int
  public let records: Int
  public let unreadable: Int
  /// The reasons why records could not be read; nil in what older versions stored.
  public let unread: [ImportedData.Unread]?
  /// False while its data is being stored, and after that did not complete.
  public let isWhole: Bool

  public var id: Kernel.ID<ConnectedSource> { Kernel.ID(named: connector.rawValue) }
  public var when: Date { at }

  init(
    _ connector: Connector.ID, at: Date, file: String? = nil, days: Int, devices: Int, records: Int,
    unreadable: Int = 0, unread: [ImportedData.Unread]? = nil, isWhole: Bool = false
  ) {
    self.connector = connector
    self.at = at
    self.file = file
    self.days = days
    self.devices = devices
    self.records = records
    self.unreadable = unreadable
    self.unread = unread
    self.isWhole = isWhole
  }

  init(_ data: ImportedData, of connector: Connector.ID, file: String?, at: Date) {
    self.init(
      connector, at: at, file: file, days: data.days, devices: data.devices, records: data.records,
      unreadable: data.unreadable, unread: data.unread.isEmpty ? nil : data.unread)
  }

  var whole: ConnectedSource {
    ConnectedSource(
      connector, at: at, file: file, days: days, devices: devices, records: records, unreadable: unreadable,
      unread: unread, isWhole: true)
  }
}
