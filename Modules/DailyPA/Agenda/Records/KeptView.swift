public import Kernel
public import Platform
public import Storage

/// The part of the calendar that is shown at once. The raw values are stored, so they never change.
public enum CalendarView: String, Sendable, Hashable, Codable, CaseIterable {
  case month, week, day
}

/// The view that the person has chosen, on this device.
public struct KeptView: Kept {
  public static let collection = "calendar_views"
  static let own = ID<KeptView>(named: "own")

  public var id: ID<KeptView> { KeptView.own }
  public let view: CalendarView
  public let at: Date

  public var when: Date { at }

  init(_ view: CalendarView, at: Date) {
    self.view = view
    self.at = at
  }
}
