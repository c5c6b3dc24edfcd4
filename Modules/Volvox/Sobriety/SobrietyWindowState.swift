internal import Days
public import Forms
internal import Kernel
internal import Platform
internal import Storage

/// The state of one window: what is typed there, and which page of the timeline is shown.
public struct SobrietyWindowState: FormHolding {
  /// A date being typed, for a start or its correction.
  struct DateForm: Equatable {
    var text: String?
    var isTried = false
  }

  /// A reflection being written.
  struct ReflectionForm: Equatable {
    /// Nil for a new one.
    let id: UUID?
    var day = ""
    var body = ""
    var opened: Opened<Reflection>?
    var isTried = false
    var isSaving = false
    /// Whether it was changed or deleted elsewhere since it was opened.
    var isBehind = false
    /// Whether the reflection to be edited is still being read.
    var isLoading = false

    var isDirty: Bool {
      if let opened { return body != opened.body || day != opened.record.day.text }
      return !body.isEmpty
    }
  }

  var date = DateForm()
  /// Unsaved text about slips, choices and milestones.
  public var forms = FormTable<SobrietyForm>()
  /// Whether a slip or the choices were to be saved and cannot be as they are.
  var isSlipTried = false
  var isPlanTried = false
  var reflection: ReflectionForm?
  /// The milestone whose note is open.
  var noting: UUID?
  /// The page of the timeline, from 0.
  var page = 0
  /// The reason why a change failed.
  var problem: Problem?

  /// The number of entries on a page of the timeline.
  static let pageLength = 50

  public init() {}
}

/// The choices of a person as typed in a window.
struct PlanForm: Equatable {
  var programme: String
  var amount: String
  var currency: String
  var region: String
  var contactName: String
  var contactPhone: String

  var values: FormValues<SobrietyField> {
    FormValues([
      .programme: programme, .amount: amount, .currency: currency, .region: region, .contactName: contactName,
      .contactPhone: contactPhone,
    ])
  }
}
