/// What came of an export once all of it was read. Of a file that ends too soon, or is none, there is nothing.
public struct ReadExport: Sendable, Hashable {
  /// In the order of days, then of measures; of each the whole first, then what each source says.
  public let days: [ReadDay]
  /// Every record and workout that the file holds, also of kinds that are passed over.
  public let records: Int
  /// Those of the wanted kinds whose time or amount made no sense.
  public let unreadable: Int
  /// Everything that said something, as the export calls it, by name.
  public let sources: [String]

  /// How many days something is known of.
  public var dayCount: Int {
    var last: ReadDay?
    var count = 0
    for day in days where day.source == nil {
      if day.day != last?.day { count += 1 }
      last = day
    }
    return count
  }
}

/// How far the reading of a file has come.
public struct ReadingProgress: Sendable, Hashable {
  /// In bytes.
  public let done: Int
  public let whole: Int
  /// Days of which something is known so far.
  public let days: Int

  public init(done: Int, whole: Int, days: Int) {
    self.done = done
    self.whole = whole
    self.days = days
  }
}
