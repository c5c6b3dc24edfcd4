internal import Days
public import Forms
internal import Interface
public import Kernel
internal import Numbers
internal import Platform
internal import Storage

/// The state of one window.
public struct OwnMeasuresWindowState: FormHolding {
  static let page = 50
  static let mostPages = 40

  public var forms = FormTable<OwnFormName>()
  /// Number of pages of entries that are shown.
  var pages = 1
  /// The earlier day with which the form of a new entry begins.
  var day: CalendarDay?

  public init() {}
}

// The transitions for the person's actions in one window, and for what became of them.
extension OwnMeasuresState {
  public mutating func receive(_ action: OwnMeasuresWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(let route, let day):
      windows[window].day = day
      guard let name = OwnFormName(route), !findsInput(name, in: window) else { return [] }
      return open(name, in: window, now)
    case .left(let route):
      windows[window].pages = 1
      windows[window].forms.question = nil
      if let name = OwnFormName(route) { leave(name, in: window) }
    case .form(let action): return decide(action, in: window, at: now)
    case .quick(let name, let values): return quick(name, values, in: window, now)
    case .delete(let id): return [.run(.change(.delete(id), in: window), .inOrder("write"))]
    case .archive(let id, let isArchived):
      return [.run(.change(.archive(id, isArchived), in: window), .inOrder("write"))]
    case .undo(let change): return [.run(.change(change, in: window), .inOrder("write"))]
    case .showOlder: windows[window].pages = min(windows[window].pages + 1, OwnMeasuresWindowState.mostPages)
    case .retry: return readAnew()
    }
    return []
  }

  public mutating func closed(_ local: OwnMeasuresWindowState, of window: WindowID, at now: Moment) -> Steps {
    orphan(local, at: now)
    return []
  }

  // MARK: Opening forms

  public func fresh(_ name: OwnFormName, in window: WindowID, at now: Moment) -> OwnForm? {
    var form = OwnForm(name, in: window)
    form.region = RegionalSettings(of: now)
    form.extra.others = others(than: name)
    switch name {
    case .measure(nil): break
    case .entry(let id):
      guard let measure = measure(id)?.measure else {
        form.phase = reading == .done ? .missing : .opening
        return form
      }
      form.begin(with: beginning(measure, in: window, now))
    case .measure, .reading:
      if let kept = stored(name) {
        form.fill(with: kept, at: now)
        if case .reading(_, nil) = kept { form.phase = .missing }
      } else if case .measure = name, reading == .done {
        form.phase = .missing
      } else {
        form.phase = .opening
      }
    }
    return form
  }

  /// The values with which an entry begins: the usual dose, and the earlier day for which entries are made.
  private func beginning(_ measure: OwnMeasure, in window: WindowID, _ now: Moment) -> FormValues<OwnField> {
    var values = OwnReadingContent.definition(measure)
    if measure.kind == .medicine, let dose = measure.dose {
      values[.value] = NumberNotation(locale: now.locale).text(dose)
    }
    if let day = windows[window].day, day < now.day { values[.date] = day.text }
    return values
  }

  private mutating func open(_ name: OwnFormName, in window: WindowID, _ now: Moment) -> Steps {
    guard var form = fresh(name, in: window, at: now) else { return [] }
    if form.phase == .editing { recover(&form) }
    windows[window].forms[name] = form
    guard form.phase == .opening, case .reading = name, reading == .done else { return [] }
    return [.run(.open(name, in: window), .latest("open \(name.route.text)", of: window))]
  }

  /// A draft of a record that was changed since says so before it replaces it.
  public func recovered(_ form: inout OwnForm) {
    form.extra.others = others(than: form.name)
    if let kept = stored(form.name), form.name.version(of: kept) != form.version {
      form.phase = .behind(kept)
    } else {
      form.opened = form.opened ?? stored(form.name)
    }
  }

  public mutating func reopen(_ name: OwnFormName, in window: WindowID, at now: Moment) -> Steps {
    open(name, in: window, now)
  }

  mutating func opened(_ name: OwnFormName, _ stored: OwnStored?, in window: WindowID, _ now: Moment) {
    guard var form = windows[window].forms[name], form.phase == .opening else { return }
    switch stored {
    case nil, .reading(_, nil)?: form.phase = .missing
    case let kept?:
      form.fill(with: kept, at: now)
      recover(&form)
    }
    windows[window].forms[name] = form
  }

  // MARK: Saving forms

  private mutating func quick(
    _ name: OwnFormName, _ values: [OwnField: String], in window: WindowID, _ now: Moment
  ) -> Steps {
    let typed = type(name, in: window, at: now) { form in
      for (field, text) in values { form[field] = text }
    }
    return typed.isEmpty ? [] : typed + save(name, in: window, at: now)
  }

  public mutating func save(_ name: OwnFormName, in window: WindowID, at now: Moment) -> Steps {
    if case .measure(nil) = name, measures.count >= OwnMeasure.limit {
      windows[window].forms[name]?.problem = Problem(
        "too-many-measures", "The limit of \(OwnMeasure.limit) measures is reached.", safe: "Your measures are kept.",
        remedy: "Use one of them, or rename one that you no longer need.")
      return []
    }
    guard let form = ready(name, in: window, at: now) else { return [] }
    var reader = form.reader(at: now)
    let content: OwnOrder.Content
    if name.isOfEntry {
      guard let measure = owner(of: form) else { return [] }
      content = .reading(OwnReadingContent(reading: &reader, opened: form.opened), of: measure)
    } else {
      content = .measure(OwnMeasureContent(reading: &reader, others: form.extra.others))
    }
    let order = OwnOrder(
      form: name, content: content, opened: form.opened, version: form.version, draft: form.draft, at: now.date,
      window: window)
    return [.run(.save(order), Self.writing(form.draft))]
  }

  mutating func saved(_ order: OwnOrder, _ kept: OwnStored, _ now: Moment) -> Steps {
    stored(kept, by: order.form, in: order.window, dropping: order.draft)
    let isNew = order.version == nil
    let undo: OwnChange?
    switch kept {
    case .measure(let kept):
      put(kept)
      if isNew {
        undo = .remove(kept.measure.id)
      } else if case .measure(let former)? = order.opened {
        undo = .redefine(former.measure, after: kept.measure)
      } else {
        undo = nil
      }
    case .reading(let kept, _):
      put(kept)
      if isNew {
        undo = .takeBack(kept.reading)
      } else if case .reading(let former, _)? = order.opened {
        undo = .revert(former.reading, after: kept.reading)
      } else {
        undo = nil
      }
    }
    refresh(now)
    let words = order.form == .measure(nil) ? "Measure added." : "Saved."
    let toast = Toast(words, offline: "\(words.dropLast()) offline. It will sync when you're online.", tone: .success)
    return offer(toast, undo, in: order.window) + [.say(.changed), .tell(.finished(order.form), order.window)]
      + readAnew()
  }

  mutating func overtaken(_ order: OwnOrder, _ newer: OwnStored?, _ now: Moment) -> Steps {
    guard var form = windows[order.window].forms[order.form] else { return findDrafts }
    let isSame = form.overtaken(by: newer, at: now)
    if isSame { form.phase = .editing }
    windows[order.window].forms[order.form] = form
    return isSame ? save(order.form, in: order.window, at: now) : readAnew()
  }

  // MARK: Changes in one act

  mutating func done(_ change: OwnChange, _ outcome: OwnOutcome, in window: WindowID, _ now: Moment) -> Steps {
    for kept in outcome.measures { put(kept) }
    for kept in outcome.readings { put(kept) }
    measures.removeAll { outcome.deletedMeasures.contains($0.measure.id) }
    readings.removeAll { outcome.deletedReadings.contains($0.reading.id) }
    var steps: Steps = [.say(.changed)]
    for id in outcome.deletedReadings { steps += finishForm(of: id, in: window) }
    refresh(now)
    steps += offer(change.toast, outcome.undo, in: window)
    return steps + readAnew()
  }

  /// Ends the form of a deleted entry. A save under way finds out by itself.
  private mutating func finishForm(of id: ID<OwnReading>, in window: WindowID) -> Steps {
    let name = OwnFormName.reading(id.uuid)
    guard let form = windows[window].forms[name], form.phase != .saving else { return [] }
    windows[window].forms[name]?.phase = .missing
    return [drop(form), .tell(.finished(name), window)]
  }

  private func offer(_ toast: Toast, _ undo: OwnChange?, in window: WindowID) -> Steps {
    [.tell(undo.map { .offered(toast, undo: .undo($0)) } ?? .told(toast), window)]
  }
}

extension OwnChange {
  fileprivate var toast: Toast {
    switch self {
    case .delete, .takeBack: Toast("Entry deleted.", tone: .info)
    case .restore, .revert: Toast("Entry restored.", tone: .success)
    case .archive(_, true): Toast("Measure archived. Its entries stay.", tone: .info)
    case .archive(_, false), .redefine, .define: Toast("Measure restored.", tone: .success)
    case .remove: Toast("Measure removed.", tone: .info)
    }
  }
}
