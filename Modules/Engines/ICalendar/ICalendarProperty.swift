/// One property of a component: `DTSTART;TZID=Europe/Berlin:20261123T090000`.
public struct ICalendarProperty: Sendable, Hashable {
  /// A parameter with its values, without their quotation marks.
  public struct Parameter: Sendable, Hashable {
    /// In upper case.
    public let name: String
    public let values: [String]

    public init(_ name: String, _ values: [String]) {
      self.name = name.uppercased()
      self.values = values
    }
  }

  /// In upper case.
  public let name: String
  public var parameters: [Parameter]
  /// The value as it stands in the file, with its escapes.
  public var value: String

  public init(_ name: String, _ value: String, parameters: [Parameter] = []) {
    self.name = name.uppercased()
    self.value = value
    self.parameters = parameters
  }

  /// A property whose value is text.
  public init(_ name: String, text: String) { self.init(name, ICalendarText.escaped(text)) }

  /// The value as text, without its escapes.
  public var text: String { ICalendarText.plain(value) }

  /// The first value of a parameter.
  public subscript(_ parameter: String) -> String? { parameters.first { $0.name == parameter }?.values.first }

  /// Whether the value is a day without a time.
  public var isDay: Bool { self["VALUE"]?.uppercased() == "DATE" }
}

/// A component with its properties and components in their order, known or not, so that a file is written as it was read.
public struct ICalendarComponent: Sendable, Hashable {
  /// In upper case, such as `VEVENT`.
  public let name: String
  public var properties: [ICalendarProperty]
  public var components: [ICalendarComponent]

  public init(_ name: String, _ properties: [ICalendarProperty] = [], _ components: [ICalendarComponent] = []) {
    self.name = name.uppercased()
    self.properties = properties
    self.components = components
  }

  /// The first property of a name, which is in upper case.
  public subscript(_ name: String) -> ICalendarProperty? { properties.first { $0.name == name } }

  public func all(_ name: String) -> [ICalendarProperty] { properties.filter { $0.name == name } }

  /// The text of a property; nil for one that is missing or empty.
  public func text(_ name: String) -> String? {
    guard let text = self[name]?.text, !text.isEmpty else { return nil }
    return text
  }

  /// Replaces all properties of a name, at the place of the first one.
  public mutating func set(_ name: String, to new: [ICalendarProperty]) {
    let place = properties.firstIndex { $0.name == name }
    properties.removeAll { $0.name == name }
    properties.insert(contentsOf: new, at: min(place ?? properties.count, properties.count))
  }

  /// Replaces the text of a property, and keeps its parameters other than `ALTREP` and `LANGUAGE`, which belong to the old
  /// text. Nil removes it.
  public mutating func set(_ name: String, text: String?) {
    guard let text, !text.isEmpty else { return set(name, to: []) }
    guard self[name]?.text != text else { return }
    var property = self[name] ?? ICalendarProperty(name, "")
    property.value = ICalendarText.escaped(text)
    property.parameters.removeAll { ["ALTREP", "LANGUAGE"].contains($0.name) }
    set(name, to: [property])
  }
}
