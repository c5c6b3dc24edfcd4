internal import Interface
public import Kernel
internal import Platform

/// The state of one window: the search and the answers that are shown.
public struct SupportWindowState: LocalState {
  public internal(set) var query = ""
  public internal(set) var open: Set<HelpContent.Question.ID> = []
  /// The text of the contact form. It is in the mail that the person sends, and in no record or log.
  public internal(set) var message = ""
  /// Whether the address for questions was handed out, which then stays on the screen.
  var hasContacted = false
  var hasSuggested = false
  var hasRated = false

  public init() {}
}

/// The questions of a help centre: those built in, or newer ones from elsewhere.
public struct SupportState: WindowedDeciding {
  /// The pause between two looks for newer questions.
  static let pause = 3600.0
  /// The number of questions above which the list can be searched.
  public static let searchable = 10
  /// The most characters of a message to support.
  static let longestMessage = 1_000
  /// The lines of a log that a report has at most.
  static let linesInReport = 10

  public let plan: SupportPlan
  public internal(set) var content: HelpContent
  /// Why the newest content was not taken.
  public internal(set) var refused: Problem?
  /// Nil until they were asked for.
  public internal(set) var facts: [DiagnosticFact]?
  /// Whether newer content can be fetched, and when it was last.
  let fetches: Bool
  var fetchedAt: Date?
  private var hasBegun = false
  /// Earlier runs that did not end as they should, the newest first.
  public let crashes: [CrashNote]
  /// Whether the last run crashed, until a person has read it.
  public internal(set) var isAfterCrash: Bool
  /// Nil before it was read; nobody is asked until then.
  var rating: RatingMemory?
  /// Whether studies that look for people are shown.
  public internal(set) var asksForStudies = false
  /// Whether the question for a rating is shown.
  public internal(set) var asksForRating = false
  public var windows = WindowStates<SupportWindowState>()

  init(_ plan: SupportPlan, fetches: Bool, crashes: [CrashNote] = [], isAfterCrash: Bool = false) {
    self.crashes = crashes
    self.isAfterCrash = isAfterCrash
    self.plan = plan
    self.fetches = fetches
    content = plan.builtIn
  }

  public typealias Steps = [Step<SupportEffect, SupportEvent>]

  public mutating func receive(_ action: SupportAction, at now: Moment) -> Steps {
    switch action {
    case .begin:
      guard !hasBegun else { return [] }
      hasBegun = true
      return [.run(.load, .latest("load")), .run(.loadRating, .latest("rating"))]
    case .loaded(let bytes):
      // A copy that an earlier version of the app kept may be older than what is built in now.
      if let bytes, let kept = try? HelpContent(bytes), kept.version > content.version { content = kept }
    case .notLoaded: break
    case .fetched(let bytes):
      do throws(Problem) {
        let newest = try HelpContent(bytes)
        refused = nil
        guard newest.version > content.version else { return [] }
        content = newest
        return [.run(.keep(bytes), .newest("keep"))]
      } catch {
        refused = error
      }
    // Without a connection the last good copy is shown; the next look comes by itself.
    case .notFetched: fetchedAt = nil
    case .facts(let facts): self.facts = facts
    case .askingForStudies(let isAllowed): asksForStudies = isAllowed
    case .rated(let read):
      var memory = read ?? RatingMemory()
      let before = memory
      if memory.since == nil { memory.since = now.date }
      if isAfterCrash { memory.trouble = now.date }
      rating = memory
      return memory == before ? [] : keepRating()
    case .joy:
      guard var memory = rating, plan.store != nil else { return [] }
      memory.joys += 1
      if RatingRules.asks(memory, at: now.date) {
        asksForRating = true
        memory.joys = 0
        memory.asked = (memory.asked + [now.date]).suffix(RatingRules.mostInAYear)
      }
      rating = memory
      return keepRating()
    }
    return []
  }

  public mutating func receive(_ action: SupportWindowAction, from window: WindowID, at now: Moment) -> Steps {
    switch action {
    case .appeared(SupportPlaces.report): return [.run(.facts, .latest("facts"))]
    case .appeared: return [.tell(.viewed, window)] + fetch(now)
    case .left:
      windows[window].hasContacted = false
      windows[window].hasSuggested = false
      windows[window].hasRated = false
    case .search(let text): windows[window].query = String(text.prefix(100))
    case .toggle(let id):
      guard content.questions.contains(where: { $0.id == id }) else { return [] }
      if windows[window].open.remove(id) != nil { return [] }
      windows[window].open.insert(id)
      return [.tell(.opened(id), window)]
    case .write(let text): windows[window].message = String(text.prefix(SupportState.longestMessage))
    case .contact: return contact(windows[window].message, in: window)
    case .contactWithReport: return contact(report.map { "\n\n\($0)" } ?? "", in: window)
    case .feedback:
      guard let letter = plan.feedback else { return [] }
      windows[window].hasContacted = true
      return [.tell(.feedbackGiven, window), .tell(.addressAsked(letter), window)]
    case .takePart(let id):
      guard asksForStudies, let study = content.studies.first(where: { $0.id == id }),
        let letter = plan.letter(about: study)
      else { return [] }
      windows[window].hasContacted = true
      return [.tell(.addressAsked(letter), window)]
    case .rate:
      guard let address = plan.storeAddress else { return [] }
      windows[window].hasRated = true
      return endRating() + [.tell(.rated, window), .tell(.addressAsked(address), window)]
    case .rateLater: asksForRating = false
    case .neverRate: return endRating()
    case .dismissCrash: isAfterCrash = false
    case .suggest:
      guard let address = plan.portalAddress else { return [] }
      windows[window].hasSuggested = true
      return [.tell(.suggested, window), .tell(.addressAsked(address), window)]
    }
    return []
  }

  private func keepRating() -> Steps { rating.map { [.run(.keepRating($0), .newest("keep rating"))] } ?? [] }

  private mutating func endRating() -> Steps {
    asksForRating = false
    rating?.isDone = true
    return keepRating()
  }

  private mutating func contact(_ text: String, in window: WindowID) -> Steps {
    guard let letter = plan.letter(text) ?? plan.letter() else { return [] }
    windows[window].hasContacted = true
    return [.tell(.contacted, window), .tell(.addressAsked(letter), window)]
  }

  private mutating func fetch(_ now: Moment) -> Steps {
    guard fetches, fetchedAt.map({ abs(now.date.timeIntervalSince($0)) >= SupportState.pause }) ?? true else {
      return []
    }
    fetchedAt = now.date
    return [.run(.fetch, .latest("fetch"))]
  }

  /// The report as a text of one line for each fact; nil before the facts are known.
  var report: String? {
    guard let facts else { return nil }
    let known = facts.map { "\($0.title): \($0.value)" } + crashes.map { "\($0.title): \($0.words)" }
    return (known + lastLines).joined(separator: "\n")
  }

  /// The newest lines of the last run that did not end as it should, as many as a mail takes.
  var lastLines: [String] { Array((crashes.first?.lines ?? []).suffix(SupportState.linesInReport)) }
}
