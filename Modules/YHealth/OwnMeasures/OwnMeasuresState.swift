internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// A person's own measures with their newest entries, and the state of every window.
public struct OwnMeasuresState: FormDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    /// Whether nothing more is to be waited for.
    public var isOver: Bool {
      switch self {
      case .done, .failed: true
      case .unread, .underWay: false
      }
    }
  }

  public internal(set) var reading = Reading.unread
  /// By name.
  var measures: [StoredMeasure] = []
  /// The newest first.
  var readings: [StoredReading] = []
  private var isReading = false
  private var mustReadAgain = false
  public var drafts: [FormDraft<OwnFormName>] = []
  public var windows = WindowStates<OwnMeasuresWindowState>()

  public init() {}

  public typealias Steps = [Step<OwnMeasuresEffect, OwnMeasuresEvent>]

  public static func effect(_ effect: FormEffect<OwnFormName>) -> OwnMeasuresEffect { .form(effect) }

  // MARK: Derived

  func measure(_ id: UUID) -> StoredMeasure? { measures.first { $0.id == id } }
  func reading(_ id: UUID) -> StoredReading? { readings.first { $0.id == id } }
  func readings(of measure: UUID) -> [StoredReading] { readings.filter { $0.reading.measure == measure } }

  /// The measure that the entry of a form belongs to; nil when it is not there.
  func measure(of form: OwnForm) -> OwnMeasure? { owner(of: form).flatMap { measure($0)?.measure } }

  /// The identifier of the measure that the entry of a form belongs to.
  func owner(of form: OwnForm) -> UUID? {
    switch form.name {
    case .measure: return nil
    case .entry(let measure): return measure
    case .reading(let id):
      if case .reading(let kept, _)? = form.opened { return kept.reading.measure }
      return reading(id)?.reading.measure
    }
  }

  // MARK: Transitions

  public mutating func receive(_ action: OwnMeasuresAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      return [.run(.listen, .standing("changes"))] + readAnew() + findDrafts
    case .changed: return readAgain()
    case .read(let all): return adopt(all, now)
    case .notRead(let problem):
      isReading = false
      if reading != .done { reading = .failed(problem) }
    case .form(let answer): take(answer, at: now)
    case .opened(let name, let stored, let window): opened(name, stored, in: window, now)
    case .notOpened(let name, let problem, let window): windows[window].forms[name]?.problem = problem
    case .saved(let order, let kept): return saved(order, kept, now)
    case .notSaved(let order, let problem): return notStored(order.form, in: order.window, problem) + readAnew()
    case .overtaken(let order, let newer): return overtaken(order, newer, now)
    case .done(let change, let outcome, let window): return done(change, outcome, in: window, now)
    case .notDone(_, let problem, let window):
      return [.tell(.told(Toast(problem.sentence, tone: .warning)), window)] + readAnew()
    }
    return []
  }

  // MARK: Reading

  /// Reads again after the read under way, so that a busy sync cannot keep every read from ending.
  mutating func readAgain() -> Steps {
    guard reading != .unread else { return [] }
    guard isReading else { return readAnew() }
    mustReadAgain = true
    return []
  }

  /// Starts a new read: the one under way may have started before an own change, so its answer is ignored.
  mutating func readAnew() -> Steps {
    guard reading != .unread else { return [] }
    isReading = true
    mustReadAgain = false
    return [.run(.read, .latest("read"))]
  }

  private mutating func adopt(_ all: OwnRead, _ now: Moment) -> Steps {
    let isNews = reading != .done || all.measures != measures || all.readings != readings
    measures = all.measures.sorted(by: OwnMeasuresState.isBefore)
    readings = all.readings
    reading = .done
    isReading = false
    refresh(now)
    return (isNews ? [.say(.changed)] : []) + (mustReadAgain ? readAnew() : [])
  }

  /// By name, and measures of the same name by their age.
  private static func isBefore(_ one: StoredMeasure, _ other: StoredMeasure) -> Bool {
    func key(_ kept: StoredMeasure) -> (String, Date, String) {
      (OwnMeasure.key(kept.measure.name), kept.measure.createdAt, kept.id.uuidString)
    }
    return key(one) < key(other)
  }

  mutating func put(_ kept: StoredMeasure) {
    measures.removeAll { $0.id == kept.id }
    measures.append(kept)
    measures.sort(by: OwnMeasuresState.isBefore)
  }

  mutating func put(_ kept: StoredReading) {
    readings.removeAll { $0.id == kept.id }
    let place = readings.firstIndex { StoredReading.isNewer(kept, $0) } ?? readings.endIndex
    readings.insert(kept, at: place)
  }

  /// Fills forms that waited for their record, updates unchanged ones with what was saved elsewhere, and all of them
  /// with the definition of their measure.
  mutating func refresh(_ now: Moment) {
    for window in windows.windows {
      for form in Array(windows[window].forms.values) { refresh(form, in: window, now) }
    }
  }

  private mutating func refresh(_ old: OwnForm, in window: WindowID, _ now: Moment) {
    var form = old
    form.extra.others = others(than: form.name)
    switch form.phase {
    case .opening where form.problem == nil:
      // An entry that is not among the newest is on its way by itself.
      if case .reading(let id) = form.name, reading(id) == nil { return }
      if let opened = fresh(form.name, in: window, at: now) {
        form = opened
        recover(&form)
      }
    case .editing:
      if let kept = stored(form.name), !form.isDirty, form.name.version(of: kept) != form.version {
        form.fill(with: kept, at: now)
      }
      if case .measure(let id?) = form.name, measure(id) == nil, !form.isDirty { form.phase = .missing }
      if form.name.isOfEntry {
        if let measure = measure(of: form) {
          form.adapt(to: measure)
        } else if !form.isDirty {
          form.phase = .missing
        }
      }
    default: break
    }
    if form != old { windows[window].forms[form.name] = form }
  }

  /// The stored record that a form edits, as far as it was read.
  func stored(_ name: OwnFormName) -> OwnStored? {
    switch name {
    case .measure(let id?): return measure(id).map { .measure($0) }
    case .reading(let id):
      return reading(id).map { .reading($0, measure($0.reading.measure)?.measure) }
    case .measure(nil), .entry: return nil
    }
  }

  /// Whether each other measure is archived, by the key of its name.
  func others(than name: OwnFormName) -> [String: Bool] {
    guard case .measure(let own) = name else { return [:] }
    let others = measures.filter { $0.id != own }
    return Dictionary(
      others.map { (OwnMeasure.key($0.measure.name), $0.measure.isArchived) },
      uniquingKeysWith: { one, other in one && other })
  }
}

extension OwnForm {
  /// Takes over the definition of the measure, which is no change of what is typed.
  mutating func adapt(to measure: OwnMeasure) {
    let definition = OwnReadingContent.definition(measure)
    for field in OwnReadingContent.ofMeasure {
      values[field] = definition[field]
      before[field] = definition[field]
    }
  }
}
