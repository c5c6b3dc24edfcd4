public import Forms
internal import Interface
public import Kernel
public import Platform

/// The fields of the screens of Sobriety that keep drafts. Those of the person's choices are named as in `PlanField`.
public enum SobrietyField: String, FormFieldName {
  case day, note
  case programme, amount, currency, region, contactName, contactPhone

  /// An emptied day is different from today's.
  public static var standing: Set<SobrietyField> { [.day] }

  init?(_ field: PlanField) { self.init(rawValue: field.rawValue) }
}

/// A screen in which something is typed: a slip, the person's choices, or the note of a milestone. A reflection has drafts of
/// its own (`ReflectionDraft`), and a check-in is saved with one tap.
public enum SobrietyForm: FormIdentity {
  public typealias Field = SobrietyField

  public static let drafts = "sobriety_drafts"
  public static let columns = ["form", "milestone"]

  case slip
  case plan
  case note(UUID)

  public init?(columns: [String: String]) {
    switch columns["form"] {
    case "slip": self = .slip
    case "plan": self = .plan
    case "note":
      guard let milestone = columns["milestone"].flatMap({ UUID(uuidString: $0) }) else { return nil }
      self = .note(milestone)
    default: return nil
    }
  }

  /// Nil for a route without a form.
  init?(_ route: Route) {
    switch route.path {
    case SobrietyPlaces.slip.path: self = .slip
    case SobrietyPlaces.plan.path: self = .plan
    case SobrietyPlaces.note.path:
      guard let milestone = route.parameters["id"].flatMap({ UUID(uuidString: $0) }) else { return nil }
      self = .note(milestone)
    default: return nil
    }
  }

  public var columns: [String: String] {
    switch self {
    case .slip: ["form": "slip"]
    case .plan: ["form": "plan"]
    case .note(let milestone): ["form": "note", "milestone": milestone.uuidString.lowercased()]
    }
  }

  public var isNew: Bool { self == .slip }

  /// The state shows and checks the fields itself; the texts that they take are listed here.
  public func inputs(_ values: FormValues<SobrietyField>, at now: Moment) -> [FormInput<SobrietyField>] {
    switch self {
    case .slip:
      [
        FormInput(.day, "Day", .day),
        FormInput(.note, "Note", .text(longest: SobrietyRecord.longestNote, isLong: true)),
      ]
    case .plan:
      [
        FormInput(.amount, "Amount a day", .number()),
        FormInput(.contactName, "Who to call", .text(longest: SobrietyPlan.longestName)),
        FormInput(.contactPhone, "Telephone number", .text(longest: SobrietyPlan.longestPhone)),
      ]
    case .note: [FormInput(.note, "Note", .text(longest: MilestoneRecord.longestNote, isLong: true))]
    }
  }
}

extension Form<SobrietyForm> {
  /// The typed day; nil while it was not touched.
  var typedDay: String? { values.isEmptied(.day) ? "" : values[.day].isEmpty ? nil : values[.day] }
}
