internal import Interface
public import Kernel
internal import Platform
public import Portability

/// Figures of the stored data, the work under way, and the state of every window.
public struct PrivacyState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay
    case done(StoredData)
    case failed(Problem)
  }

  /// The work under way. Only one at a time, since each reads or changes everything.
  public struct Work: Sendable, Equatable {
    public enum Kind: Sendable, Equatable { case exporting, checking, importing, deleting }

    public let kind: Kind
    /// The window that started it, which is told the result.
    let window: WindowID
    /// The archive that is read, with its name.
    var archive: Archive?
    public internal(set) var progress: PortingProgress?
  }

  /// An archive that a person has chosen.
  public struct Archive: Sendable, Hashable {
    public let path: String
    public let name: String
    /// Whether it was uploaded, and is released when it has been read.
    let isHanded: Bool
  }

  /// The name of the product.
  public let product: String
  /// The names of collections on screens, where they have any.
  let titles: [String: String]
  let excerpt: PrivacyExcerpt?
  public internal(set) var reading = Reading.unread
  public internal(set) var work: Work?
  var hasBegun = false
  public var windows = WindowStates<PrivacyWindowState>()

  public init(_ product: String, titles: [String: String], excerpt: PrivacyExcerpt? = nil) {
    self.product = product
    self.titles = titles
    self.excerpt = excerpt
  }

  public typealias Steps = [Step<PrivacyEffect, PrivacyEvent>]

  static let work = Lane.latest("work")

  public mutating func receive(_ action: PrivacyAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.expire, .inOrder("rules")), .run(.days, .standing("days"))]
    case .newDay, .rulesChanged: return [.run(.expire, .inOrder("rules"))]
    case .looked(let data): reading = .done(data)
    case .notLooked(let problem): if case .done = reading {} else { reading = .failed(problem) }
    case .progressed(let progress): work?.progress = progress
    case .exported(let file):
      guard let work, work.kind == .exporting else { return [] }
      self.work = nil
      return [.run(.hand(file, work.window), .inOrder("hand"))]
    case .answered(_, let outcome, let window): return answered(outcome, window)
    case .previewed(let preview): return previewed(preview)
    case .notDone(let problem): return notDone(problem)
    case .expired(let removal): return removal.isNothing ? [] : look()
    case .notExpired: break
    }
    return []
  }

  // MARK: Results

  private mutating func answered(_ outcome: Delivery.Outcome, _ window: WindowID) -> Steps {
    switch outcome {
    case .saved(let name), .shared(let name):
      return [
        .tell(.told(Toast("Exported as \(name). Anybody who has this file can read it.", tone: .success)), window)
      ]
    case .declined: return []
    case .failed(let problem):
      windows[window].problem = problem
      return []
    }
  }

  private mutating func previewed(_ preview: ImportPreview) -> Steps {
    guard let work, work.kind == .checking, let archive = work.archive else { return [] }
    self.work = nil
    windows[work.window].chosen = .init(archive: archive, preview: preview)
    return []
  }

  private mutating func notDone(_ problem: Problem) -> Steps {
    guard let work else { return [] }
    self.work = nil
    windows[work.window].problem = problem
    return release(work.archive, work.window)
  }

  func release(_ archive: Archive?, _ window: WindowID) -> Steps {
    guard let archive, archive.isHanded else { return [] }
    return [.tell(.readThrough(path: archive.path), window)]
  }

  mutating func look() -> Steps {
    if case .done = reading {} else { reading = .underWay }
    return [.run(.look, .latest("look"))]
  }

  // MARK: The person's actions

  public mutating func receive(_ action: PrivacyWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared, .retry: return look()
    case .export: return begin(.exporting, nil, window, .export)
    case .exportExcerpt: return excerpt == nil ? [] : begin(.exporting, nil, window, .exportExcerpt)
    case .cancel:
      guard let work, work.kind != .deleting else { return [] }
      self.work = nil
      return [.stop(PrivacyState.work)] + release(work.archive, work.window) + look()
    case .type(let path):
      windows[window].path = path
      windows[window].isChecked = false
    case .readTyped:
      let path = windows[window].path
      guard path.hasPrefix("/") else {
        windows[window].isChecked = true
        return []
      }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return begin(.checking, Archive(path: path, name: name, isHanded: false), window, .preview(path: path))
    case .readHanded(let path, let name):
      return begin(.checking, Archive(path: path, name: name, isHanded: true), window, .preview(path: path))
    case .importNow:
      guard let chosen = windows[window].chosen, work == nil else { return [] }
      windows[window].chosen = nil
      return begin(.importing, chosen.archive, window, .take(path: chosen.archive.path, window))
    case .askToDelete: if work == nil { windows[window].deleting = .first }
    case .goOn: if windows[window].deleting == .first { windows[window].deleting = .second }
    case .deleteEverything:
      guard windows[window].deleting == .second else { return [] }
      windows[window].deleting = nil
      return begin(.deleting, nil, window, .delete(window))
    case .dismiss:
      let chosen = windows[window].chosen
      windows[window].chosen = nil
      windows[window].deleting = nil
      return release(chosen?.archive, window)
    case .dismissProblem: windows[window].problem = nil
    }
    return []
  }

  private mutating func begin(
    _ kind: Work.Kind, _ archive: Archive?, _ window: WindowID, _ effect: PrivacyEffect
  ) -> Steps {
    guard work == nil else { return release(archive, window) }
    work = Work(kind: kind, window: window, archive: archive)
    windows[window].problem = nil
    return [.run(effect, PrivacyState.work)]
  }

  /// Work that was begun in the window continues, but for a question that nobody can answer any more.
  public mutating func closed(_ local: PrivacyWindowState, of window: WindowID, at now: Moment) -> Steps {
    guard let work, work.window == window, work.kind == .checking || work.kind == .exporting else { return [] }
    self.work = nil
    return [.stop(PrivacyState.work)]
  }
}

/// An export of some of the data, such as all that is no measurement.
public struct PrivacyExcerpt: Sendable, Hashable {
  /// The button, "Export without health data".
  public let title: String
  /// Describes the contents of the file, and what it leaves out.
  public let about: String
  /// The collections in it.
  public let collections: Set<String>

  public init(_ title: String, about: String, collections: Set<String>) {
    (self.title, self.about, self.collections) = (title, about, collections)
  }
}

/// The state of one window.
public struct PrivacyWindowState: LocalState {
  public enum Deleting: Sendable, Equatable { case first, second }

  /// An archive that was read, before it is imported.
  public struct Chosen: Sendable, Equatable {
    public let archive: PrivacyState.Archive
    public let preview: ImportPreview
  }

  static let longestPath = 4096

  var path = ""
  /// Whether the path was submitted as it cannot be.
  var isChecked = false
  public internal(set) var chosen: Chosen?
  public internal(set) var deleting: Deleting?
  public internal(set) var problem: Problem?

  public init() {}
}
