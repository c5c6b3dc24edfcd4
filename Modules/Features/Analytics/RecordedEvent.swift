public import Kernel
public import Platform
internal import Storage

/// An event that was recorded with the person's consent. It names neither the person nor the device.
public struct RecordedEvent: Sendable, Hashable, Identifiable {
  public typealias ID = Kernel.ID<RecordedEvent>

  public let id: ID
  public let name: String
  public let values: [EventValue]
  public let at: Date

  public init(_ event: AnalyticsEvent, id: ID, at: Date) {
    self.id = id
    name = event.name
    values = event.values
    self.at = at
  }

  /// The name and the values as one text, such as "source_app_selected, app_name: fitbit".
  public var text: String { ([name] + values.map(\.text)).joined(separator: ", ") }
}

/// A recorded event as it is kept on the device. Read back, it is an event only as far as the plan declares it.
struct KeptEvent: Kept {
  static let collection = "usage_events"

  struct Value: Sendable, Hashable, Codable {
    enum Content: Sendable, Hashable, Codable {
      case word(String)
      case count(Int)
    }

    let property: String
    let content: Content
  }

  let id: ID<KeptEvent>
  let name: String
  let values: [Value]
  let at: Date

  var when: Date { at }

  init(_ event: RecordedEvent) {
    id = ID(event.id.uuid)
    name = event.name
    values = event.values.map { value in
      switch value.content {
      case .word(let word): Value(property: value.property, content: .word(word))
      case .count(let count): Value(property: value.property, content: .count(count))
      }
    }
    at = event.at
  }

  /// The event, with its counts within their bounds; nil if the plan does not declare it.
  func event(in plan: AnalyticsPlan) -> RecordedEvent? {
    let values = values.map { value in
      switch value.content {
      case .word(let word): EventValue(value.property, .word(word))
      case .count(let count): EventValue(value.property, .count(count))
      }
    }
    return plan.bounded(AnalyticsEvent(name: name, values: values)).map {
      RecordedEvent($0, id: RecordedEvent.ID(id.uuid), at: at)
    }
  }
}
