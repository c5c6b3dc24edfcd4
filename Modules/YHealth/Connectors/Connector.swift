internal import AppleHealth
public import FoundationEssentials
public import Kernel
public import Storage

/// A source that can be connected. The raw values are stored, so they never change.
public enum Connector: String, Sendable, Hashable, Codable, CaseIterable {
  case appleHealth = "apple-health-export"
  /// Simulated data, for users without a device.
  case simulated = "simulated-device"

  public var title: String {
    switch self {
    case .appleHealth: "Apple Health export"
    case .simulated: "Simulated device"
    }
  }
}

/// A connected source, with the result of its last import.
public struct ConnectedSource: Kept {
  public static let collection = "connections"

  public let connector: Connector
  /// The time of its last delivery.
  public let at: Date
  /// The name of the file, without its folder.
  public let file: String?
  public let days: Int
  public let devices: Int
  public let records: Int
  public let unreadable: Int
  /// False while its data is being stored, and after that did not complete.
  public let isWhole: Bool

  public var id: ID<ConnectedSource> { ID(named: connector.rawValue) }
  public var when: Date { at }

  init(
    _ connector: Connector, at: Date, file: String? = nil, days: Int, devices: Int, records: Int, unreadable: Int = 0,
    isWhole: Bool = false
  ) {
    self.connector = connector
    self.at = at
    self.file = file
    self.days = days
    self.devices = devices
    self.records = records
    self.unreadable = unreadable
    self.isWhole = isWhole
  }

  init(_ export: ReadExport, file: String, at: Date) {
    self.init(
      .appleHealth, at: at, file: file, days: export.dayCount, devices: export.sources.count, records: export.records,
      unreadable: export.unreadable)
  }

  var whole: ConnectedSource {
    ConnectedSource(
      connector, at: at, file: file, days: days, devices: devices, records: records, unreadable: unreadable,
      isWhole: true)
  }
}
