/// The kind of a node. Names follow WAI-ARIA where ARIA has the role.
public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
  // Structure.
  case banner, navigation, main, region, group, form, toolbar, article, separator

  // Text.
  case heading, paragraph, note, code, time, term, definition

  // Controls.
  case button, link, textbox, searchbox, spinbutton, slider, checkbox, radiogroup, radio
  case toggle = "switch"
  case picker = "listbox"
  case option, menu, menuitem, tablist, tab, tabpanel

  // Lists and tables.
  case list, listitem, table, row, cell, columnheader, rowheader

  // Figures.
  case meter, progressbar, timer
  case image = "img"
  case figure

  // Messages.
  case status, alert, log, tooltip

  // Dialogs.
  case dialog
  case alertDialog = "alertdialog"

  // Calendars.
  case grid, gridcell

  // Roles that ARIA lacks.
  /// A heading, some content and often one link, about one subject.
  case card
  /// A sequence of cards shown one at a time.
  case carousel
  /// A chart: it has a spec, and its children are what a screen reader walks.
  case chart
  /// One line of a conversation.
  case message
  /// A placeholder in the shape of content that is loading.
  case skeleton
  /// A count or mark on another node.
  case badge
  /// A dialog that slides in from the edge and leaves the rest visible.
  case sheet
  /// Fields for a date, a time, and a file or photo.
  case datefield, timefield, filefield
  /// One step of a multi-step form.
  case step
}

/// The meaning behind colour, icon and voice; never conveyed by colour alone.
public enum Tone: String, Sendable, Hashable, Codable, CaseIterable {
  case neutral, accent, info, success, warning, critical
  /// Ratings of a score.
  case excellent
  case needsAttention = "needs-attention"
  case priorityFocus = "priority-focus"
}

/// An operation that a face can perform on a node.
public struct Verb: Sendable, Hashable, Codable, RawRepresentable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public init(from decoder: any Decoder) throws { rawValue = try String(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  public static let activate: Verb = "activate"
  /// Replaces a field's content and commits it.
  public static let edit: Verb = "edit"
  /// Saves what is typed so far without committing it.
  public static let draft: Verb = "draft"
  /// Sends or adds what is typed, as the Enter key does.
  public static let submit: Verb = "submit"
  /// Attaches a file; handled by the window, not by the screen.
  public static let attach: Verb = "attach"
  /// Passes a local file of any size to the node itself.
  public static let hand: Verb = "hand"
  public static let choose: Verb = "choose"
  public static let dismiss: Verb = "dismiss"
  public static let refresh: Verb = "refresh"
  public static let hold: Verb = "hold"
  public static let zoom: Verb = "zoom"
  public static let pan: Verb = "pan"
  public static let scroll: Verb = "scroll"
  public static let swipe: Verb = "swipe"
}

/// The purpose of a field, for autofill in browsers and phones.
public enum Purpose: String, Sendable, Hashable, Codable, CaseIterable {
  case name, email, password
  case newPassword = "new-password"
  case oneTimeCode = "one-time-code"
  case phone, postcode, place, birthday, amount, distance, weight, search, url, notes
  /// An archive exported by a device, compressed or not.
  case export
}
