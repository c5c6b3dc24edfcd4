/// What a node is. The words are those of WAI-ARIA wherever ARIA has the word.
public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
  // The parts of a screen.
  case banner, navigation, main, region, group, form, toolbar, article, separator

  // Words.
  case heading, paragraph, note, code, time, term, definition

  // What can be acted on.
  case button, link, textbox, searchbox, spinbutton, slider, checkbox, radiogroup, radio
  case toggle = "switch"
  case picker = "listbox"
  case option, menu, menuitem, tablist, tab, tabpanel

  // What stands in rows.
  case list, listitem, table, row, cell, columnheader, rowheader

  // Figures.
  case meter, progressbar, timer
  case image = "img"
  case figure

  // What tells of something.
  case status, alert, log, tooltip

  // What stands in front.
  case dialog
  case alertDialog = "alertdialog"

  // Days.
  case grid, gridcell

  // Words that ARIA lacks.
  /// A heading, some content and often one link: one thing told.
  case card
  /// Several cards of which one is seen at a time.
  case carousel
  /// A chart: it holds a spec, and its children are what a screen reader walks.
  case chart
  /// One line of a conversation.
  case message
  /// What will be here has this shape.
  case skeleton
  /// A count or a mark on something else.
  case badge
  /// A dialog that comes from the edge and leaves the rest in sight.
  case sheet
  /// A field for a date, a time, a file or a photo.
  case datefield, timefield, filefield
  /// One of the steps of a form that is filled in piece by piece.
  case step
}

/// How something is meant, for colour, icon and voice; never by colour alone.
public enum Tone: String, Sendable, Hashable, Codable, CaseIterable {
  case neutral, accent, info, success, warning, critical
  /// The score words.
  case excellent
  case needsAttention = "needs-attention"
  case priorityFocus = "priority-focus"
}

/// What a face may do with a node, beside reading it.
public struct Verb: Sendable, Hashable, Codable, RawRepresentable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  public init(from decoder: any Decoder) throws { rawValue = try String(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  public static let activate: Verb = "activate"
  /// Replaces what a field holds, and commits it.
  public static let edit: Verb = "edit"
  /// Keeps what is typed so far, without committing it.
  public static let draft: Verb = "draft"
  /// A file is handed in, past the screen: the window takes it.
  public static let attach: Verb = "attach"
  /// A file of this machine is handed over to the node itself, as large as it likes.
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

/// What a field is for, so that a browser or a phone can help to fill it in.
public enum Purpose: String, Sendable, Hashable, Codable, CaseIterable {
  case name, email, password
  case newPassword = "new-password"
  case oneTimeCode = "one-time-code"
  case phone, postcode, place, birthday, amount, distance, weight, search, url, notes
  /// What a device gave away of what it knows, packed or not.
  case export
}
