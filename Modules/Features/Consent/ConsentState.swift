internal import Interface
public import Kernel
public import Platform

/// The state of one window: the question in front, and the texts that are unfolded.
public struct ConsentWindowState: LocalState {
  /// The consent that is about to be withdrawn.
  public internal(set) var withdrawing: ConsentText.ID?
  var unfolded: Set<ConsentText.ID> = []
  public internal(set) var problem: Problem?

  public init() {}
}

/// The decisions of a person about the consents of a product.
public struct ConsentState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)
  }

  /// The standing of one category.
  public enum Standing: Sendable, Equatable {
    case open
    case given(ConsentRecord)
    /// Given to an older text; it is asked again.
    case outdated(ConsentRecord)
    case withdrawn(ConsentRecord)
    /// Given in an imported archive, and not confirmed since: an archive brings the history back, and no permission.
    case imported(ConsentRecord)

    /// Whether what depends on the consent may happen. An older text still covers what it said until it is answered.
    public var allows: Bool {
      switch self {
      case .given, .outdated: true
      case .open, .withdrawn, .imported: false
      }
    }

    /// Whether the person has decided nothing here.
    var isUndecided: Bool {
      switch self {
      case .open, .imported: true
      case .given, .outdated, .withdrawn: false
      }
    }
  }

  public internal(set) var plan: ConsentPlan
  public internal(set) var reading = Reading.unread
  /// All decisions, the newest first.
  public internal(set) var records: [ConsentRecord] = []
  /// The identifiers of the decisions that came with an imported archive.
  public internal(set) var imported: Set<UUID> = []
  /// The categories whose decisions are being saved.
  var saving: Set<ConsentText.ID> = []
  /// Why the newest text from elsewhere was refused.
  public internal(set) var refused: Problem?
  public var windows = WindowStates<ConsentWindowState>()

  /// Whether newer texts may come from elsewhere.
  let hasTexts: Bool

  public init(_ plan: ConsentPlan, hasTexts: Bool = false) {
    self.plan = plan
    self.hasTexts = hasTexts
  }

  public typealias Steps = [Step<ConsentEffect, ConsentEvent>]

  // MARK: Queries

  public func standing(of id: ConsentText.ID) -> Standing {
    let decisions = records.lazy.filter { $0.category == id }
    guard let newest = decisions.first, let text = plan[id] else { return .open }
    if !newest.isGiven { return .withdrawn(newest) }
    if imported.contains(newest.id.uuid) {
      // It does not count, and undoes no withdrawal of the person.
      if let own = decisions.first(where: { !imported.contains($0.id.uuid) }), !own.isGiven { return .withdrawn(own) }
      return .imported(newest)
    }
    return newest.hash == text.hash ? .given(newest) : .outdated(newest)
  }

  /// Whether what depends on this consent may happen.
  public func allows(_ id: ConsentText.ID) -> Bool { standing(of: id).allows }

  /// Whether the person has said that it must not happen, in contrast to not having been asked.
  public func isWithdrawn(_ id: ConsentText.ID) -> Bool {
    if case .withdrawn = standing(of: id) { true } else { false }
  }

  /// Whether each of these was agreed to in its present text: for a step that cannot be skipped.
  public func isComplete(_ ids: [ConsentText.ID]) -> Bool {
    reading == .done && ids.allSatisfy { if case .given = standing(of: $0) { true } else { false } }
  }

  /// Whether each of these was decided: a required one is agreed to in its present text, another agreed to or refused.
  public func isAnswered(_ ids: [ConsentText.ID]) -> Bool {
    reading == .done
      && ids.allSatisfy { id in
        switch standing(of: id) {
        case .given: true
        case .withdrawn: plan[id]?.isRequired == false
        case .open, .outdated, .imported: false
        }
      }
  }

  /// The categories whose text changed since the person agreed.
  public var outdated: [ConsentText] {
    plan.texts.filter { if case .outdated = standing(of: $0.id) { true } else { false } }
  }

  // MARK: Decisions

  public mutating func receive(_ action: ConsentAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard reading == .unread else { return [] }
      reading = .underWay
      // A decision is compared with the text that it was made about.
      return hasTexts ? [.run(.loadTexts, .inOrder("texts"))] : read
    case .restored(let bytes):
      if let bytes { _ = take(bytes) }
      return read + [.run(.fetchTexts, .latest("fetch"))]
    case .fetched(let bytes): return take(bytes) ? [.run(.keepTexts(bytes), .inOrder("texts"))] : []
    case .loaded(let loaded, let imported):
      let wasRead = reading == .done
      reading = .done
      let (before, no) = (Set(plan.texts.map(\.id).filter(allows)), Set(plan.texts.map(\.id).filter(isWithdrawn)))
      (records, self.imported) = (loaded.sorted(by: ConsentRecord.isNewer), imported)
      let after = Set(plan.texts.map(\.id).filter(allows))
      // Another device decided, perhaps about what was never asked here.
      let refused = wasRead ? Set(plan.texts.map(\.id).filter(isWithdrawn)).subtracting(no) : []
      return before.subtracting(after).union(refused).sorted().map { .say(.withdrawn($0)) }
        + after.subtracting(before).sorted().map { .say(.given($0)) }
    case .notLoaded(let problem):
      reading = .failed(problem)
      return []
    case .changed: return reading == .unread ? [] : [.run(.load, .latest("load"))]
    case .saved(let record, let window):
      saving.remove(record.category)
      windows[window].problem = nil
      guard !records.contains(where: { $0.id == record.id }) else { return [] }
      let (before, wasOpen) = (allows(record.category), standing(of: record.category).isUndecided)
      records = (records + [record]).sorted(by: ConsentRecord.isNewer)
      let words = record.isGiven ? "Your consent was saved." : wasOpen ? "Saved." : "Your consent was withdrawn."
      let toast = Toast(words, tone: record.isGiven ? .success : .info)
      guard before != record.isGiven || wasOpen else { return [.tell(.told(toast), window)] }
      return [
        .say(record.isGiven ? .given(record.category) : .withdrawn(record.category)), .tell(.told(toast), window),
      ]
    case .notSaved(let id, let problem, let window):
      saving.remove(id)
      windows[window].problem = problem
      return []
    case .received(let id, let version, let bytes):
      do throws(Problem) {
        plan = try plan.replacing(id, version: version, with: bytes)
        refused = nil
      } catch {
        refused = error
      }
      return []
    }
  }

  private var read: Steps { [.run(.load, .latest("load")), .run(.listen, .standing("changes"))] }

  /// Takes the texts of a file over that are newer: all of them or, when one cannot be shown to a person, none. Returns
  /// whether one was taken.
  private mutating func take(_ bytes: [UInt8]) -> Bool {
    do throws(Problem) {
      let renewed = try plan.replacing(withFile: bytes)
      defer { (plan, refused) = (renewed, nil) }
      return renewed != plan
    } catch {
      refused = error
      return false
    }
  }

  private func last(of id: ConsentText.ID) -> Date? { records.first { $0.category == id }?.decidedAt }

  public mutating func receive(_ action: ConsentWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .agree(let id):
      guard reading == .done, !saving.contains(id), let text = plan[id] else { return [] }
      if case .given = standing(of: id) { return [] }
      saving.insert(id)
      return [.run(.save(text, isGiven: true, after: last(of: id), in: window), .inOrder("save"))]
    case .refuse(let id):
      guard reading == .done, !saving.contains(id), let text = plan[id], !text.isRequired,
        standing(of: id).isUndecided
      else { return [] }
      saving.insert(id)
      return [.run(.save(text, isGiven: false, after: last(of: id), in: window), .inOrder("save"))]
    case .askToWithdraw(let id):
      guard let text = plan[id], !text.isRequired, allows(id) else { return [] }
      windows[window].withdrawing = id
    case .withdraw:
      guard let id = windows[window].withdrawing, !saving.contains(id), let text = plan[id] else { return [] }
      windows[window].withdrawing = nil
      saving.insert(id)
      return [.run(.save(text, isGiven: false, after: last(of: id), in: window), .inOrder("save"))]
    case .read(let id):
      if windows[window].unfolded.remove(id) == nil { windows[window].unfolded.insert(id) }
    case .dismiss: windows[window].withdrawing = nil
    case .retry:
      guard case .failed = reading else { return [] }
      reading = .underWay
      return [.run(.load, .latest("load"))]
    }
    return []
  }
}
