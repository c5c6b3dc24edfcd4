public import Kernel
public import Platform
public import Storage

/// The fields of a feature's forms, usually an enum of strings. The raw values are stored in drafts, and they are the
/// identifiers of the nodes on screen, so they never change.
public protocol FormFieldName: RawRepresentable, Hashable, Sendable where RawValue == String {
  /// Days and times that show now until something is typed; emptied is different from untouched there.
  static var standing: Set<Self> { get }
}

extension FormFieldName {
  public static var standing: Set<Self> { [] }
}

/// The forms of a feature, usually an enum with one case for each: what they ask and what they accept.
///
///     enum NameForm: String, FormIdentity {
///       static let drafts = "name_drafts"
///       enum Field: String, FormFieldName { case name }
///       case own
///       func inputs(_ values: FormValues<Field>, at now: Moment) -> [FormInput<Field>] {
///         [FormInput(.name, "Name", .text(longest: 100)) { $0.isRequired = true }]
///       }
///     }
public protocol FormIdentity: Hashable, Sendable {
  associatedtype Field: FormFieldName
  /// The stored record that a form shows and changes.
  associatedtype Stored: Sendable, Equatable = NoExtra
  /// Further state of a feature's own that lives as long as its form, such as an upload.
  associatedtype Extra: FormExtra = NoExtra

  /// The collection of the drafts. It is stored, so it never changes.
  static var drafts: String { get }
  /// Whether what is typed is kept as a draft. A form that signs in keeps none.
  static var keepsDrafts: Bool { get }
  /// The number of drafts that one person has in all windows; the oldest beyond it are deleted.
  static var mostDrafts: Int { get }

  // The name in a draft: one text or several, by the name of their column. They are words of the program or identifiers,
  // never what a person typed, since they are part of the draft's identifier.
  static var columns: [String] { get }
  init?(columns: [String: String])
  var columns: [String: String] { get }

  /// Whether the form makes a new record, rather than changes one.
  var isNew: Bool { get }

  /// The fields in order. They may depend on what is typed.
  func inputs(_ values: FormValues<Field>, at now: Moment) -> [FormInput<Field>]
  /// Reports what is wrong or unlikely. By default each field is checked by its control.
  func check(_ form: Form<Self>, _ reader: inout FormReader<Field>)
  /// The moment that decides which option of a choice is the usual one; now by default.
  func moment(_ reader: inout FormReader<Field>) -> Moment

  // A stored record in a form.
  func version(of stored: Stored) -> Version?
  /// The instant of the record, which stays as it is to the fraction of a second unless the person edits it.
  func instant(of stored: Stored) -> Date?
  /// The texts of the record, in the zone and the notation of numbers of the moment.
  func values(of stored: Stored, at moment: Moment) -> FormValues<Field>
}

extension FormIdentity {
  public static var keepsDrafts: Bool { true }
  public static var mostDrafts: Int { 50 }
  public var isNew: Bool { false }

  public func check(_ form: Form<Self>, _ reader: inout FormReader<Field>) {
    for input in inputs(form.values, at: reader.now) { reader.check(input) }
  }

  public func moment(_ reader: inout FormReader<Field>) -> Moment { reader.now }
  public func version(of stored: Stored) -> Version? { nil }
  public func instant(of stored: Stored) -> Date? { nil }
  public func values(of stored: Stored, at moment: Moment) -> FormValues<Field> { FormValues() }

  /// The name in lanes and identifiers.
  var text: String { columns.sorted { $0.key < $1.key }.map(\.value).joined(separator: "/") }
}

extension FormIdentity where Self: RawRepresentable, RawValue == String {
  public static var columns: [String] { ["form"] }
  public init?(columns: [String: String]) { self.init(rawValue: columns["form"] ?? "") }
  public var columns: [String: String] { ["form": rawValue] }
}

/// State of a feature's own in a form.
public protocol FormExtra: Sendable, Equatable {
  init()
}

/// The extra and the stored record of a form that has none.
public struct NoExtra: FormExtra {
  public init() {}
}
