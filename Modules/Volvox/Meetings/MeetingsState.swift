internal import Interface
public import Kernel
internal import Platform
internal import Storage

/// The list of meetings, the import under way, and the state of every window.
public struct MeetingsState: WindowedDeciding {
  public enum Reading: Sendable, Equatable {
    case unread, underWay, done
    case failed(Problem)

    public var hasFailed: Bool { if case .failed = self { true } else { false } }
  }

  /// The import under way. Only one at a time, since each replaces the whole list.
  struct Work: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
      case reading
      /// The file is read, and the person is asked whether to replace the list.
      case asking(MeetingFeed)
      case saving
    }

    /// The window that started it, which is told the result.
    let window: WindowID
    /// The name of the file.
    let file: String
    /// The path of an uploaded file.
    let handed: String?
    var phase = Phase.reading
  }

  public internal(set) var reading = Reading.unread
  public internal(set) var book = MeetingBook()
  /// Derived from the book: the words by which each meeting is found.
  private(set) var searchTexts: [String] = []
  /// Derived from the book: the codes of the kinds that occur in it, in order of their words.
  private(set) var kinds: [String] = []
  var agenda = MeetingAgenda([], at: Moment(.distantPast))
  /// The instant of the last action, so that screens are drawn again when a meeting begins or ends.
  var drawnAt: Date?
  var work: Work?
  public var windows = WindowStates<MeetingsWindowState>()

  public init() {}

  public typealias Steps = [Step<MeetingsEffect, MeetingsEvent>]

  static let file = Lane.latest("file")
  static let writing = Lane.inOrder("write")
  static let watching = Lane.standing("change")

  func meeting(_ id: ID<Meeting>) -> Meeting? { book.meetings.first { $0.id == id } }

  /// The agenda at a moment. The kept one is used while it holds.
  func agenda(at now: Moment) -> MeetingAgenda {
    agenda.isValid(at: now) ? agenda : MeetingAgenda(book.meetings, at: now)
  }

  // MARK: Results

  public mutating func receive(_ action: MeetingsAction, at now: Moment) -> Steps {
    switch action {
    case .begin: return reading == .unread ? read() : []
    case .read(let book):
      reading = .done
      return take(book, now)
    case .notRead(let problem): reading = .failed(problem)
    case .turned: return watch(now)
    case .opened(let feed): return opened(feed, now)
    case .notOpened(let problem): return failed(problem)
    case .replaced(let book): return replaced(book, now)
    case .notReplaced(let problem): return failed(problem)
    case .starred(let meeting): book.update(meeting)
    case .notStarred(let problem, let window): return [.tell(.told(Toast(problem)), window)]
    }
    return []
  }

  mutating func read() -> Steps {
    reading = .underWay
    return [.run(.read, .latest("read"))]
  }

  private mutating func take(_ book: MeetingBook, _ now: Moment) -> Steps {
    self.book = book
    searchTexts = book.meetings.map(MeetingsState.searchText)
    kinds = MeetingTypes.kinds(of: book.meetings.lazy.flatMap(\.listing.types))
    agenda = MeetingAgenda(book.meetings, at: now)
    return watch(now)
  }

  /// Renews the agenda, and waits for the next change as long as a window shows the meetings.
  mutating func watch(_ now: Moment) -> Steps {
    drawnAt = now.date
    if !agenda.isValid(at: now) { agenda = MeetingAgenda(book.meetings, at: now) }
    guard windows.all.contains(where: { !$0.shown.isEmpty }), let change = agenda.change(after: now.date) else {
      return [.stop(MeetingsState.watching)]
    }
    return [.run(.awaitChange(change), MeetingsState.watching)]
  }

  // MARK: Imports

  /// Begins to read a file.
  mutating func open(_ path: String, called file: String, handed: String?, in window: WindowID) -> Steps {
    guard work == nil, reading == .done else {
      let words =
        work == nil
        ? "The list is not read yet. Choose the file again in a moment."
        : "Another import is in progress. Choose the file again afterwards."
      return release(handed, window) + [.tell(.told(Toast(words, tone: .warning)), window)]
    }
    windows[window].problem = nil
    windows[window].isPathMissing = false
    work = Work(window: window, file: FeedText.line(file, most: 100) ?? "the file", handed: handed)
    return [.run(.open(path: path), MeetingsState.file)]
  }

  private func release(_ path: String?, _ window: WindowID) -> Steps {
    path.map { [.tell(.readThrough(path: $0), window)] } ?? []
  }

  private mutating func opened(_ feed: MeetingFeed, _ now: Moment) -> Steps {
    guard let work, work.phase == .reading else { return [] }
    let released = release(work.handed, work.window)
    guard book.meetings.isEmpty else {
      self.work?.phase = .asking(feed)
      return released
    }
    return released + save(feed, now)
  }

  mutating func save(_ feed: MeetingFeed, _ now: Moment) -> Steps {
    guard let work else { return [] }
    self.work?.phase = .saving
    return [.run(.replace(feed, file: work.file, at: now.date), MeetingsState.writing)]
  }

  private mutating func replaced(_ book: MeetingBook, _ now: Moment) -> Steps {
    let steps = take(book, now)
    windows.forEach { $0.page = 0 }
    guard let work else { return steps }
    self.work = nil
    windows[work.window].path = ""
    let words = "\(MeetingWords(now).count(book.meetings.count)) imported from \(work.file)."
    var told: Steps = [.tell(.told(Toast(words, tone: .success)), work.window)]
    // With something to read about the file, the sheet stays.
    if book.imported?.flawCount == 0 { told.append(.tell(.finished([MeetingsPlaces.importing]), work.window)) }
    return steps + told
  }

  private mutating func failed(_ problem: Problem) -> Steps {
    guard let work else { return [] }
    self.work = nil
    windows[work.window].problem = problem
    return work.phase == .reading ? release(work.handed, work.window) : []
  }

  /// A question that nobody can answer any more ends the import; what is being saved is saved.
  public mutating func closed(_ local: MeetingsWindowState, of window: WindowID, at now: Moment) -> Steps {
    var steps = watch(now)
    if let work, work.window == window, work.phase != .saving {
      self.work = nil
      steps.append(.stop(MeetingsState.file))
    }
    return steps
  }
}
