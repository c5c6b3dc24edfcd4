public import Kernel
public import Platform
public import Storage

/// An event that was recorded with the person's consent, as it is kept on the device. It names neither the person nor the
/// device.
public struct RecordedEvent: Kept {
  public static let collection = "usage_events"

  public let id: ID<RecordedEvent>
  public let name: String
  public let values: [EventValue]
  public let at: Date

  public var when: Date { at }

  public init(_ event: AnalyticsEvent, id: ID<RecordedEvent>, at: Date) {
    self.id = id
    name = event.name
    values = event.values
    self.at = at
  }

  /// The name and the values as one text, such as "source_app_selected, app_name: fitbit".
  public var text: String { ([name] + values.map(\.text)).joined(separator: ", ") }
}
