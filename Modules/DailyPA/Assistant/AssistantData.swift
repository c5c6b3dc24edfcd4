public import Conversation
public import Days
public import Hours
public import Interface
public import Kernel
public import Money
public import Platform

/// A person's own data, as far as a question is about it.
public struct AssistantData: Sendable, Equatable {
  public struct Task: Sendable, Equatable {
    public let id: UUID
    public let title: String
    public let day: CalendarDay?
    public let time: TimeOfDay?
    public let isDone: Bool
    public let route: Route
    /// Further words by which it is found.
    public let words: String

    public init(
      id: UUID, title: String, day: CalendarDay?, time: TimeOfDay?, isDone: Bool, route: Route, words: String = ""
    ) {
      (self.id, self.title, self.day, self.time, self.isDone, self.route) = (id, title, day, time, isDone, route)
      self.words = words
    }
  }

  /// An event on one day. Of several days it is there once for each.
  public struct Entry: Sendable, Equatable {
    /// The event; nil where it cannot be changed from here.
    public let id: UUID?
    public let title: String
    public let day: CalendarDay
    /// Nil for a whole day, and on the days after its first.
    public let start: TimeOfDay?
    /// Nil for a whole day, and on the days before its last.
    public let end: TimeOfDay?
    public let isAllDay: Bool
    public let isRepeating: Bool
    public let route: Route
    /// Further words by which it is found.
    public let words: String

    /// An event without a start and an end is one of whole days, unless `isAllDay` says that it lasts from the day before
    /// to the day after.
    public init(
      id: UUID? = nil, title: String, day: CalendarDay, start: TimeOfDay?, end: TimeOfDay?, isAllDay: Bool? = nil,
      isRepeating: Bool = false, route: Route, words: String = ""
    ) {
      (self.id, self.title, self.day, self.start, self.end, self.route) = (id, title, day, start, end, route)
      self.isAllDay = isAllDay ?? (start == nil && end == nil)
      (self.isRepeating, self.words) = (isRepeating, words)
    }

    /// The minutes of its day that it takes; nil for a whole day, which takes none.
    var busy: Range<Int>? {
      guard !isAllDay else { return nil }
      let start = start?.minutes ?? 0
      return start..<max(start, end?.minutes ?? TimeOfDay.minutesOfADay)
    }
  }

  public struct Spending: Sendable, Equatable {
    public let money: Money
    /// The name of the category, and its words on screen.
    public let category: String
    public let title: String
    public let words: String
    public let day: CalendarDay
    public let route: Route?
    /// Further words by which it is found, such as the text of its receipt.
    public let more: String

    public init(
      money: Money, category: String, title: String, words: String, day: CalendarDay, route: Route? = nil,
      more: String = ""
    ) {
      (self.money, self.category, self.title, self.words, self.day) = (money, category, title, words, day)
      (self.route, self.more) = (route, more)
    }
  }

  public var tasks: [Task] = []
  public var entries: [Entry] = []
  public var spendings: [Spending] = []

  public init() {}
}

/// The dependencies of the assistant.
public struct AssistantNeeds: Sendable {
  /// The person's todos and expenses, and the events of a range of days.
  public var look: @Sendable (ClosedRange<CalendarDay>) async -> AssistantData
  /// Every event once, a series on its next day, for the search.
  public var events: @Sendable () async -> [AssistantData.Entry] = { [] }
  public var speech = SpeechPort.none
  /// A model that is asked first, once one is chosen; nil where none can be reached.
  public var model: ModelPort?
  /// The model that was chosen for this device.
  public var choice: @Sendable () async throws(Problem) -> ModelChoice = { () throws(Problem) in ModelChoice() }
  public var keepChoice: @Sendable (ModelChoice) async throws(Problem) -> Void = { _ throws(Problem) in }

  public init(look: @escaping @Sendable (ClosedRange<CalendarDay>) async -> AssistantData) { self.look = look }
}
