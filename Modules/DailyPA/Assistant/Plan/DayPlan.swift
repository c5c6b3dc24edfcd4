public import Platform

/// A plan that puts tasks into the free time of one day, the first one first. Times are minutes since midnight.
public struct DayPlan: Sendable, Equatable {
  public struct Task: Sendable, Equatable {
    public let id: UUID
    public let title: String
    /// The time that it takes.
    public let minutes: Int

    public init(id: UUID, title: String, minutes: Int) { (self.id, self.title, self.minutes) = (id, title, minutes) }
  }

  public struct Placed: Sendable, Equatable {
    public let task: Task
    public let start: Int

    public var end: Int { start + task.minutes }
  }

  /// The reason why a task has no place.
  public enum Reason: Sendable, Equatable {
    /// The day, or the part of it that is planned, is over.
    case over
    case full
    /// It takes longer than the longest time that is still free, in minutes.
    case tooLong(longest: Int)
  }

  public struct Left: Sendable, Equatable {
    public let task: Task
    public let reason: Reason
  }

  /// In the order of their times.
  public let placed: [Placed]
  public let left: [Left]

  /// Puts each task into the first free time that is long enough for it.
  public init(_ tasks: [Task], busy: [Range<Int>], within day: Range<Int>) {
    var free = day.isEmpty ? [] : [day]
    for time in busy where !time.isEmpty { free = free.flatMap { DayPlan.removing(time, from: $0) } }
    var (placed, left) = ([Placed](), [Left]())
    for task in tasks {
      guard let place = free.firstIndex(where: { $0.count >= max(1, task.minutes) }) else {
        let longest = free.map(\.count).max() ?? 0
        left.append(Left(task: task, reason: day.isEmpty ? .over : longest == 0 ? .full : .tooLong(longest: longest)))
        continue
      }
      let start = free[place].lowerBound
      placed.append(Placed(task: task, start: start))
      let rest = start + max(1, task.minutes)..<free[place].upperBound
      if rest.isEmpty { free.remove(at: place) } else { free[place] = rest }
    }
    self.placed = placed.sorted { $0.start < $1.start }
    self.left = left
  }

  private static func removing(_ time: Range<Int>, from free: Range<Int>) -> [Range<Int>] {
    guard time.overlaps(free) else { return [free] }
    let before = free.lowerBound..<max(free.lowerBound, time.lowerBound)
    let after = min(free.upperBound, time.upperBound)..<free.upperBound
    return [before, after].filter { !$0.isEmpty }
  }

  /// The minutes that a title names, such as "45 min" or "1.5 h"; nil for none between 5 minutes and 8 hours.
  public static func minutes(in title: String) -> Int? {
    let words = title.lowercased().split { $0.isWhitespace || "(),;".contains($0) }.map(String.init)
    let units = ["min": 1.0, "mins": 1, "minutes": 1, "h": 60, "hr": 60, "hour": 60, "hours": 60]
    for (place, word) in words.enumerated() {
      let digits = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let unit =
        digits.count == word.count ? words.dropFirst(place + 1).first ?? "" : String(word.dropFirst(digits.count))
      guard !digits.isEmpty, digits.count <= 5, let number = Double(digits), let scale = units[unit] else { continue }
      let minutes = Int((number * scale).rounded())
      if (5...480).contains(minutes) { return minutes }
    }
    return nil
  }
}
